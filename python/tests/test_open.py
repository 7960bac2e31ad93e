"""A node and its methods, against what is known of the stores in this repository and against zarr-python."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

import zarrscope

CORPUS = Path(__file__).resolve().parents[2] / "tests" / "corpus"


@pytest.fixture
def refusing():
    """Give the address of a server that refuses everything."""

    class Refusing(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(403)
            self.end_headers()

        do_HEAD = do_GET  # noqa: N815

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/a.zarr"
    server.shutdown()


def test_a_node_knows_its_shape_and_says_so(sample_data):
    node = zarrscope.open(f"{sample_data}/climate.zarr/temperature")
    assert node.shape == (10, 200, 3000)
    assert "temperature float32 (10, 200, 3000)" in repr(node)
    group = zarrscope.open(f"{sample_data}/climate.zarr")
    assert group.shape is None
    assert repr(group).startswith("<zarrscope group ")


def test_nodes_below_are_opened_by_name(sample_data):
    group = zarrscope.open(f"{sample_data}/climate.zarr", max_chunk_bytes=1 << 20)
    array = group["ocean/salinity"]
    assert array.shape == (20, 30)
    assert array.options == {"max_chunk_bytes": 1 << 20}


def test_what_is_not_there_is_wrong_use(sample_data):
    with pytest.raises(zarrscope.UsageError, match="no such path"):
        zarrscope.open(f"{sample_data}/nothing.zarr")


def test_values_are_those_of_the_array(sample_data):
    node = zarrscope.open(f"{sample_data}/climate.zarr/time")
    values = node.decode()
    assert values.dtype == np.dtype("int32")
    assert values.tolist() == list(range(10))
    part = zarrscope.decode(f"{sample_data}/climate.zarr/ocean/depth", region=[slice(0, 2), slice(1, 3)])
    assert part.tolist() == [[-15, -20], [-30, -40]]


def test_values_are_those_of_zarr_python(sample_data):
    zarr = pytest.importorskip("zarr")
    path = f"{sample_data}/climate.zarr/ocean/salinity"
    np.testing.assert_array_equal(zarrscope.decode(path), zarr.open_array(path, mode="r")[:])


def test_texts_are_objects():
    values = zarrscope.decode(CORPUS / "v3/zarr3/string")
    assert values.dtype == object
    assert all(isinstance(value, str) for value in values.ravel())


def test_a_chunk_that_does_not_decode_raises(sample_data):
    with pytest.raises(zarrscope.DataError, match="expected 128 bytes"):
        zarrscope.decode(f"{sample_data}/broken.zarr/wrong_length")


def test_a_chunk_is_decoded_and_traced(sample_data):
    node = zarrscope.open(f"{sample_data}/broken.zarr/wrong_length")
    assert node.decode(chunk=(0, 0)).shape == (4, 4)
    assert node.trace((0, 1))["fault"]["stage"] == "bytes"


def test_an_element_is_probed(sample_data):
    node = zarrscope.open(f"{sample_data}/codecs.zarr/bytes_little")
    assert node.probe((0, 1))["chunk"] == [0, 0]


def test_chunks_are_counted_and_reads_are_planned(sample_data):
    node = zarrscope.open(f"{sample_data}/climate.zarr/temperature")
    assert node.chunks()["chunks"]["stored"] == 117
    plan = node.plan(region=[slice(0, 1), slice(0, 20), slice(0, 400)])
    assert (plan["chunks"], plan["requests"], plan["wanted_bytes"]) == (1, 1, 20 * 400 * 4)
    assert node.plan(chunk_shape=(1, 200, 3000))["chunks"] == 10


def test_it_is_verified_checked_counted_and_compared(sample_data):
    node = zarrscope.open(f"{sample_data}/climate.zarr/ocean/salinity")
    assert node.verify().sound
    assert node.check()["findings"] is not None
    assert node.stats()["elements"] == 600
    assert node.diff(node)["equal"] is True
    assert node.diff(f"{sample_data}/climate.zarr/ocean/depth")["equal"] is False


def test_nodes_are_found_and_listed(sample_data):
    node = zarrscope.open(f"{sample_data}/climate.zarr")
    assert [found["path"] for found in node.find("name:salin")] == ["ocean/salinity"]
    assert {child["name"] for child in node.tree()["children"]} >= {"ocean", "temperature"}


def test_a_sample_is_verified(sample_data):
    report = zarrscope.verify(f"{sample_data}/climate.zarr", sample=5)
    assert report.document["sample"]["chunks"] == 5


def test_faults_are_records_and_a_table(sample_data):
    report = zarrscope.verify(f"{sample_data}/broken.zarr/wrong_length")
    (record,) = report.records()
    assert (record["key"], record["chunk"], record["rule"]) == ("c.0.1", [0, 1], "chunk-length")
    pandas = pytest.importorskip("pandas")
    table = report.to_dataframe()
    assert isinstance(table, pandas.DataFrame)
    assert table["severity"].tolist() == ["error"]


def test_a_notebook_shows_a_page_without_scripts(sample_data):
    page = zarrscope.open(f"{sample_data}/climate.zarr/ocean/salinity")._repr_html_()
    assert page.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert "&lt;svg" in page
    assert "<script" not in page
    assert page.count("<") == 2


def test_storage_options_are_those_of_others(refusing):
    with pytest.raises(zarrscope.UsageError, match=r"expected .*anon.*, found secret"):
        zarrscope.open(refusing, storage_options={"secret": "x"})
    options = {"anon": True, "client_kwargs": {"region_name": "eu-west-1"}}
    node = zarrscope.Node("s3://bucket/a.zarr", zarrscope._node._access(options))
    assert node.options == {"anonymous": True, "bucket_region": "eu-west-1"}


def test_what_a_server_refuses_is_unread(refusing):
    report = zarrscope.verify(refusing, retries=0)
    assert report.not_reached is not None
    assert not report.sound
    with pytest.raises((zarrscope.UnreadError, zarrscope.DataError)):
        zarrscope.decode(refusing, retries=0)


def test_timeout_is_that_of_the_server_and_within_that_of_the_command(sample_data):
    assert zarrscope.info(f"{sample_data}/climate.zarr", timeout=5)["kind"] == "group"
    with pytest.raises(zarrscope.CommandError, match="expected an end within"):
        zarrscope.verify(sample_data, within=0.001)


def test_the_version_is_a_text():
    assert isinstance(zarrscope.__version__, str)


def test_complex_numbers_are_complex(sample_data):
    assert zarrscope.decode(f"{sample_data}/data-types.zarr/complex64").dtype == np.complex64
