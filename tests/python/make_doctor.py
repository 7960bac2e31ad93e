"""Write tests/doctor: small arrays, each damaged or misdeclared in one way, and manifest.json with the cause of each.

    python -m pip install -r tests/python/requirements.txt
    python tests/python/make_doctor.py

zarr-python writes every array sound; then a chunk or the document is changed. The same versions of the packages write the
same bytes each time. The manifest is a list with one row for each case:

    store       the array, relative to tests/doctor
    chunk       the chunk that is at fault, or null for all of them
    hypothesis  what is wrong, in the words of the doctor
    changes     whether the document can be put right: with the changes of that hypothesis, the chunk decodes
"""

import json
import shutil

from doctor import codec_cases, document_cases, file_cases, shard_cases
from doctor.writing import CORPUS, settle_libraries


def main():
    settle_libraries()
    shutil.rmtree(CORPUS, ignore_errors=True)
    CORPUS.mkdir(parents=True)
    rows = []
    for cases in (file_cases, codec_cases, shard_cases, document_cases):
        rows.extend(cases.write())
    names = [row["store"] for row in rows]
    assert len(set(names)) == len(names)
    lines = ",\n".join(json.dumps(row) for row in sorted(rows, key=lambda row: row["store"]))
    (CORPUS / "manifest.json").write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    main()
