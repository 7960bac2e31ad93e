"""Runs the commands on the stores of this repository and validates their JSON with the schemas of `zarrscope schema`.

    pip install jsonschema
    cargo build && python tests/python/check_schemas.py

CI does not run it: it needs Python. Run it when the JSON of a command changes, and change the schema with it.
"""

import json
import subprocess
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "target" / "debug" / "zarrscope"
STORES = ["sample-data", "tests/corpus", "tests/doctor", "tests/plausible"]
WHOLE = ["tree", "verify", "verify --expect all", "verify --part 1/3", "check", "doctor", "find", "advise"]
NODES = ["info", "chunks", "trace --chunk={}", "locate --chunk={}", "index --chunk={}", "probe --at={}", "stats"]
FAULTY = "sample-data/broken.zarr/flipped_bit"
OTHERS = [
    "explain zstd",
    "explain zstd --array sample-data/sharded.zarr/plain --chunk 0,0 --inner 0,0",
    "trace sample-data/sharded.zarr/plain --chunk 0,0 --inner 0,0",
    "try sample-data/climate.zarr/temperature --sample 1",
    "decode sample-data/climate.zarr/temperature --region 0:1,0:2,0:3",
    "decode sample-data/climate.zarr/temperature --region 0:1,0:2,0:3 --physical",
    "stats sample-data/climate.zarr/temperature --physical",
    "stats sample-data/climate.zarr/temperature --physical --part 2/3",
    "diff sample-data/climate.zarr sample-data/groups.zarr",
    "diff sample-data/climate.zarr/temperature sample-data/climate.zarr/temperature",
]


def run(words, stdin=None):
    form = ["--format", "json"] if words[0] == "decode" else ["--json"]
    ran = subprocess.run([PROGRAM, *words, *form], cwd=ROOT, input=stdin, capture_output=True)
    return json.loads(ran.stdout) if ran.stdout and ran.returncode != 2 else None


def schema(name):
    text = subprocess.run([PROGRAM, "schema", name], capture_output=True, check=True).stdout
    return Draft202012Validator(json.loads(text))


def nodes():
    """Every node there is, with the chunk at the beginning of its grid."""
    documents = ["zarr.json", ".zarray", ".zgroup"]
    found = {path.parent for store in STORES for name in documents for path in (ROOT / store).rglob(name)}
    return sorted(str(path.relative_to(ROOT)) for path in found)


def outputs():
    for store in STORES:
        for command in WHOLE:
            name, *options = command.split()
            yield name, [name, store, *options]
    for node in nodes():
        info = run(["info", node]) or {}
        first = ",".join("0" for _ in info.get("shape") or [])
        for command in NODES:
            name, *options = command.format(first).split(" ")
            yield name, [name, node, *options]
    for command in OTHERS:
        yield command.split()[0], command.split()
    yield "topics", ["explain"]
    yield "rules", ["explain", "rules"]


def main():
    validators, count, wrong = {}, 0, 0
    for name, words in outputs():
        value = run(words)
        if value is None:
            continue
        count += 1
        validator = validators.setdefault(name, schema(name)) if name not in validators else validators[name]
        for error in validator.iter_errors(value):
            wrong += 1
            print(f"{' '.join(words)}: {error.json_path}: {error.message[:200]}")
    for words in (["verify", "sample-data"], ["stats", "sample-data/climate.zarr/temperature"], ["stats", FAULTY]):
        parts = [run([*words, "--part", f"{part}/2"]) for part in (1, 2)]
        merged = run(["merge", "-"], stdin="\n".join(map(json.dumps, parts)).encode())
        count += 1
        for error in schema("merge").iter_errors(merged):
            wrong += 1
            print(f"merge of {' '.join(words)}: {error.json_path}: {error.message[:200]}")
    print(f"{count} outputs, {wrong} errors")
    sys.exit(bool(wrong))


main()
