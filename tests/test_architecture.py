"""The plan of the house: who may import whom. Nothing points back."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOURNAMENT = ROOT / "tournament"

# room → rooms of the same app it may import (itself included implicitly)
ARROWS: dict[str, set[str]] = {
    "models": {"names"},
    "names": set(),
    "wording": {"names"},
    "agreements": set(),
    "rulebook": {"names"},
    "referee": {"agreements"},
    "scopes": set(),
    "environment": set(),
    "settings": {"environment"},
    "bootstrap": set(),
    "apps": {"checks"},
    "context": set(),
    "middleware": set(),
    "wsgi": set(),
    "checks": {"documents"},
    "network": set(),
    "templatetags": {"names", "wording", "rulebook"},
    "queries": {"models", "names", "wording", "scopes", "agreements"},
    "forms": {"models", "names", "wording", "scopes", "agreements", "referee"},
    "actions": {"models", "queries", "names", "wording", "scopes"},
    "tables": {"names", "wording"},
    "documents": {"names", "wording", "scopes"},
    "exchange": {"actions", "queries", "models", "names", "wording", "scopes"},
    "views": {
        "forms", "actions", "queries", "tables", "documents", "exchange", "models", "names", "wording", "scopes",
        "context", "middleware", "network", "referee", "rulebook",
    },
    "urls": {"views"},
    "management": {
        "forms", "exchange", "actions", "queries", "documents", "models", "names", "wording", "scopes", "network",
        "context", "settings",
    },
    "migrations": {"models"},
}  # fmt: skip


def imports(path: Path) -> list[str]:
    """Every module a file imports, wherever in the file."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            if node.module == "tournament":
                found += [f"tournament.{alias.name}" for alias in node.names]
            else:
                found.append(node.module)
    return found


def room(path: Path) -> str:
    """The first name below the app: a module or a package."""
    return path.relative_to(TOURNAMENT).parts[0].removesuffix(".py")


FILES = sorted(
    path for path in TOURNAMENT.rglob("*.py") if path.name != "__init__.py" or path.parent != TOURNAMENT
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_follow_the_arrows(path: Path) -> None:
    here = room(path)
    assert here in ARROWS, f"the room {here} is not in the plan of the house"
    for module in imports(path):
        if module.startswith("tournament."):
            target = module.split(".")[1]
            assert target == here or target in ARROWS[here], f"{here} must not import {target}"


@pytest.mark.parametrize(
    "path", sorted((ROOT / "scoring").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT))
)
def test_the_engine_imports_the_standard_library_only(path: Path) -> None:
    for module in imports(path):
        top = module.split(".")[0]
        assert top == "scoring" or top in sys.stdlib_module_names
        assert top not in {"random", "time", "datetime", "os", "pathlib", "socket"}, (
            "the engine knows no clock, no files and no randomness but the seed it is given"
        )


def test_weasyprint_is_imported_by_documents_alone() -> None:
    users = {room(path) for path in FILES if any(m.split(".")[0] == "weasyprint" for m in imports(path))}
    assert users <= {"documents"}
