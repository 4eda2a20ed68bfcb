"""Every example in a docstring of the engine is true."""

import doctest
import importlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "scoring").rglob("*.py")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_the_engine_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples_to_run() -> None:
    assert sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES) > 40
