"""Makes assets/standard-names.bin of the table of standard names of the CF conventions, as XML.

    python make_standard_names.py cf-standard-name-table.xml ../../assets/standard-names.bin

The table is in https://github.com/cf-convention/vocabularies. The file begins with lines of text: version, date, and each unit once. After an
empty line come five bytes for each name and alias, in order: FNV-1a of 32 bits (little-endian), and the number of its unit.
"""

import re
import struct
import sys
import xml.etree.ElementTree


def fnv(name):
    value = 0x811C9DC5
    for byte in name.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def main(source, target):
    table = xml.etree.ElementTree.parse(source).getroot()
    units_of = {entry.get("id"): entry.findtext("canonical_units") or "" for entry in table.iter("entry")}
    for alias in table.iter("alias"):
        for entry in alias.iter("entry_id"):
            units_of.setdefault(alias.get("id"), units_of.get(entry.text, ""))
    # As the grammar of units has it: `(m-1)-1` is m.
    units_of = {name: re.sub(r"\(m-1\)-1", "m", units) for name, units in units_of.items()}
    units = sorted(set(units_of.values()))
    rows = sorted((fnv(name), units.index(own)) for name, own in units_of.items())
    assert len({row[0] for row in rows}) == len(rows) and len(units) < 256
    lines = [table.findtext("version_number"), table.findtext("last_modified")[:10], *(own or "1" for own in units)]
    with open(target, "wb") as file:
        file.write(("\n".join(lines) + "\n\n").encode())
        for row in rows:
            file.write(struct.pack("<IB", *row))
    print(len(rows), "names,", len(units), "units")


main(*sys.argv[1:])
