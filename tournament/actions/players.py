"""Players: register, check in, change, withdraw, remove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.actions._base import By, Refused, delete, lock, save, touch, update_all
from tournament.models import MAX_NUMBER, Entry, Player, Tournament
from tournament.names import search_key
from tournament.queries.players import is_adjusted, next_number, was_seated

SAME_NAME = "same_name"
TANDEM_SIZE = 2


@dataclass(frozen=True, slots=True)
class EntryValues:
    """What the page of a player may change."""

    number: int
    name: str
    club: str
    classes: Sequence[str]
    tandem: str
    team: str
    fixed_table: int | None
    present: bool
    fee_paid: bool


@transaction.atomic
def register_player(
    *,
    by: By,
    tournament: Tournament,
    name: str,
    club: str = "",
    person: Player | None = None,
    same_name: bool = False,
) -> Entry:
    """Enter a person of the directory, or a new one, with the next start number.

    `same_name` says that somebody confirmed a second person of that name.
    """
    tournament = lock(tournament)
    number = next_number(tournament)
    if number > MAX_NUMBER:
        raise Refused(_("All start numbers up to %(high)d are taken.") % {"high": MAX_NUMBER})
    if person is not None and (entry := tournament.entries.filter(player=person).first()) is not None:
        raise Refused(
            _("%(name)s is registered already, number %(number)d.")
            % {"name": entry.name, "number": entry.number}
        )
    if not same_name:
        _refuse_same_name(tournament, name)
    if person is None:
        person = Player(name=name, club=club)
        save(person, by=by)
    entry = Entry(
        tournament=tournament,
        player=person,
        number=number,
        name=name,
        club=club or person.club,
        classes=list(person.classes),
    )
    save(entry, by=by)
    touch(tournament)
    return entry


@transaction.atomic
def change_entry(*, by: By, entry: Entry, values: EntryValues, same_name: bool = False) -> Entry:
    """Change a player's facts; the directory learns the newest name, club and classes."""
    tournament = lock(entry.tournament)
    entry = _fresh(tournament, entry)
    faults = _number_faults(tournament, entry, values.number) + _tandem_faults(
        tournament, entry, values.tandem
    )
    if faults:
        raise Refused(*faults)
    if not same_name and search_key(values.name) != search_key(entry.name):
        _refuse_same_name(tournament, values.name)
    for field in ("number", "name", "club", "tandem", "team", "fixed_table", "present", "fee_paid"):
        setattr(entry, field, getattr(values, field))
    entry.classes = list(values.classes)
    save(entry, by=by)
    person = entry.player
    if (person.name, person.club, person.classes) != (entry.name, entry.club, entry.classes):
        person.name, person.club, person.classes = entry.name, entry.club, entry.classes
        save(person, by=by)
    touch(tournament)
    return entry


@transaction.atomic
def mark_presence(*, by: By, entry: Entry, present: bool) -> Entry:
    """Somebody has come, or is missing. Marking twice changes nothing."""
    tournament = lock(entry.tournament)
    entry = _fresh(tournament, entry)
    if entry.withdrawn:
        raise Refused(_("%(name)s has withdrawn. Please reinstate the player first.") % {"name": entry.name})
    if entry.present != present:
        entry.present = present
        save(entry, by=by)
        touch(tournament)
    return entry


@transaction.atomic
def mark_fee(*, by: By, entry: Entry, fee_paid: bool) -> Entry:
    """The entry fee is paid, or still open."""
    tournament = lock(entry.tournament)
    entry = _fresh(tournament, entry)
    if entry.fee_paid != fee_paid:
        entry.fee_paid = fee_paid
        save(entry, by=by)
        touch(tournament)
    return entry


@transaction.atomic
def mark_everybody(*, by: By, tournament: Tournament, present: bool) -> int:
    """Begin a check-in with everybody missing, or say that all have come. Answers how many were changed."""
    tournament = lock(tournament)
    entries = list(tournament.entries.filter(withdrawn=False).exclude(present=present))
    for entry in entries:
        entry.present = present
    update_all(entries, Entry, ["present"], by=by)
    if entries:
        touch(tournament)
    return len(entries)


@transaction.atomic
def withdraw_entry(*, by: By, entry: Entry) -> Entry:
    """Take somebody out of all further draws; results stay in the lists."""
    tournament = lock(entry.tournament)
    entry = _fresh(tournament, entry)
    if not entry.withdrawn:
        entry.withdrawn = True
        save(entry, by=by, why="withdrawn")
        touch(tournament)
    return entry


@transaction.atomic
def reinstate_entry(*, by: By, entry: Entry) -> Entry:
    """Somebody who had withdrawn plays on."""
    tournament = lock(entry.tournament)
    entry = _fresh(tournament, entry)
    if entry.withdrawn:
        entry.withdrawn = False
        entry.present = True
        save(entry, by=by, why="reinstated")
        touch(tournament)
    return entry


@transaction.atomic
def remove_entry(*, by: By, entry: Entry) -> None:
    """Take an entry off the list as if it had never been there; only while nothing hangs on it."""
    tournament = lock(entry.tournament)
    entry = _fresh(tournament, entry)
    if was_seated(entry) or is_adjusted(entry):
        raise Refused(
            _(
                "%(name)s sits at a table or has an adjustment and stays in the lists. "
                "Please withdraw the player instead."
            )
            % {"name": entry.name}
        )
    person = entry.player
    delete(entry, by=by, why="removed")
    # A slip of the keyboard must not be suggested for ever; people of other tournaments stay.
    if not person.entries.exists():
        delete(person, by=by, why="removed")
    touch(tournament)


def _fresh(tournament: Tournament, entry: Entry) -> Entry:
    """The entry as it is now; somebody may have removed it meanwhile."""
    found = tournament.entries.select_related("player").filter(pk=entry.pk).first()
    if found is None:
        raise Refused(_("%(name)s was removed from the list meanwhile.") % {"name": entry.name})
    found.tournament = tournament
    return found


def _refuse_same_name(tournament: Tournament, name: str) -> None:
    key = search_key(name)
    for entry in tournament.entries.order_by("number"):
        if search_key(entry.name) == key:
            raise Refused(
                _("There is already number %(number)d, %(name)s.")
                % {
                    "number": entry.number,
                    "name": f"{entry.name} ({entry.club})" if entry.club else entry.name,
                },
                code=SAME_NAME,
            )


def _number_faults(tournament: Tournament, entry: Entry, number: int) -> list[str]:
    if number == entry.number:
        return []
    if was_seated(entry):
        return [
            _("The start number %(number)d stands on lists already and stays.") % {"number": entry.number}
        ]
    other = tournament.entries.filter(number=number).first()
    if other is not None:
        return [
            _("The start number %(number)d belongs to %(name)s.") % {"number": number, "name": other.name}
        ]
    return []


def _tandem_faults(tournament: Tournament, entry: Entry, tandem: str) -> list[str]:
    if not tandem or tandem == entry.tandem:
        return []
    partners = list(tournament.entries.filter(tandem=tandem).exclude(pk=entry.pk))
    if len(partners) < TANDEM_SIZE:
        return []
    return [
        _("Tandem %(tandem)s has two players already: %(names)s.")
        % {"tandem": tandem, "names": ", ".join(partner.name for partner in partners)}
    ]
