#!/usr/bin/env python3
"""Opens a source in clangd as an editor does, and prints what the editor would show.

    lsp_session.py CLANGD FILE [-- arguments of clangd]

A line for each diagnostic, `LINE:COLUMN: severity: message [code]` with places from 1, and below it a line `fix: title: 'new text'` for each fix
that clangd offers there. Exit code: 0, or 1 when clangd did not answer.
"""

import json
import subprocess
import sys
import threading
from pathlib import Path

SEVERITIES = {1: "error", 2: "warning", 3: "information", 4: "hint"}


class Session:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        # A clangd that hangs must not hang the test.
        self.timer = threading.Timer(60, self.process.kill)
        self.timer.start()

    def send(self, method, parameters, request=False):
        message = {"jsonrpc": "2.0", "method": method, "params": parameters}
        if request:
            self.number += 1
            message["id"] = self.number
        body = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()
        return self.number

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit("lsp_session: clangd ended or did not answer")
            if line == b"\r\n":
                return json.loads(self.process.stdout.read(length))
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)

    def wait_for(self, wanted):
        while True:
            message = self.receive()
            if wanted(message):
                return message

    def ask(self, method, parameters):
        number = self.send(method, parameters, request=True)
        return self.wait_for(lambda m: m.get("id") == number and "method" not in m).get("result")


def main():
    arguments = sys.argv[1:]
    extra = []
    if "--" in arguments:
        at = arguments.index("--")
        arguments, extra = arguments[:at], arguments[at + 1:]
    clangd, file = arguments[0], Path(arguments[1]).resolve()
    session = Session([clangd, "--background-index=false", "--log=error", *extra])
    session.ask("initialize", {"processId": None, "rootUri": file.parent.as_uri(), "capabilities": {
        "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}}}})
    session.send("initialized", {})
    uri = file.as_uri()
    session.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "cpp", "version": 1, "text": file.read_text()}})
    published = session.wait_for(lambda m: m.get("method") == "textDocument/publishDiagnostics" and m["params"]["uri"] == uri)
    for diagnostic in published["params"]["diagnostics"]:
        start = diagnostic["range"]["start"]
        first = diagnostic["message"].split("\n")[0]
        print(f"{start['line'] + 1}:{start['character'] + 1}: {SEVERITIES[diagnostic['severity']]}: {first} [{diagnostic.get('code', '')}]")
        actions = session.ask("textDocument/codeAction", {"textDocument": {"uri": uri}, "range": diagnostic["range"],
                                                          "context": {"diagnostics": [diagnostic], "only": ["quickfix"]}})
        for action in actions or []:
            for edits in action.get("edit", {}).get("changes", {}).values():
                for edit in edits:
                    at = edit["range"]["start"]
                    print(f"  fix: {action['title']}: {at['line'] + 1}:{at['character'] + 1}: '{edit['newText']}'")
    session.ask("shutdown", None)
    session.send("exit", None)
    session.process.wait()
    session.timer.cancel()


main()
