"""Asks for the page of each rule of --list-checks=json: explain_all.py AOTI-LINT LIST FOLDER"""

import json
import pathlib
import subprocess
import sys

tool, listed, folder = sys.argv[1:]
for rule in json.load(open(listed)):
    name = rule["name"]
    done = subprocess.run([tool, "--explain=" + name], capture_output=True, check=True)
    if done.stderr or done.stdout != (pathlib.Path(folder) / (name + ".md")).read_bytes():
        sys.exit(f"--explain={name} does not print its page")
