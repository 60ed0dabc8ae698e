"""Runs a command with a terminal as its standard output, and prints what it writes there."""

import os
import pty
import subprocess
import sys

leader, follower = pty.openpty()
process = subprocess.Popen(sys.argv[1:], stdout=follower, stdin=subprocess.DEVNULL)
os.close(follower)
output = b""
while True:
    try:
        chunk = os.read(leader, 65536)
    except OSError:
        break
    if not chunk:
        break
    output += chunk
process.wait()
sys.stdout.buffer.write(output.replace(b"\r\n", b"\n"))
