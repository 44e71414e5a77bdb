#!/usr/bin/env python3
"""Adds up the results that utils/test.sh left in a folder.

Reads `checks` (lines "passed NAME" or "failed NAME"), `ctest.xml`, one GoogleTest XML file per test binary in `unit/`, and
`lit.xml`. Names what failed and what was skipped, ends with "N passed, N failed", and exits with 1 if anything failed. A
suite that left no readable result counts as one failure.
"""
import pathlib
import sys
import xml.etree.ElementTree as ET


class Totals:
    def __init__(self):
        self.passed, self.failed, self.skipped = [], [], []

    def add(self, name, outcome):
        {"passed": self.passed, "failed": self.failed, "skipped": self.skipped}[outcome].append(name)


def outcome(case):
    """Of one <testcase> element, as GoogleTest, ctest and lit write it."""
    if case.find("failure") is not None or case.find("error") is not None or case.get("status") == "fail":
        return "failed"
    if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled") or case.get("result") == "skipped":
        return "skipped"
    return "passed"


def cases(path):
    """Name and outcome of each test case in an XML file; None if there is no such file or it is cut off."""
    try:
        root = ET.parse(path).getroot()
    except (OSError, ET.ParseError):
        return None
    return [(f'{case.get("classname") or ""}.{case.get("name")}'.lstrip("."), outcome(case)) for case in root.iter("testcase")]


def add_unit_tests(folder, totals):
    tests = cases(folder / "ctest.xml")
    if tests is None:
        totals.add("unit tests (ctest left no result)", "failed")
        return
    for name, state in tests:
        name = name.split(".")[-1]
        single = cases(folder / "unit" / f"{name}.xml")
        if not single:  # not a GoogleTest binary, or one that ended early
            totals.add(name, state)
            continue
        for case, case_state in single:
            totals.add(f"{name}: {case}", case_state)
        if state == "failed" and all(case_state != "failed" for _, case_state in single):
            totals.add(f"{name} (failed outside its cases)", "failed")


def main():
    folder = pathlib.Path(sys.argv[1])
    totals = Totals()
    built = True
    for line in (folder / "checks").read_text().splitlines():
        state, name = line.split(" ", 1)
        totals.add(f"check {name}", state)
        built = built and line != "failed build"
    if built:
        add_unit_tests(folder, totals)
        lit = cases(folder / "lit.xml")
        if lit is None:
            totals.add("lit (left no result)", "failed")
        for name, state in lit or []:
            totals.add(name, state)
    for name in totals.skipped:
        print(f"skipped: {name}")
    for name in totals.failed:
        print(f"FAILED: {name}")
    print(f"{len(totals.passed)} passed, {len(totals.failed)} failed", flush=True)
    return 1 if totals.failed else 0


if __name__ == "__main__":
    sys.exit(main())
