#!/usr/bin/env python3
"""Checks what holds for every log of the tool, whatever the findings: check_log.py LOG ROOT

Every index, link, URI, region, hash and message in it is compared with what it refers to; files are looked for below ROOT.
"""

import hashlib
import json
import pathlib
import re
import sys
import urllib.parse

path, root = sys.argv[1], pathlib.Path(sys.argv[2])
raw = pathlib.Path(path).read_bytes()
log = json.loads(raw)


def check(condition, *what):
    if not condition:
        sys.exit(f"{path}: {what}")


check(raw.endswith(b"}\n") and log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json"), "frame")
check(len(log["runs"]) == 1, "runs")
run = log["runs"][0]
driver = run["tool"]["driver"]
check(driver["name"] == "aoti-lint" and re.fullmatch(r"\d+\.\d+\.\d+", driver["semanticVersion"]), "driver")
check(run["columnKind"] == "utf16CodeUnits" and re.fullmatch(r"aoti-lint/.*/", run["automationDetails"]["id"]), "run")
check(not re.search(rb"\d{4}-\d\d-\d\dT\d\d:\d\d", raw), "a time")
bases = run["originalUriBaseIds"]
check(all(base["uri"].startswith("file:///") and base["uri"].endswith("/") for base in bases.values()), bases)

taxa = [taxon["id"] for taxon in run["taxonomies"][0]["taxa"]]
check(taxa == [f"AOTI{n:02}" for n in range(1, 14)], taxa)
rules = driver["rules"]
check([rule["id"] for rule in rules] == sorted({rule["id"] for rule in rules}), "rules")
for rule in rules:
    check(rule["shortDescription"]["text"].endswith(".") and rule["fullDescription"]["text"] and rule["help"]["markdown"], rule["id"])
    check(rule["helpUri"].startswith("https://") and re.fullmatch(r"[A-Z][A-Za-z0-9]+", rule["name"]), rule["id"])
    check(rule["defaultConfiguration"]["level"] in ("error", "warning", "note"), rule["id"])
    for relation in rule.get("relationships", []):
        check(taxa[relation["target"]["index"]] == relation["target"]["id"], rule["id"])

texts = {}


def file_of(artifact):
    check(run["artifacts"][artifact["index"]]["location"] == artifact, artifact)
    check(not artifact["uri"].startswith(("/", "file:")) and ".." not in artifact["uri"].split("/") and " " not in artifact["uri"], artifact)
    check(artifact["uriBaseId"] in bases, artifact)
    folder = root if artifact["uriBaseId"] == "SRCROOT" else pathlib.Path("/")
    file = folder / urllib.parse.unquote(artifact["uri"])
    check(file.is_file(), file)
    return file


def lines_of(file):
    if file not in texts:
        texts[file] = [line.encode("utf-16-le") for line in file.read_bytes().decode(errors="replace").split("\n")]
    return texts[file]


def check_place(place):
    check("physicalLocation" in place, place)
    physical = place["physicalLocation"]
    file, region = file_of(physical["artifactLocation"]), physical["region"]
    if file.suffix == ".pt2":
        check(region == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}, region)
        return
    lines = lines_of(file)
    check(1 <= region["startLine"] <= region["endLine"] <= len(lines), region)
    for side in ("start", "end"):
        check(1 <= region[side + "Column"] <= len(lines[region[side + "Line"] - 1]) // 2 + 1, file, region)
    check((region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"]), region)
    if "snippet" in region and region["startLine"] == region["endLine"]:
        units = lines[region["startLine"] - 1][2 * region["startColumn"] - 2:2 * region["endColumn"] - 2]
        check(units.decode("utf-16-le", "replace") == region["snippet"]["text"], region)
    if "contextRegion" in physical:
        context = physical["contextRegion"]
        check(context["startLine"] <= region["startLine"] and region["endLine"] <= context["endLine"], context)


for artifact in run["artifacts"]:
    file = file_of(artifact["location"])
    if "hashes" in artifact:
        check(hashlib.sha256(file.read_bytes()).hexdigest() == artifact["hashes"]["sha-256"], file)

prints = []
for result in run["results"]:
    rule, text = rules[result["ruleIndex"]], result["message"]["text"]
    check(rule["id"] == result["ruleId"] and result["level"] in ("error", "warning", "note"), result["ruleId"])
    check(text.endswith(".") and rule["messageStrings"]["default"]["text"].format(*result["message"]["arguments"]) == text, text)
    check(len(result["locations"]) == 1, result)
    check_place(result["locations"][0])
    related = result.get("relatedLocations", [])
    check([place["id"] for place in related] == list(range(1, len(related) + 1)), "ids")
    for place in related:
        check_place(place)
        check(place["message"]["text"].endswith("."), place)
    links = [int(link) for link in re.findall(r"(?<!\\)\]\((\d+)\)", text)]
    check(set(links) <= {place["id"] for place in related}, text)
    for flow in result.get("codeFlows", []):
        steps = flow["threadFlows"][0]["locations"]
        check([step["executionOrder"] for step in steps] == list(range(1, len(steps) + 1)), "steps")
        for step in steps:
            check_place(step["location"])
            check(step["location"]["message"]["text"].endswith("."), step)
    for fix in result.get("fixes", []):
        check(fix["description"]["text"].endswith("."), fix)
        for change in fix["artifactChanges"]:
            check(file_of(change["artifactLocation"]).suffix != ".pt2", "a fix inside of an archive")
            for replacement in change["replacements"]:
                check_place({"physicalLocation": {"artifactLocation": change["artifactLocation"], "region": replacement["deletedRegion"]}})
    partial = result["partialFingerprints"]
    check(re.fullmatch(r"[0-9a-f]{1,16}:\d+", partial["primaryLocationLineHash"]), partial)
    check(re.fullmatch(r"[0-9a-f]{16}", partial["aotiFinding/v1"]), partial)
    prints.append(partial["aotiFinding/v1"])
check(len(prints) == len(set(prints)), "fingerprints occur twice")

invocation = run["invocations"][0]
check(invocation["executionSuccessful"] == (invocation["exitCode"] in (0, 1)), invocation)
for notification in invocation["toolExecutionNotifications"]:
    check(notification["message"]["text"].endswith(".") and notification["level"] in ("error", "warning", "note"), notification)
    check(driver["notifications"][notification["descriptor"]["index"]]["id"] == notification["descriptor"]["id"], notification)
    for place in notification.get("locations", []):
        check_place(place)
