"""The functions against what is known of the stores in this repository."""

import json
import os
import signal
import socket
import subprocess
import sys

import pytest

import zarrscope


def test_info_is_what_the_document_says(sample_data):
    info = zarrscope.info(f"{sample_data}/climate.zarr/temperature")
    assert info["shape"] == [10, 200, 3000]


def test_stats_count_every_element(sample_data):
    stats = zarrscope.stats(f"{sample_data}/climate.zarr/temperature", region=[slice(0, 2), slice(0, 3), slice(0, 5)])
    assert stats["elements"] == 2 * 3 * 5


def test_parts_of_stats_make_the_whole(sample_data):
    array = f"{sample_data}/climate.zarr/temperature"
    whole = zarrscope.stats(array)
    parts = [zarrscope.stats(array, part=(number, 3)) for number in (2, 3, 1)]
    merged = zarrscope.merge_stats(parts)
    assert merged["lacking"] == []
    assert [merged[name] for name in ("elements", "min", "max")] == [whole[name] for name in ("elements", "min", "max")]
    assert merged["mean"] == pytest.approx(whole["mean"], rel=1e-12)
    assert zarrscope.merge_stats(parts[:2])["lacking"] == [1]


def test_verify_finds_no_fault_in_a_sound_store(sample_data):
    report = zarrscope.verify(f"{sample_data}/sharded.zarr")
    assert report.sound
    assert report.complete
    assert report.chunks.decoded == report.chunks.stored > 0


def test_verify_lists_every_fault(sample_data):
    report = zarrscope.verify(f"{sample_data}/broken.zarr")
    assert not report.sound
    fault = next(fault for fault in report.faults if fault.array.endswith("wrong_length"))
    assert (fault.key, fault.chunk, fault.stage) == ("c.0.1", (0, 1), "bytes")
    assert "expected 128 bytes" in str(fault)


def test_parts_make_the_whole(sample_data):
    whole = zarrscope.verify(sample_data)
    parts = [zarrscope.verify(sample_data, part=(number, 3)) for number in (3, 1, 2)]
    assert not any(part.complete for part in parts)
    merged = zarrscope.merge(parts)
    assert merged.complete
    assert (merged.arrays, merged.chunks, merged.faults) == (whole.arrays, whole.chunks, whole.faults)


def test_a_part_that_lacks_is_named(sample_data):
    merged = zarrscope.merge([zarrscope.verify(f"{sample_data}/sharded.zarr", part=(2, 3))])
    assert merged.lacking == (1, 3)
    assert not merged.complete
    assert not merged.sound


def test_diff_says_whether_stores_are_equal(sample_data):
    store = f"{sample_data}/sharded.zarr"
    assert zarrscope.diff(store, store)["equal"] is True
    assert zarrscope.diff(store, f"{sample_data}/grids.zarr")["equal"] is False


def test_a_chunk_is_followed_through_its_codecs(sample_data):
    trace = zarrscope.trace(f"{sample_data}/broken.zarr/wrong_length", (0, 1))
    assert trace["fault"]["stage"] == "bytes"


def test_nodes_are_found(sample_data):
    assert zarrscope.find(sample_data, "kind:array", "temperature")


def test_what_is_called_wrongly_is_a_usage_error(sample_data):
    with pytest.raises(zarrscope.UsageError, match="nowhere"):
        zarrscope.info(f"{sample_data}/nowhere.zarr")
    with pytest.raises(zarrscope.UsageError, match="--no-such-option"):
        zarrscope.info(sample_data, no_such_option=1)
    with pytest.raises(zarrscope.UsageError, match="without a step"):
        zarrscope.stats(f"{sample_data}/climate.zarr/temperature", region=[slice(0, 2, 2)])


def test_the_reason_of_a_usage_error_is_kept(sample_data):
    with pytest.raises(zarrscope.UsageError) as raised:
        zarrscope.verify(sample_data, no_such_option=1)
    assert str(raised.value).startswith("error: unexpected argument '--no-such-option'")


def test_an_option_that_may_be_repeated_takes_a_list(tmp_path):
    folders = [tmp_path / name for name in ("in", "one", "two")]
    for folder in folders:
        folder.mkdir()
        (folder / "a.bin").write_bytes(b"1234")
    array = {"zarr_format": 2, "shape": [8], "chunks": [4], "dtype": "|u1", "fill_value": 0, "order": "C"}
    array |= {"compressor": None, "filters": None}
    places = {f"v/{number}": [f"../{name}/a.bin", 0, 4] for number, name in enumerate(("one", "two"))}
    references = {".zgroup": '{"zarr_format": 2}', "v/.zarray": json.dumps(array), **places}
    file = folders[0] / "refs.json"
    file.write_text(json.dumps({"version": 1, "refs": references}))
    assert len(zarrscope.verify(file).faults) == 2
    assert zarrscope.verify(file, allow_references=folders[1:]).sound
    assert len(zarrscope.verify(file, allow_references=str(folders[1])).faults) == 1


@pytest.mark.parametrize("part", [3, (1, 2, 3), "half"])
def test_a_part_that_is_none_is_a_usage_error(sample_data, part):
    with pytest.raises(zarrscope.UsageError, match="part"):
        zarrscope.verify(sample_data, part=part)


def test_what_is_printed_is_not_to_be_chosen(sample_data, tmp_path):
    for option, value in [("output", tmp_path / "x.json"), ("format", "junit"), ("json", True)]:
        with pytest.raises(zarrscope.UsageError, match=option):
            zarrscope.verify(sample_data, **{option: value})
    assert not list(tmp_path.iterdir())


def test_nothing_is_known_of_a_store_that_is_not_reached():
    # Nobody listens at the first port of this machine.
    report = zarrscope.verify("http://127.0.0.1:1/a.zarr", retries=0)
    assert report.not_reached
    assert report.chunks.missing is None
    assert not report.complete
    assert not report.sound


@pytest.mark.skipif(os.name != "posix", reason="it is killed by a signal")
def test_the_program_ends_with_a_python_that_is_killed():
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = "http://{}:{}/a.zarr".format(*server.getsockname())
        code = f"import zarrscope; zarrscope.info({address!r}, timeout=600)"
        with subprocess.Popen([sys.executable, "-c", code]) as python:
            server.settimeout(60)
            connection, _ = server.accept()
            with connection:
                connection.settimeout(60)
                assert connection.recv(1)
                python.send_signal(signal.SIGKILL)
                # The answer never comes. Who asked for it has to go all the same.
                while connection.recv(1 << 16):
                    pass


def test_a_path_that_looks_like_an_option_is_a_path():
    with pytest.raises(zarrscope.UsageError, match="--json"):
        zarrscope.info("--json")


def test_a_program_that_is_not_there_is_said(monkeypatch, sample_data):
    monkeypatch.setenv("ZARRSCOPE", "/nowhere/zarrscope")
    with pytest.raises(zarrscope.CommandError, match="/nowhere/zarrscope"):
        zarrscope.info(sample_data)


def test_what_takes_too_long_is_ended(sample_data):
    with pytest.raises(zarrscope.CommandError, match=r"0\.001 s"):
        zarrscope.verify(sample_data, within=0.001)


def test_the_module_runs_the_program(sample_data):
    done = subprocess.run([sys.executable, "-m", "zarrscope", "tree", sample_data], capture_output=True, text=True, check=False)
    assert "temperature" in done.stdout
