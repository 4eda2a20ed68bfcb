"""What the settings read from the environment; a word that is not understood is refused at the start."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

YES = frozenset({"1", "true", "yes", "on", "ja"})
NO = frozenset({"0", "false", "no", "off", "nein", ""})

# SQLite as a database for several writers: take the write lock at the start of a transaction, let readers read
# on, and wait instead of failing. With SQLite's own defaults most concurrent writes fail.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;",
}


def env_bool(name: str, *, default: bool) -> bool:
    """A switch: 1/true/yes/on/ja or 0/false/no/off/nein."""
    text = os.environ.get(name)
    if text is None:
        return default
    word = text.strip().casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise ImproperlyConfigured(f"{name}={text!r} is not understood: write 1 or 0.")


def env_list(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """A list parted by commas."""
    text = os.environ.get(name)
    if text is None:
        return list(default)
    return [part.strip() for part in text.split(",") if part.strip()]


def secret_key(data: Path) -> str:
    """SECRET_KEY, or a key of this machine's own, made once and readable by its owner only."""
    given = os.environ.get("SECRET_KEY")
    if given is not None:
        if len(given) < 32:
            raise ImproperlyConfigured("SECRET_KEY is too short: at least 32 characters.")
        return given
    data.mkdir(exist_ok=True)
    path = data / "secret.key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        pass
    else:
        with os.fdopen(descriptor, "w", encoding="ascii") as handle:
            handle.write(secrets.token_urlsafe(48))
    key = path.read_text(encoding="ascii").strip()
    if len(key) < 32:
        raise ImproperlyConfigured(f"{path} is damaged: delete it, a new one is made at the next start.")
    return key


def database(default_file: Path) -> dict[str, Any]:
    """DATABASE_URL, or an SQLite file; every SQLite gets the options that let several people write."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        default_file.parent.mkdir(exist_ok=True)
        config: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": default_file}
    else:
        try:
            config = dict(dj_database_url.parse(url))
        except (ValueError, KeyError) as error:
            raise ImproperlyConfigured(f"DATABASE_URL is not understood: {error}") from error
    if config["ENGINE"] == "django.db.backends.sqlite3":
        config["OPTIONS"] = {**config.get("OPTIONS", {}), **SQLITE_OPTIONS}
    elif config["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL names neither sqlite nor postgresql.")
    else:
        config["CONN_MAX_AGE"] = 60
        config["CONN_HEALTH_CHECKS"] = True
    return config
