"""Stores that the tests share: those of the repository."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def sample_data() -> str:
    """Give the path of the stores in the repository."""
    return os.fspath(ROOT / "sample-data")
