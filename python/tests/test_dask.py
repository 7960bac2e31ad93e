"""Parts on a cluster of processes: the same report as one process."""

import os
import signal

import pytest

import zarrscope

distributed = pytest.importorskip("distributed")
cluster = pytest.importorskip("zarrscope.dask")


@pytest.fixture(scope="module")
def client():
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with distributed.LocalCluster(**options) as local, distributed.Client(local) as client:
        yield client


def test_a_cluster_finds_what_one_process_finds(client, sample_data):
    whole = zarrscope.verify(sample_data)
    report = cluster.verify(sample_data, client, parts=7)
    assert report.complete
    assert (report.arrays, report.chunks, report.faults) == (whole.arrays, whole.chunks, whole.faults)


def test_the_current_client_is_the_cluster(client, sample_data):
    assert cluster.verify(f"{sample_data}/sharded.zarr").sound


def test_parts_that_cannot_be_done_are_named(client):
    with pytest.raises(cluster.IncompleteError, match="nowhere") as raised:
        cluster.verify("/nowhere/a.zarr", client, parts=2, retries=0)
    assert raised.value.report is None
    assert sorted(raised.value.errors) == [1, 2]


def test_a_store_that_cannot_be_opened_has_no_parts(client, tmp_path):
    file = tmp_path / "refs.json"
    file.write_text('{"version": 1, "refs": {"a/.zarray": 1')
    assert str(zarrscope.verify(file).faults[0]).startswith(f"{file}: store: expected references")
    with pytest.raises(cluster.IncompleteError, match="expected references"):
        cluster.verify(file, client, parts=2, retries=0)


def test_a_store_that_is_not_reached_is_tried_again(client, tmp_path, monkeypatch):
    verify = zarrscope._commands.verify

    def counts(number, **rest):
        with open(tmp_path / str(number), "a") as tried:
            tried.write("x")
        return verify_part(number, **rest)

    verify_part = cluster._verify_part
    assert verify("http://127.0.0.1:1/a.zarr", retries=0).not_reached
    monkeypatch.setattr(cluster, "_verify_part", counts)
    # What is not signed needs no credentials, and nobody listens at the first port of this machine.
    with pytest.raises(cluster.IncompleteError, match="no connection") as raised:
        cluster.verify("s3://bucket/a.zarr", client, parts=2, retries=1, endpoint="http://127.0.0.1:1", anonymous=True)
    assert sorted(raised.value.errors) == [1, 2]
    assert [(tmp_path / str(number)).read_text() for number in (1, 2)] == ["xx", "xx"]


def test_a_worker_that_dies_costs_its_part_only(client, sample_data, tmp_path, monkeypatch):
    # The first task that runs ends its worker; the same task then goes on at the other.
    mark = tmp_path / "died"
    verify_part = cluster._verify_part

    def dies_once(number, **rest):
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return verify_part(number, **rest)
        return os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(cluster, "_verify_part", dies_once)
    whole = zarrscope.verify(sample_data)
    report = cluster.verify(sample_data, client, parts=5, retries=0)
    assert mark.exists()
    assert (report.chunks, report.faults) == (whole.chunks, whole.faults)
