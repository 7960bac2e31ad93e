"""Writes tests/icechunk: repositories of Icechunk in both versions of its format, and what zarr-python reads of them.

The values in manifest.json are those that zarr-python reads through Icechunk, as bytes in C order, little-endian: of each
branch, tag and snapshot. The ids of Icechunk are random, so that each run writes other files.

    python -m venv V && V/bin/pip install icechunk==2.3.0 zarr==3.4.2
    V/bin/python tests/python/make_icechunk.py
"""

import base64
import datetime
import json
import pathlib
import shutil

import icechunk
import numpy as np
import zarr
from icechunk import (
    ManifestConfig,
    ManifestSplitCondition,
    ManifestSplitDimCondition,
    ManifestSplittingConfig,
    ManifestVirtualChunkLocationCompressionConfig,
    Repository,
    RepositoryConfig,
    VirtualChunkContainer,
    local_filesystem_storage,
)

HERE = pathlib.Path(__file__).parent.parent / "icechunk"
# The test writes its own directory over this text, with slashes to the same length.
ELSEWHERE = "/zarrscope-virtual-chunks" + "-" * 90
rng = np.random.default_rng(21)


def config(inline, split=None, compress=None):
    made = RepositoryConfig.default()
    made.inline_chunk_threshold_bytes = inline
    manifest = {}
    if split is not None:
        sizes = {ManifestSplitCondition.AnyArray(): {ManifestSplitDimCondition.Any(): split}}
        manifest["splitting"] = ManifestSplittingConfig.from_dict(sizes)
    if compress is not None:
        manifest["virtual_chunk_location_compression"] = compress
    made.manifest = ManifestConfig(**manifest)
    return made


def create(name, version, **settings):
    path = HERE / name
    shutil.rmtree(path, ignore_errors=True)
    return Repository.create(local_filesystem_storage(str(path)), spec_version=version, **settings)


def values(store):
    """What zarr-python reads of every array that can be read."""
    found = {}
    try:
        root = zarr.open_group(store, mode="r")
    except zarr.errors.GroupNotFoundError:  # the first snapshot of a repository has nothing
        return found
    for path, array in root.members(max_depth=None):
        if isinstance(array, zarr.Array) and not array.attrs.get("elsewhere"):
            data = np.asarray(array[...])
            data = data.astype(data.dtype.newbyteorder("<"))
            bytes_ = base64.b64encode(data.tobytes()).decode()
            found[path] = {"shape": list(data.shape), "data_type": data.dtype.name, "bytes": bytes_}
    return found


def history(repo):
    """The snapshots of all branches and tags, newest first."""
    seen = {}
    for branch in repo.list_branches():
        seen |= {row.id: row for row in repo.ancestry(branch=branch)}
    for tag in repo.list_tags():
        seen |= {row.id: row for row in repo.ancestry(tag=tag)}
    rows = sorted(seen.values(), key=lambda row: row.written_at, reverse=True)
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    micro = datetime.timedelta(microseconds=1)
    return [
        {"id": row.id, "parent": row.parent_id, "message": row.message, "written": (row.written_at - epoch) // micro}
        for row in rows
    ]


def described(repo):
    branches = {name: repo.lookup_branch(name) for name in sorted(repo.list_branches())}
    tags = {name: repo.lookup_tag(name) for name in sorted(repo.list_tags())}
    rows = history(repo)
    read = {f"branch.{name}": values(repo.readonly_session(name).store) for name in branches}
    read |= {f"tag.{name}": values(repo.readonly_session(tag=name).store) for name in tags}
    read |= {f"snapshot.{row['id']}": values(repo.readonly_session(snapshot_id=row["id"]).store) for row in rows}
    return {"branches": branches, "tags": tags, "history": rows, "arrays": read}


def write_plain(version):
    """Chunks in files of their own, and in the manifest where they are small."""
    repo = create(f"plain{version}.icechunk", version, config=config(inline=20))
    session = repo.writable_session("main")
    root = zarr.create_group(session.store, zarr_format=3, attributes={"title": "plain"})
    native = root.create_array("native", shape=(6, 10), chunks=(4, 5), dtype="f4", compressors=None)
    native[:] = rng.normal(size=(6, 10))
    packed = root.create_array("packed", shape=(9, 12), chunks=(4, 5), dtype="i2", fill_value=-3)
    packed[0:4] = rng.integers(0, 500, (4, 12))
    small = root.create_array("inner/small", shape=(7,), chunks=(4,), dtype="u1", compressors=None)
    small[:] = np.arange(7)
    root.create_array("inner/scalar", shape=(), dtype="i8", fill_value=0)[...] = -7
    root.create_array("inner/empty", shape=(3, 3), chunks=(2, 2), dtype="f8", fill_value=1.5)
    shards = root.create_array("shards", shape=(8, 8), chunks=(2, 2), shards=(4, 8), dtype="i4")
    shards[:5] = rng.integers(-9, 9, (5, 8))
    # A name that looks like that of a chunk.
    root.create_array("c/c", shape=(2, 2), chunks=(1, 2), dtype="u2", compressors=None)[:] = [[1, 2], [3, 4]]
    session.commit("first values")
    return repo


def write_history(version):
    """Branches, tags and deleted nodes; several manifests of one array; virtual chunks."""
    elsewhere = f"file://{ELSEWHERE}/"
    repo = create(
        f"history{version}.icechunk",
        version,
        config=history_config(elsewhere),
        authorize_virtual_chunk_access={elsewhere: icechunk.Credentials.LocalFileSystemAccess()},
    )
    session = repo.writable_session("main")
    root = zarr.create_group(session.store, zarr_format=3)
    grid = root.create_array("grid", shape=(6, 6), chunks=(1, 2), dtype="i2", fill_value=0)
    grid[:] = np.arange(36).reshape(6, 6)
    root.create_array("gone/values", shape=(4,), chunks=(2,), dtype="f4", fill_value=0)[:] = [1, 2, 3, 4]
    first = session.commit("the grid, and what will be gone")
    repo.create_tag("v1", first)
    repo.create_tag("withdrawn", first)
    repo.delete_tag("withdrawn")
    repo.create_branch("work", first)

    session = repo.writable_session("main")
    zarr.open_group(session.store)["grid"][2, 2:4] = [-1, -2]
    second = session.commit("one chunk is changed\n\nand said in more than one line: größer")
    session = repo.writable_session("main")
    del zarr.open_group(session.store)["gone"]
    session.commit("without gone")
    repo.create_tag("v2", second)

    session = repo.writable_session("work")
    root = zarr.open_group(session.store)
    root.create_array("added", shape=(3,), chunks=(3,), dtype="u4", fill_value=0)[:] = [7, 8, 9]
    virtual(session.store, root)
    session.commit("virtual chunks")
    if version == 2:
        repo.create_branch("feature/a%b", first)
    return repo


def history_config(elsewhere):
    compress = ManifestVirtualChunkLocationCompressionConfig(min_num_chunks=50)
    made = config(inline=8, split=2, compress=compress)
    made.set_virtual_chunk_container(VirtualChunkContainer(elsewhere, icechunk.local_filesystem_store("/")))
    return made


def virtual(store, root):
    """Chunks of plain little-endian bytes in other files: chunk N is bytes 2N..2N+2 of a file that counts in uint8."""
    made = {"compressors": None, "dtype": "u1", "fill_value": 255, "attributes": {"elsewhere": True}}
    root.create_array("virtual/beside", shape=(6,), chunks=(2,), **made)
    for chunk in range(2):
        store.set_virtual_ref(f"virtual/beside/c/{chunk}", f"file://{ELSEWHERE}/beside%20it.bin", offset=2 * chunk, length=2)
    changed = datetime.datetime(2001, 9, 9, 1, 46, 40, tzinfo=datetime.timezone.utc)
    root.create_array("virtual/changed", shape=(2,), chunks=(2,), **made)
    store.set_virtual_ref(
        "virtual/changed/c/0", f"file://{ELSEWHERE}/beside%20it.bin", offset=0, length=2, checksum=changed
    )
    root.create_array("virtual/short", shape=(2,), chunks=(2,), **made)
    store.set_virtual_ref("virtual/short/c/0", f"file://{ELSEWHERE}/beside%20it.bin", offset=7, length=2)
    root.create_array("virtual/away", shape=(8,), chunks=(2,), **made)
    places = ["file:///etc/passwd", "s3://bucket/key/of/data.bin", "https://host.invalid/data.bin", "gs://bucket/data"]
    for chunk, place in enumerate(places):
        store.set_virtual_ref(f"virtual/away/c/{chunk}", place, offset=0, length=2, validate_container=False)
    root.create_array("virtual/many", shape=(120,), chunks=(1,), **made)
    for chunk in range(60):
        place = f"s3://a-bucket/with/a/rather/long/name/of/a/file/part-{chunk:04}.bin"
        store.set_virtual_ref(f"virtual/many/c/{chunk}", place, offset=chunk, length=1, validate_container=False)


def main():
    HERE.mkdir(exist_ok=True)
    manifest = {}
    for version in (1, 2):
        for name, write in (("plain", write_plain), ("history", write_history)):
            manifest[f"{name}{version}.icechunk"] = {"version": version} | described(write(version))
            # Older states of the file `repo`, which nothing reads.
            shutil.rmtree(HERE / f"{name}{version}.icechunk" / "overwritten", ignore_errors=True)
    (HERE / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


main()
