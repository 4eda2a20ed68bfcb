"""What a table agrees on, in words: the open settings of a rule set, and the house rules that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.rules import JokerLimit, OpenCardUse, Rules, Waiver
from scoring.rulesets import Mark, Rating, RuleSet, Scheme


@dataclass(frozen=True, slots=True)
class Switch:
    """A setting that is on or off: its name, and what each of the two means at the table."""

    label: Promise
    on: Promise
    off: Promise


SCORING_SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {
        "hand_double": Switch(
            gettext_lazy("Hand-Rommé counts double"),
            gettext_lazy("After a Hand-Rommé of either kind the hand totals of the others count double."),
            gettext_lazy("A Hand-Rommé counts like a Rommé."),
        ),
        "joker_on_top": Switch(
            gettext_lazy("The bonus for a lone joker comes on top of its value"),
            gettext_lazy("Whoever holds nothing but one joker gets −20 on top of its 20, so 0."),
            gettext_lazy("Whoever holds nothing but one joker gets −20 in place of its 20."),
        ),
        "negative_totals": Switch(
            gettext_lazy("Negative totals"),
            gettext_lazy("A total may fall below 0."),
            gettext_lazy("A total never falls below 0."),
        ),
        "small_cards_5": Switch(
            gettext_lazy("All cards from 2 to 9 count 5"),
            gettext_lazy("Each card from 2 to 9 counts 5."),
            gettext_lazy("Each card from 2 to 10 counts its number."),
        ),
        "must_go_out": Switch(
            gettext_lazy("Only who goes out can win"),
            gettext_lazy("To win one must go out in the very round that reaches the target."),
            gettext_lazy("The target can be reached without going out."),
        ),
    }
)
"""The options of `scoring.rulesets` that are on or off."""

PLAY_SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {
        "naturals_only": Switch(
            gettext_lazy("Opening without jokers"),
            gettext_lazy("Only melds without a joker count towards the opening."),
            gettext_lazy("Melds with a joker count towards the opening."),
        ),
        "corner": Switch(
            gettext_lazy("Runs go round the corner"),
            gettext_lazy("A run may go on behind its ace: K-A-2."),
            gettext_lazy("A run ends at the ace: K-A-2 is not allowed."),
        ),
        "adjacent_jokers": Switch(
            gettext_lazy("Jokers side by side"),
            gettext_lazy("In runs of four and more cards jokers may lie side by side."),
            gettext_lazy("Jokers never lie side by side."),
        ),
        "strict_swap": Switch(
            gettext_lazy("Jokers leave a set of four only"),
            gettext_lazy("From a set a joker is swapped only when the set has four cards."),
            gettext_lazy("From a set a joker may be swapped at any time."),
        ),
        "rearrange": Switch(
            gettext_lazy("Räuber-Rommé"),
            gettext_lazy(
                "Melds on the table may be taken apart and rebuilt, as long as every group left is legal."
            ),
            gettext_lazy("Melds on the table are not taken apart."),
        ),
    }
)
"""The options of `scoring.rules` that are on or off; none of them changes a point."""

OPEN_TO: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "home": tuple(PLAY_SWITCHES),
        "schmidt": ("naturals_only", "corner", "adjacent_jokers"),
    }
)
"""Which of the play switches a rule set leaves to the table; the others have none."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A custom of the house that no verdict and no point depends on: a tick on the sheet."""

    label: Promise
    sentence: Promise


VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {
        "first_round": Variant(
            gettext_lazy("First round without laying"),
            gettext_lazy("Nobody lays anything until each player has had a turn."),
        ),
        "knocking": Variant(
            gettext_lazy("Klopfen"),
            gettext_lazy(
                "Whoever can use a discard out of turn knocks and takes it with a penalty card from the stock. "
                "The next player comes first and takes no penalty card."
            ),
        ),
        "buying": Variant(
            gettext_lazy("Kaufen"),
            gettext_lazy(
                "Whoever wants the top discard out of turn takes it, and the top of the stock with it, "
                "if the players in between agree."
            ),
        ),
    }
)


def switched_on(rules: Rules, name: str) -> bool:
    """Whether a play switch is on in these rules."""
    if name == "adjacent_jokers":
        return rules.adjacent_jokers_from is not None
    return bool(getattr(rules, name))


@dataclass(frozen=True, slots=True)
class Chapter:
    """Some house rules under one heading."""

    title: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the sheet with a box to tick."""

    label: str
    sentence: str
    ticked: bool


def house_rules(ruleset: RuleSet, rules: Rules, rounds: int | None) -> tuple[Chapter, ...]:
    """The rules of play and of scoring with everything the table chose. No SQL."""
    return (
        Chapter(_("Cards"), tuple(_cards(rules))),
        Chapter(_("Laying"), tuple(_laying(rules))),
        Chapter(_("Scoring"), tuple(_scoring(ruleset))),
        Chapter(_("End"), tuple(_end(ruleset, rounds))),
    )


def variants(agreed: Mapping[str, Any]) -> tuple[Tick, ...]:
    """Every custom of the house, ticked where it was chosen."""
    return tuple(
        Tick(str(variant.label), str(variant.sentence), bool(agreed.get(name)))
        for name, variant in VARIANTS.items()
    )


def _cards(rules: Rules) -> Iterator[str]:
    values = {"decks": rules.decks, "jokers": rules.jokers, "dealt": rules.cards_dealt}
    yield (
        ngettext(
            "%(decks)d deck of 52 cards and %(jokers)d jokers; each player gets %(dealt)d cards.",
            "%(decks)d decks of 52 cards and %(jokers)d jokers; each player gets %(dealt)d cards.",
            rules.decks,
        )
        % values
    )
    yield _("In the hand an ace counts %(ace)d and a joker %(joker)d; king, queen and jack count 10.") % {
        "ace": rules.ace_value,
        "joker": rules.joker_value,
    }
    if rules.small_cards_5:
        yield str(SCORING_SWITCHES["small_cards_5"].on)


JOKER_LIMITS = {
    JokerLimit.MINORITY: gettext_lazy("A meld has fewer jokers than natural cards."),
    JokerLimit.TWO_NATURALS: gettext_lazy("A meld has at least two natural cards."),
    JokerLimit.ONE_NATURAL: gettext_lazy("A meld has at least one natural card."),
}
OPEN_CARDS = {
    OpenCardUse.ALWAYS: gettext_lazy("A card taken from the discards must be used at once."),
    OpenCardUse.BEFORE_OPENING: gettext_lazy(
        "Before the opening a card taken from the discards must be used at once."
    ),
    OpenCardUse.WHEN_DEEP: gettext_lazy(
        "A deeper card is taken with all cards above it and must be used at once."
    ),
}
WAIVERS = {
    Waiver.PURE_HAND_ROMME: gettext_lazy("A pure Hand-Rommé needs no opening."),
    Waiver.ONE_CARD_LEFT: gettext_lazy("An opening that leaves at most one card may count less."),
}


def _laying(rules: Rules) -> Iterator[str]:
    if rules.opening_needed:
        yield _("The opening counts at least %(threshold)d.") % {"threshold": rules.threshold}
        yield str(WAIVERS[rules.threshold_waived])
        yield _switch_sentence(rules, "naturals_only")
    else:
        yield _("No opening is needed.")
    yield _switch_sentence(rules, "corner")
    yield str(JOKER_LIMITS[rules.joker_limit])
    if rules.adjacent_jokers_from == 3:
        yield _("Jokers may lie side by side.")
    else:
        yield _switch_sentence(rules, "adjacent_jokers")
    if rules.swap_allowed:
        yield _("A joker on the table may be swapped for the card it stands for.")
        yield _switch_sentence(rules, "strict_swap")
    else:
        yield _("A joker stays where it lies.")
    yield _switch_sentence(rules, "rearrange")
    yield str(OPEN_CARDS[rules.open_card_use])
    if rules.discard_needed:
        yield _("Whoever goes out needs a card for the discards.")
    else:
        yield _("One may go out without a discard.")


def _switch_sentence(rules: Rules, name: str) -> str:
    switch = PLAY_SWITCHES[name]
    return str(switch.on if switched_on(rules, name) else switch.off)


SCHEMES = {
    Scheme.RATING: gettext_lazy("Each player gets rating points by the table of the DRoV; most points win."),
    Scheme.LOSS: gettext_lazy("What is left in the hand counts against each player; the lowest sum wins."),
    Scheme.WINNER: gettext_lazy(
        "Only the winner of a round scores: the hand totals of the others together, doubled after a Hand-Rommé."
    ),
    Scheme.LAID: gettext_lazy(
        "What was laid counts for each player, what is left in the hand against; the highest total wins."
    ),
}


def _scoring(ruleset: RuleSet) -> Iterator[str]:
    yield str(SCHEMES[ruleset.scheme])
    if ruleset.rating is not None:
        yield _rating(ruleset.rating, ruleset)
    if ruleset.scheme is Scheme.WINNER:
        yield _(
            "In a blocked round the lightest hand scores the differences to the others; they are never doubled."
        )
    if ruleset.first_out:
        yield _("Whoever is out first gets %(points)s.") % {"points": f"−{-ruleset.first_out}"}
    if ruleset.first_opener:
        yield _("Whoever laid first and does not win gets +%(points)d.") % {"points": ruleset.first_opener}
    for name, switch in SCORING_SWITCHES.items():
        if name in ruleset.option_names and name not in ("small_cards_5", "must_go_out"):
            yield str(switch.on if getattr(ruleset, name) else switch.off) + _star(ruleset, name)
    if Mark.ASSUMED in _marks(ruleset):
        yield _("* Not yet confirmed; it counts so here.")


def _marks(ruleset: RuleSet) -> list[Mark | None]:
    """The marks of everything these sentences name."""
    cells = list(ruleset.rating.cells()) if ruleset.rating else []
    switches = [name for name in SCORING_SWITCHES if name in ruleset.option_names]
    return [ruleset.marks.get(name) for name in [*cells, *switches]]


def _star(ruleset: RuleSet, name: str) -> str:
    return "*" if ruleset.marks.get(name) is Mark.ASSUMED else ""


def _rating(rating: Rating, ruleset: RuleSet) -> str:
    """The whole table in one line, the best first; what nobody has confirmed yet with a star."""
    won = [_("Hand-Rommé"), _("Hand-Rommé mit Anlegen"), _("Rommé")]
    steps = [
        _("opened with more") if bound is None else _("opened up to %(bound)d") % {"bound": bound}
        for bound, _points in rating.opened
    ]
    words = [*won, *steps, _("not opened")]
    cells = zip(words, rating.cells().items(), strict=True)
    return ", ".join(f"{word}: {points}{_star(ruleset, name)}" for word, (name, points) in cells)


def _end(ruleset: RuleSet, rounds: int | None) -> Iterator[str]:
    if ruleset.target is not None:
        yield _("The match ends when somebody alone leads with %(target)d or more; a tie plays on.") % {
            "target": ruleset.target
        }
        if "must_go_out" in ruleset.option_names:
            switch = SCORING_SWITCHES["must_go_out"]
            yield str(switch.on if ruleset.must_go_out else switch.off)
    if rounds is not None:
        yield ngettext(
            "At most %(count)d round is played.", "At most %(count)d rounds are played.", rounds
        ) % {"count": rounds}
    if ruleset.target is None and rounds is None:
        yield _("The number of rounds is left open.")
