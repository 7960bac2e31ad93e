"""Run the doctor on a directory of make_doctor_classes.py, and print hits, misses and false alarms for each class."""

import collections
import json
import subprocess
import sys
from pathlib import Path


def main(directory, program, *only):
    rows = json.loads((Path(directory) / "manifest.json").read_text())
    ran = subprocess.run([program, "doctor", "--json", directory], capture_output=True, text=True, check=False)
    found = json.loads(ran.stdout)
    said = collections.defaultdict(list)
    for one in found["hypotheses"]:
        said[Path(one["array"]).name].append(one)
    hits, wrong, silent, alarms, sound = collections.Counter(), collections.Counter(), collections.Counter(), [], 0
    for row in rows:
        own = said[row["array"]]
        if row["sound"]:
            sound += 1
            alarms += [(row, own[0])] if own else []
            continue
        # Of several chunks the one that is wrong has a hypothesis, or all have the same one.
        first = own[0]["hypothesis"] if own else None
        is_hit = first is not None and any(first.startswith(right) for right in row["right"])
        (hits if is_hit else wrong if own else silent)[row["class"]] += 1
        if not is_hit and any(part in row["class"] for part in only):
            print(row["array"], row["class"], row["right"], [(one["confidence"], one["hypothesis"]) for one in own][:3])
    classes = sorted({row["class"] for row in rows if not row["sound"]})
    for name in classes:
        if wrong[name] + silent[name]:
            print(f"{name:40} {hits[name]:3} right {wrong[name]:3} wrong {silent[name]:3} silent")
    total = sum(not row["sound"] for row in rows)
    for group in ("endian", "order", "type", "cut", "smaller", "narrow"):
        own = [name for name in classes if name.startswith(group)]
        print(f"{group:10} {sum(hits[name] for name in own)} of {sum((hits + wrong + silent)[name] for name in own)}")
    for row, one in alarms[:40]:
        print("FALSE", row["array"], row["class"], one["confidence"], one["hypothesis"], one["evidence"])
    count = sum(hits.values())
    print(f"{count} of {total} right ({count / max(total, 1):.1%}); {len(alarms)} false alarms on {sound} sound arrays")


if __name__ == "__main__":
    main(*sys.argv[1:])
