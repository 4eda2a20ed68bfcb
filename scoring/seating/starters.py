"""Starters found by search: a few tables that, shifted round and round, give series without rematches.

A starter for n players is a modulus m and one or two first series. The players are numbered o·m + x: player x
of orbit o; the numbers behind the last full orbit stay where they are. The next series comes from the one
before by x → x + 1 (mod m) in every orbit; after m series it begins anew.
"""

STARTERS: dict[int, tuple[int, int, tuple[str, ...]]] = {
    16: (5, 3, ("0 5 13 15, 1 4 10 11, 2 3 6 9, 7 8 12 14",)),
    24: (7, 3, ("4 8 16 21, 0 7 14 22, 1 10 11 13, 2 3 5 18, 9 15 19 20, 6 12 17 23",)),
    28: (9, 3, ("4 16 19 27, 0 8 17 21, 2 12 18 20, 3 9 14 23, 1 5 7 24, 6 10 11 13, 15 22 25 26",)),
    32: (
        5,
        6,
        (
            "2 8 20 30, 12 18 25 31, 0 3 19 24, 5 7 11 21, 4 13 14 28, 6 16 17 27, 1 9 26 29, 10 15 22 23",
            "13 17 25 30, 0 5 20 31, 1 12 14 23, 9 16 18 22, 2 3 15 29, 7 8 10 26, 4 6 11 19, 21 24 27 28",
        ),
    ),
    36: (
        11,
        3,
        (
            "0 16 24 34, 2 11 27 35, 5 13 22 33, 1 7 9 30, 8 12 18 20, 19 23 29 31, 3 4 17 21, 6 10 25 26, "
            "14 15 28 32",
        ),
    ),
    40: (
        13,
        3,
        (
            "2 19 31 39, 0 14 18 37, 6 9 21 26, 7 13 28 29, 4 15 17 20, 5 10 11 36, 25 32 34 38, 1 3 23 24, "
            "8 12 27 35, 16 22 30 33",
        ),
    ),
    44: (
        14,
        3,
        (
            "3 27 33 42, 8 16 32 43, 1 15 24 26, 6 11 12 39, 23 34 37 38, 0 2 19 20, 10 13 28 36, 14 18 31 40, "
            "4 17 25 35, 5 9 21 30, 7 22 29 41",
        ),
    ),
    48: (
        15,
        3,
        (
            "0 24 43 45, 9 28 30 47, 13 15 39 46, 2 5 10 44, 14 17 20 25, 29 32 35 40, 1 26 33 34, 3 4 16 41, "
            "11 18 19 31, 6 8 12 37, 7 21 23 27, 22 36 38 42",
        ),
    ),
    52: (
        17,
        3,
        (
            "1 18 35 51, 0 4 10 29, 12 34 38 44, 17 21 27 46, 8 28 49 50, 11 32 33 42, 15 16 25 45, 6 30 41 43, "
            "7 9 23 47, 13 24 26 40, 2 5 14 20, 3 36 39 48, 19 22 31 37",
        ),
    ),
}
"""Players → modulus, orbits, first series."""

LISTS: dict[int, str] = {
    10: "adfj ehi bcg / bfij deg ach / dfgh abe cij / acef ghj bdi / cdej agi bfh",
    11: "acgj bdek fhi / deij cghk abf / bghj aeik cdf / bceh adgi fjk / bcij adhk efg",
    12: "cdgl efij abhk / cfkl bghj adei / bchi adjl efgk / acgj beil dfhk / abdf cehl gijk",
    13: "bcfg ilm aeh djk / bhjm cdi afl egk / agij chk bdl efm / cejl fhi dgm abk / ghkl acm dfj bei",
    14: "afij cdhm bek gln / hjkl cfgn abd eim / bflm degj ahn cik / agkm diln bcj efh / acel bghi dfk jmn",
    17: "kmnp efio abl djq cgh / acnq bfgj dek hop ilm / cdlo ahjm bik fpq egn / "
    "dgip behq ako jln cfm / cejp gklq adf hin bmo",
    18: "bdep fgmq cijn ahk lor / ejkl bhmo dfnr agi cpq / impr cgko adlq bfj ehn / "
    "bknq fhil ajop cdm egr / abcr dghj eioq fkp lmn",
    21: "aghj cder mnqu bio fls kpt / fimt enps aklo cju gqr bdh / hipr dfou bqst egk acm jln / "
    "blpu jkmr cgot fhn eiq ads / befj dgin chlq art mop ksu",
    22: "hilp dmot bfgk equv cns ajr / cegi hnrv fjst adlu kmq bop / bmru apqs cdhk gjno elt fiv / "
    "clor afmn biqt ejkp ghu dsv / iknu aeho glms bcjv dfq prt",
    25: "gilp bjou amnw cdht krs efq vxy / cjqr akly devw bfsx mpu gho int / gnuy hiqx mstv eopr bdl jkw acf / "
    "agqs ckov jlnx dfir bpw etu hmy / rtwy adjp beim fhku lqv nos cgx",
    26: "bcfy gpsz ejvx aklt inrw doq hmu / afqu cdmt boxz hjnp krsv egw ily / dfrz lnou gijm htwx eqsy acv bkp / "
    "adip ceru bghl jkoy mqvw fsx ntz / fiov lmpx aehz cknq gtuy dsw bjr",
}
"""Players → five series, a letter a player: fields too small to be thinned out of a full one fairly.

10, 11 and 12 players make fewer pairs than there are meetings: 15, 20 and 24 meetings are again, as few as counting
allows. For 13 and 14 players the fewest found are 3 and 2; from 15 on there are none.
"""
