"""The answers about a hand as JSON values."""

from scoring.cards import format_card
from scoring.melds import Meld, format_face
from scoring.turns import Action, Discarding, Laying, LayingOff, Swapping

from .answers import HandAnswer, Lowest


def answer_as_json(answer: HandAnswer) -> dict[str, object]:
    """Write the answers about a hand; `actions` is the turn that leaves the lowest total, as in turn.json.

    >>> answer_as_json(HandAnswer(20, None, None, None))
    {'total': 20, 'best_opening': None, 'lowest': None, 'hand_romme': None}
    """
    best = answer.best_opening
    return {
        "total": answer.total,
        "best_opening": {"value": best.value, **_melds(best.melds)} if best else None,
        "lowest": _lowest(answer.lowest) if answer.lowest else None,
        "hand_romme": answer.hand_romme.value if answer.hand_romme else None,
    }


def _lowest(lowest: Lowest) -> dict[str, object]:
    return {
        "total": lowest.total,
        **_melds(lowest.melds),
        "lay_offs": [_lay_off(done) for done in lowest.lay_offs],
        "swaps": [_swap(done) for done in lowest.swaps],
        "discard": format_card(lowest.discard) if lowest.discard else None,
        "actions": [action_as_json(action) for action in lowest.actions],
    }


def _melds(melds: tuple[Meld, ...]) -> dict[str, object]:
    return {
        "melds": [[format_card(card) for card in meld.cards] for meld in melds],
        "jokers": [[format_face(face) for face in meld.jokers] for meld in melds],
    }


def _lay_off(action: LayingOff) -> dict[str, object]:
    cards = [format_card(card) for card in action.cards]
    side = {"side": action.side.value} if action.side else {}
    return {"meld": action.meld, "cards": cards, **side}


def _swap(action: Swapping) -> dict[str, object]:
    return {"meld": action.meld, "card": format_card(action.card)}


def action_as_json(action: Action) -> dict[str, object]:
    """Write one action of a turn.

    >>> from scoring.cards import parse_card
    >>> action_as_json(Swapping(0, parse_card("H9")))
    {'swap': {'meld': 0, 'card': 'H9'}}
    """
    match action:
        case Laying():
            return {"lay": [format_card(card) for card in action.cards]}
        case LayingOff():
            return {"lay_off": _lay_off(action)}
        case Swapping():
            return {"swap": _swap(action)}
        case Discarding():
            return {"discard": format_card(action.card)}
        case _:
            return {"rearrange": [[format_card(card) for card in group] for group in action.groups]}
