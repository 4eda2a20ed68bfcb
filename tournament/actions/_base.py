"""What every write shares: who did it, the tournament's counter, and refusals in plain sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import connection, models
from django.db.models import F
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from tournament.models import Tournament

By = AbstractBaseUser | None


class Refused(Exception):
    """A write that cannot be done; every reason is a sentence for the person who asked. Nothing was changed."""

    def __init__(self, *sentences: str, code: str = "") -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences
        self.code = code


def save(row: models.Model, *, by: By, why: str = "") -> None:
    """Save one row with its history entry."""
    row._history_user = by  # type: ignore[attr-defined]
    row._change_reason = why or None  # type: ignore[attr-defined]
    row.save()


def delete(row: models.Model, *, by: By, why: str = "") -> None:
    """Delete one row; its history stays."""
    row._history_user = by  # type: ignore[attr-defined]
    row._change_reason = why or None  # type: ignore[attr-defined]
    row.delete()


def create_all(rows: Sequence[Any], model: type[models.Model], *, by: By, why: str = "") -> list[Any]:
    """Insert many rows, each with its history entry."""
    if not rows:
        return []
    created: list[Any] = bulk_create_with_history(
        rows, model, batch_size=500, default_user=by, default_change_reason=why or None
    )
    return created


def update_all(
    rows: Sequence[Any], model: type[models.Model], fields: Iterable[str], *, by: By, why: str = ""
) -> None:
    """Update many rows, each with its history entry."""
    if rows:
        bulk_update_with_history(
            rows, model, list(fields), batch_size=200, default_user=by, default_change_reason=why or None
        )


def lock(tournament: Tournament) -> Tournament:
    """The tournament as it is now, locked until the end of the transaction: writes to it come one by one."""
    if not connection.in_atomic_block:
        raise AssertionError("lock() needs a transaction")
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def touch(tournament: Tournament) -> None:
    """Count the write, in the same transaction, so that every page knows that something changed."""
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
