"""The rule book: everybody may read it, nothing is stored."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.rulebook import JOINT, rulebook

LONGEST_QUERY = 80


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The list of all entries, those that hold the words asked for, or the whole text for paper. No SQL."""
    book = rulebook()
    query = " ".join(request.GET.get("q", "").split())[:LONGEST_QUERY]
    context = {
        "book": book,
        "query": query,
        "hits": book.search(query) if query else None,
        "whole": "whole" in request.GET,
    }
    return render(request, "rules.html", context)


@require_safe
def rule(request: HttpRequest, key: str) -> HttpResponse:
    """One entry, or all those a verdict names, one below the other. No SQL."""
    book = rulebook()
    entries = [book.by_key[each] for each in dict.fromkeys(key.split(JOINT)) if each in book.by_key]
    if not entries:
        raise Http404
    place = book.entries.index(entries[-1])
    context = {
        "book": book,
        "entries": entries,
        "before": book.entries[place - 1] if len(entries) == 1 and place else None,
        "after": book.entries[place + 1] if len(entries) == 1 and place + 1 < len(book.entries) else None,
    }
    return render(request, "rule.html", context)
