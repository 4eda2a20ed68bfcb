"""The referee's desk: one question, one answer, nothing stored."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.cards import Rank, Suit
from tournament.forms.referee import RANKS, read_desk
from tournament.referee import options, words
from tournament.referee.answers import answer


@require_safe
def referee(request: HttpRequest) -> HttpResponse:
    """Judge what the address says lies on the desk. No SQL."""
    asked = read_desk(request.GET)
    desk = asked.desk
    context = {
        "desk": desk,
        "answer": answer(desk, asked.faults),
        "modes": options.mode_options(desk),
        "profile": options.profile_choice(desk),
        "agreements": list(options.agreements(desk)),
        "addable": options.addable(desk),
        "suits": [(suit, words.SYMBOLS[suit], words.suit_name(suit), suit in words.RED) for suit in Suit],
        "ranks": [
            (key, words.rank_letter(rank), words.rank_name(rank))
            for key, rank in zip(RANKS, Rank, strict=True)
        ],
    }
    return render(request, "referee.html", context)
