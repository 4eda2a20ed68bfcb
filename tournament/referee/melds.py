"""Meld, opening, lay-off and swap: one question, one verdict."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.cards import JOKER, Card
from scoring.melds import (
    FEWEST_CARDS,
    Kind,
    Meld,
    judge_meld,
    judge_opening,
    lay_off,
    swap,
    verify_lay_off,
    verify_swap,
    way_out,
)
from scoring.melds import (
    Verdict as MeldVerdict,
)
from scoring.rules import Rules, Waiver
from scoring.violations import Violation, source_of
from tournament.referee.desk import Desk, Row
from tournament.referee.desk import Kind as RowKind
from tournament.referee.verdicts import (
    Block,
    Sentence,
    State,
    Verdict,
    broken_sentences,
    hand_romme_source,
    headed,
    hints,
    labels,
    meld_line,
)
from tournament.referee.ways_out import fitting, largest_lay_off
from tournament.referee.words import card_text, cards_text, jokers_sentences, meld_sentence

MOST_FOR_A_WAY_OUT = 14
"""No hand lays more cards than this at once."""


def verdict_on_meld(desk: Desk, cards: Sequence[tuple[Card, ...]]) -> Verdict:
    """May these cards lie?"""
    judged = judge_meld(cards[0], desk.rules)
    if judged.meld is not None:
        text = _("This may lie: %(meld)s") % {"meld": meld_sentence(judged.meld)}
        return Verdict(
            State.YES, (Sentence(text, source_of_meld(judged.meld, desk.rules)), *sorted_note(judged.meld))
        )
    if len(cards[0]) < FEWEST_CARDS:
        return not_yet(_("Please tap the cards of the meld."), cards[0], judged)
    sentences = headed(_("This may not lie"), list(broken_sentences(judged.violations)))
    return Verdict(State.NO, sentences, instead(judged, desk.rules), framed={0: offending(judged.violations)})


def source_of_meld(meld: Meld, rules: Rules) -> str:
    """Where it is written that such a meld may lie."""
    code = "rank_mismatch" if meld.kind is Kind.SET else "not_consecutive"
    return source_of(code, rules, "Nr. 8, Streitfall 13" if meld.sorted else "")


def sorted_note(meld: Meld) -> tuple[Sentence, ...]:
    """The order in which a run lies that was laid in another."""
    if not meld.sorted:
        return ()
    return (Sentence(_("Sorted, it lies so: %(cards)s.") % {"cards": cards_text(meld.cards)}),)


def not_yet(prompt: str, cards: Sequence[Card], judged: MeldVerdict) -> Verdict:
    """Fewer than three cards are no fault while somebody is still tapping."""
    sentences = tuple(broken_sentences(judged.violations)) if cards else (Sentence(prompt),)
    return Verdict(State.OPEN, sentences)


def offending(broken: Sequence[Violation]) -> tuple[int, ...]:
    """The places of the cards the rules are broken by."""
    return tuple(sorted({at for violation in broken for at in violation.positions}))


def instead(judged: MeldVerdict, rules: Rules) -> tuple[Sentence, ...]:
    """The nearest meld that may lie."""
    if not FEWEST_CARDS <= len(judged.cards) <= MOST_FOR_A_WAY_OUT:
        return ()
    meld = way_out(judged.cards, rules)
    if meld is None:
        return ()
    values = {"cards": cards_text(meld.cards), "meld": meld_sentence(meld)}
    return (Sentence(_("This would do: %(cards)s – %(meld)s") % values),)


# The opening


def verdict_on_opening(desk: Desk, cards: Sequence[tuple[Card, ...]]) -> Verdict:
    """Are these melds enough to open?"""
    rules = desk.rules
    places = [place for place, group in enumerate(cards) if group]
    if not places:
        return Verdict(State.OPEN, (Sentence(_("Please tap the cards of the first meld.")),))
    judged = judge_opening([cards[place] for place in places], rules)
    by_place = dict(zip(places, judged.verdicts, strict=True))
    if not judged.violations:
        return _opening_valid(judged.value, by_place, labels(desk), rules)
    if any(one.violations and len(one.cards) < FEWEST_CARDS for one in judged.verdicts):
        values = {"value": judged.value, "threshold": judged.threshold}
        text = _("So far %(value)d of %(threshold)d; a meld has at least three cards.") % values
        return Verdict(State.OPEN, (Sentence(text, source_of("too_few_cards", rules)),))
    return _opening_not_valid(judged.value, by_place, labels(desk), rules)


def _opening_valid(
    value: int, by_place: dict[int, MeldVerdict], names: Sequence[str], rules: Rules
) -> Verdict:
    if rules.opening_needed:
        text = _("The opening is valid: it counts %(value)d, %(threshold)d are needed.")
        source = source_of("opening_below_threshold", rules)
    else:
        text = _("These melds may lie: together they count %(value)d. No opening is needed.")
        source = source_of("not_consecutive", rules)
    said = Sentence(text % {"value": value, "threshold": rules.threshold}, source)
    notes = [note for one in by_place.values() if one.meld for note in sorted_note(one.meld)]
    return Verdict(State.YES, (said, *_jokers(by_place, names), *notes))


def _opening_not_valid(
    value: int, by_place: dict[int, MeldVerdict], names: Sequence[str], rules: Rules
) -> Verdict:
    faulty = {place: one for place, one in by_place.items() if one.violations}
    sentences = [
        sentence
        for place, one in faulty.items()
        for sentence in broken_sentences(one.violations, names[place] if len(by_place) > 1 else "")
    ]
    ways = [way for one in faulty.values() for way in instead(one, rules)]
    if value < rules.threshold:
        text = _("It counts %(value)d, %(threshold)d are needed.")
        source = source_of("opening_below_threshold", rules)
        sentences.append(Sentence(text % {"value": value, "threshold": rules.threshold}, source))
        if rules.naturals_only and any(one.meld and one.meld.jokers for one in by_place.values()):
            text = _("By your agreement melds with a joker do not count towards it.")
            sentences.append(Sentence(text, source))
        ways += [] if faulty else _missing(value, rules)
    return Verdict(
        State.NO,
        headed(_("The opening is not valid"), sentences),
        tuple(ways),
        framed={place: offending(one.violations) for place, one in faulty.items()},
        flagged=frozenset(faulty),
    )


def _jokers(by_place: dict[int, MeldVerdict], names: Sequence[str]) -> list[Sentence]:
    """What the jokers stand for; the meld is named where several have one."""
    with_jokers = {place: one.meld for place, one in by_place.items() if one.meld and one.meld.jokers}
    several = len(with_jokers) > 1
    return [
        Sentence(f"{names[place]}: {text}" if several else text)
        for place, meld in with_jokers.items()
        for text in jokers_sentences(meld)
    ]


def _missing(value: int, rules: Rules) -> list[Sentence]:
    missing = rules.threshold - value
    text = ngettext("%(count)d is missing.", "%(count)d are missing.", missing) % {"count": missing}
    ways = [Sentence(text)]
    if rules.threshold_waived is Waiver.PURE_HAND_ROMME:
        waived = hand_romme_source(rules)
        ways.append(Sentence(_("A pure Hand-Rommé needs no minimum."), waived))
    broken = judge_opening([], rules).violations
    return [*ways, *hints(broken, rules)]


# What is done to a meld that lies


def lying_meld(desk: Desk, cards: Sequence[tuple[Card, ...]], place: int) -> Meld | Verdict:
    """The meld on the table, or why nothing can be said yet."""
    judged = judge_meld(cards[place], desk.rules)
    if judged.meld is not None:
        return judged.meld
    if len(cards[place]) < FEWEST_CARDS:
        return not_yet(_("Please tap the meld on the table first."), cards[place], judged)
    sentences = headed(_("The meld on the table is not valid"), list(broken_sentences(judged.violations)))
    framed = {place: offending(judged.violations)}
    return Verdict(
        State.NO, sentences, instead(judged, desk.rules), framed=framed, flagged=frozenset({place})
    )


def _place(desk: Desk, kind: RowKind) -> int:
    return next(place for place, row in enumerate(desk.rows) if row.kind is kind)


def verdict_on_lay_off(desk: Desk, cards: Sequence[tuple[Card, ...]]) -> Verdict:
    """May these cards be laid off on that meld?"""
    table, own = _place(desk, RowKind.TABLE), _place(desk, RowKind.LAY_OFF)
    meld = lying_meld(desk, cards, table)
    if isinstance(meld, Verdict):
        return meld
    if not cards[own]:
        return Verdict(
            State.OPEN, (Sentence(_("Please tap the cards to lay off.")),), fitting_cards(meld, desk.rules)
        )
    row: Row = desk.rows[own]
    broken = verify_lay_off(meld, cards[own], desk.rules, row.laid_at)
    if broken:
        sentences = headed(_("This may not be laid off"), list(broken_sentences(broken)))
        ways = (*_some_fit(meld, cards[own], desk.rules), *fitting_cards(meld, desk.rules))
        framed = _framed_in_both(broken, meld, table, own)
        return Verdict(State.NO, sentences, ways, framed=framed, flagged=frozenset({own}))
    done = lay_off(meld, cards[own], desk.rules, row.laid_at)
    text = _("This may be laid off. The meld then counts %(value)d.") % {"value": done.meld.value}
    notes = tuple(Sentence(note) for note in jokers_sentences(done.meld))
    source = source_of("layoff_before_opening", desk.rules)
    after = Block(Sentence(_("Afterwards")), (meld_line(done.meld),))
    return Verdict(State.YES, (Sentence(text, source), *notes), blocks=(after,))


def fitting_cards(meld: Meld, rules: Rules) -> tuple[Sentence, ...]:
    """Which single cards fit."""
    cards = fitting(meld, rules)
    if not cards:
        return (Sentence(_("No single card fits this meld.")),)
    return (Sentence(_("These fit, one at a time: %(cards)s.") % {"cards": cards_text(cards)}),)


def _some_fit(meld: Meld, cards: Sequence[Card], rules: Rules) -> tuple[Sentence, ...]:
    some = largest_lay_off(meld, cards, rules)
    return (
        (Sentence(_("Of these, this may be laid off: %(cards)s.") % {"cards": cards_text(some)}),)
        if some
        else ()
    )


def _framed_in_both(
    broken: Sequence[Violation], meld: Meld, table: int, own: int
) -> dict[int, tuple[int, ...]]:
    """The engine counts the cards laid off behind those that lie."""
    places = offending(broken)
    lying = len(meld.cards)
    return {
        table: tuple(at for at in places if at < lying),
        own: tuple(at - lying for at in places if at >= lying),
    }


def verdict_on_swap(desk: Desk, cards: Sequence[tuple[Card, ...]]) -> Verdict:
    """May this card take the joker's place?"""
    table, own = _place(desk, RowKind.TABLE), _place(desk, RowKind.SWAP)
    meld = lying_meld(desk, cards, table)
    if isinstance(meld, Verdict):
        return meld
    if JOKER not in meld.cards:
        return Verdict(State.OPEN, (Sentence(_("No joker lies in this meld.")),))
    if not cards[own]:
        prompt = Sentence(_("Please tap the card that is to take the joker's place."))
        return Verdict(State.OPEN, (prompt, *map(Sentence, jokers_sentences(meld))))
    if len(cards[own]) > 1:
        text = _("Only one card takes a joker's place; here are %(count)d.") % {"count": len(cards[own])}
        return Verdict(State.UNREADABLE, (Sentence(text),), flagged=frozenset({own}))
    card = cards[own][0]
    broken = verify_swap(meld, card, desk.rules)
    if broken:
        sentences = headed(_("This swap is not allowed"), list(broken_sentences(broken)))
        notes = [] if broken[0].code == "swap_not_allowed" else jokers_sentences(meld)
        ways = (*map(Sentence, notes), *hints(broken, desk.rules))
        return Verdict(State.NO, sentences, ways, framed={own: (0,)}, flagged=frozenset({own}))
    after = swap(meld, card, desk.rules)
    text = _("The swap is allowed: %(card)s takes the joker's place.") % {"card": card_text(card)}
    code = "swap_set_not_four" if meld.kind is Kind.SET else "swap_wrong_card"
    must = _("The joker must be laid or laid off in the same turn; it does not join the hand.")
    sentences = (
        Sentence(text, source_of(code, desk.rules)),
        Sentence(must, source_of("swapped_joker_not_laid", desk.rules)),
    )
    return Verdict(State.YES, sentences, blocks=(Block(Sentence(_("Afterwards")), (meld_line(after),)),))
