"""Compares a list of the tool with Checks.def: compare_registry.py Checks.def KIND FILE

KIND is `json` or `text` (outputs of --list-checks) or `sarif` or `sarif-advice` (the rules of a log).
"""

import json
import re
import sys

registry, kind, file = sys.argv[1:]
text = re.sub(r"^//.*$", "", open(registry).read(), flags=re.M)
entry = re.compile(r'^AOTI_(HIDDEN_)?(TU|PACKAGE)_(?:CHECK)\(\s*"([^"]+)",\s*(\w+),\s*(\w+),\s*(AOTI\d\d),\s*(\w+),\s*"([^"]+)"\)'
                   r'|^AOTI_FRONTEND_RULE\(\s*"([^"]+)",\s*(\w+),\s*(AOTI\d\d),\s*(\w+),\s*"([^"]+)"\)', re.M)
rules, hidden = [], []
for found in entry.finditer(text):
    if found[9]:
        rules.append((found[9], found[10], found[11], found[12].lower(), found[13]))
    elif found[1]:
        hidden.append(found[3])
    else:
        rules.append((found[3], found[5], found[6], found[7].lower(), found[8]))
assert len(rules) >= 8 and hidden, (rules, hidden)

content = open(file).read()
if kind == "json":
    given = [(r["name"], r["group"], r["category"], r["severity"], r["title"]) for r in json.loads(content)]
    assert all(r["category_name"] for r in json.loads(content))
    expected = rules
elif kind == "text":
    given = [tuple(line.split(None, 3)) for line in content.splitlines()]
    expected = [(name, level, category, title) for name, _, category, level, title in rules]
else:
    given = [r["id"] for r in json.loads(content)["runs"][0]["tool"]["driver"]["rules"]]
    given.remove("aoti-lint-incomplete")
    expected = [r[0] for r in rules if r[3] != "note" or kind == "sarif-advice"]
if sorted(given) != sorted(expected):
    sys.exit(f"expected {sorted(expected)}\ngot      {sorted(given)}")
for name in hidden:
    if name in content:
        sys.exit(f"{name} is hidden, but listed")
