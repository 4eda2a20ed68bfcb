"""The same tests on PostgreSQL: a private cluster on a socket, started and stopped here."""

from __future__ import annotations

import getpass
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import needs

ROOT = Path(__file__).resolve().parent.parent

# What talks to the database most: constraints, writes, files in and out, standings.
ON_POSTGRESQL = [
    "test_models.py", "test_results.py", "test_exchange.py", "test_standings.py", "test_players.py", "test_draw.py",
]  # fmt: skip


def server_binaries() -> Path | None:
    """The newest server found; distributions keep it out of the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


@pytest.fixture
def cluster() -> Iterator[str]:
    """A database URL of a cluster that lives as long as the test."""
    binaries = server_binaries()
    needs(str(binaries) if binaries else None, "PostgreSQL")
    assert binaries is not None
    # PostgreSQL refuses to run as root: its own account does it then.
    account = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    user = "postgres" if account else getpass.getuser()
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    try:
        if account:
            shutil.chown(folder, "postgres")
        data = folder / "data"

        def run(*command: str) -> None:
            subprocess.run([*account, *command], cwd="/", check=True, stdout=subprocess.DEVNULL)

        run(str(binaries / "initdb"), "-D", str(data), "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c full_page_writes=off"
        log = str(folder / "log")
        run(str(binaries / "pg_ctl"), "-D", str(data), "-w", "-l", log, "-o", options, "start")
        try:
            yield f"postgres://{user}@{str(folder).replace('/', '%2F')}/postgres"
        finally:
            run(str(binaries / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.postgresql
def test_the_database_tests_pass_on_postgresql(cluster: str) -> None:
    files = [str(ROOT / "tests" / name) for name in ON_POSTGRESQL if (ROOT / "tests" / name).exists()]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-m", "not browser and not sqlite", *files],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": cluster},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert " passed" in run.stdout
