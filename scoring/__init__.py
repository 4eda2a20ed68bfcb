"""The engine of the tournament tool: cards, turns, scores and standings, in pure Python.

Notation: a card is its suit and its rank (``H8``, ``CK``; ``*`` is a joker); a result is ``R`` Rommé, ``H``
Hand-Rommé, ``HA`` Hand-Rommé mit Anlegen, ``87`` opened with 87 left, ``-87`` not opened, ``?`` unclear,
in Rommé 500 ``69/25`` laid and held. Seats, games, series and start numbers count from 1.

Units: *hand totals* (Augen) are the values of the cards in a hand, whole and never negative; *points* are
what a rule set makes of them, whole and signed. Where ``RuleSet.lowest_wins`` holds they are loss points.

The modules know no framework, no clock, no file and no chance but a seed handed in: ``cards``, ``rules``,
``melds``, ``turns`` and ``solver`` judge the play; ``rulesets``, ``scores``, ``games`` and ``matches`` score
it; ``ranking`` orders the totals; ``seating`` draws the tables. Import each name from the module that
defines it; ``python -m scoring`` is the command line.
"""
