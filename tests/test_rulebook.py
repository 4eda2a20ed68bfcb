"""The rule book: every rule a verdict names has an entry, and people find it by word and number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation

from scoring.rules import PROFILES, with_options
from scoring.rulesets import RULESETS, Mark
from scoring.violations import NUMBERS, source_of
from tournament.rulebook import ASSUMED, entries_of, rule_text, rule_url, rulebook

ROOT = Path(__file__).resolve().parent.parent
CITED = re.compile(r"\b(Nr\.|Streitfall) (\d+[a-d]?(?:(?:, | to | bis )\d+[a-d]?)*)")
AGREED = {
    "threshold": 30,
    "naturals_only": True,
    "corner": False,
    "adjacent_jokers": True,
    "strict_swap": False,
    "rearrange": True,
}


def keys(query: str) -> list[str]:
    """What a search finds, in order."""
    return [hit.entry.key for hit in rulebook().search(query)]


def cited(text: str) -> set[str]:
    """Every number of the rule and every dispute a text names."""
    return {
        f"{kind} {number}"
        for kind, numbers in CITED.findall(text)
        for number in re.findall(r"\d+[a-d]?", numbers)
    }


@pytest.mark.parametrize("code", NUMBERS)
@pytest.mark.parametrize("name", PROFILES)
def test_every_source_of_a_verdict_opens_an_entry_for_each_of_its_parts(name: str, code: str) -> None:
    for rules in (PROFILES[name], with_options(PROFILES[name], AGREED)):
        source = source_of(code, rules)
        parts = source.replace(ASSUMED, "").split(",")
        assert len(entries_of(source)) == len(parts), source
        assert rule_url(source).startswith("/rules/")


@pytest.mark.parametrize(
    "path",
    sorted([*(ROOT / "scoring").rglob("*.py"), *(ROOT / "tournament").rglob("*.py")]),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_every_number_the_program_names_has_an_entry(path: Path) -> None:
    assert cited(path.read_text(encoding="utf-8")) <= set(rulebook().by_name)


def test_every_number_has_a_test_named_after_it_and_the_other_way_round() -> None:
    names = re.findall(
        r"def test_\w*?(nr|streitfall)_(\d+[a-d]?)_",
        "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").glob("*.py")),
    )
    numbered = {key for key in rulebook().by_key if key.startswith(("nr-", "streitfall-"))}
    assert {f"{kind}-{number}" for kind, number in names} == numbered


def test_the_book_is_whole_in_both_languages() -> None:
    book = rulebook()
    assert len(book.by_key) == len(book.entries)
    assert {f"nr-{number}" for number in range(1, 15)} <= set(book.by_key)
    assert {f"nr-4{letter}" for letter in "abcd"} <= set(book.by_key)
    for entry in book.entries:
        for texts in (entry.titles, *(paragraph.texts for paragraph in entry.paragraphs)):
            assert set(texts) == {"de", "en"}
            assert texts["de"].strip()
            assert texts["en"].strip()
        assert entry.see_also
        assert entry not in entry.see_also


def test_the_book_cites_only_what_it_has() -> None:
    book = rulebook()
    for entry in book.entries:
        for paragraph in entry.paragraphs:
            for text in paragraph.texts.values():
                assert cited(text) <= set(book.by_name), entry.key


def test_nr_12_says_the_points_of_the_rule_set_with_their_marks() -> None:
    rating, marks = RULESETS["drov"].rating, RULESETS["drov"].marks
    assert rating is not None
    said = [
        (int(found[1]), paragraph.mark)
        for paragraph in rulebook().by_key["nr-12"].paragraphs
        if (found := re.search(r": (\d+) Punkte?\.", paragraph.texts["de"]))
    ]
    assert said == [(points, marks[cell]) for cell, points in rating.cells().items()]
    assert (0, Mark.ASSUMED) in said


def test_a_source_is_one_link_to_all_its_entries() -> None:
    assert rule_url("Nr. 4a, 6") == "/rules/nr-4a+nr-6/"
    assert rule_url("Nr. 3, Streitfall 11") == "/rules/nr-3+streitfall-11/"
    assert rule_url("Streitfall 1, 3") == "/rules/streitfall-1+streitfall-3/"
    assert rule_url("Schmidt S. 3") == "/rules/schmidt/"
    assert rule_url("ASS Altenburger, Nr. 8 [assumed]") == "/rules/ass-altenburger+nr-8/"
    assert rule_url("Nr. 8, 8") == "/rules/nr-8/"
    assert rule_url("Nr. 99") == ""


def test_the_mark_of_a_source_is_a_word_of_the_page() -> None:
    with translation.override("de"):
        assert rule_text("Schmidt, Nr. 8 [assumed]") == "Schmidt, Nr. 8 [angenommen]"
    with translation.override("en"):
        assert rule_text("Nr. 8") == "Nr. 8"


def test_a_number_finds_its_point_and_its_dispute_before_all_else() -> None:
    assert keys("8")[:2] == ["nr-8", "streitfall-8"]
    assert keys("4")[:5] == ["nr-4", "nr-4a", "nr-4b", "nr-4c", "nr-4d"]
    assert keys("4A")[0] == "nr-4a"
    assert keys("Nr. 8")[0] == "nr-8"
    assert keys("streitfall 14")[0] == "streitfall-14"
    assert "nr-1" not in keys("88"), "a number stands for itself, not for the 880 of the pack"


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("mauscheln", "nr-10"),
        ("MAUSCH", "nr-10"),
        ("koenig", "nr-8"),
        ("König Ass", "nr-8"),
        ("konig", "nr-8"),
        ("raeuber", "raeuber-romme"),
        ("romme 500", "romme-500"),
        ("tauschen", "nr-9"),
        ("sorted", "streitfall-13"),
        ("vierzig", "nr-4a"),
        ("ablegen", "nr-4"),
        ("handrommé", "nr-10"),
        ("nr8", "nr-8"),
        ("streitfall14", "streitfall-14"),
        ("Talon", "nr-5"),
    ],
)
def test_words_are_found_without_accents_and_case(query: str, key: str) -> None:
    assert key in keys(query)


@pytest.mark.parametrize("query", ["", "  ", "…", "😀", "xyzzy", "8 xyzzy", "\0", "<script>"])
def test_what_is_not_there_is_not_found(query: str) -> None:
    assert keys(query) == []


# Pages


@pytest.mark.django_db
@pytest.mark.parametrize("url", ["/rules/", "/rules/?q=joker", "/rules/?whole", "/rules/nr-4a+nr-6/"])
def test_the_pages_need_no_login_and_no_statement(
    visitor: Client, django_assert_num_queries: object, url: str
) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        assert visitor.get(url).status_code == 200


@pytest.mark.django_db
def test_the_list_names_every_entry_and_the_version(visitor: Client) -> None:
    page = visitor.get("/rules/").content.decode()
    for entry in rulebook().entries:
        assert f'href="{entry.url}"' in page
    assert "Fassung 1 vom 30. November 2026" in page


@pytest.mark.django_db
def test_a_hit_shows_the_paragraph_that_holds_the_word(visitor: Client) -> None:
    page = visitor.get("/rules/", {"q": "mauscheln"}).content.decode()
    assert "Das heißt mauscheln." in page
    assert 'value="mauscheln"' in page


@pytest.mark.django_db
def test_a_search_without_a_hit_keeps_the_words_and_says_what_to_try(visitor: Client) -> None:
    page = visitor.get("/rules/", {"q": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in page
    assert "einzelnes Wort" in page
    assert visitor.get("/rules/", {"q": "x" * 5000}).status_code == 200


@pytest.mark.django_db
def test_an_entry_says_its_marks_and_what_to_read_beside_it(visitor: Client) -> None:
    page = visitor.get("/rules/nr-12/").content.decode()
    assert "Hand-Rommé mit Anlegen: 6 Punkte." in page
    assert "angenommen" in page
    assert "anderswo berichtet" in page
    assert 'href="/rules/streitfall-8/"' in page
    assert 'href="/rules/nr-11/"' in page


@pytest.mark.django_db
def test_several_entries_stand_one_below_the_other(visitor: Client) -> None:
    page = visitor.get("/rules/nr-4a+nr-6+nr-4a+unknown/").content.decode()
    assert page.count("<article") == 2


@pytest.mark.django_db
def test_the_book_speaks_english_too(visitor: Client) -> None:
    visitor.cookies["django_language"] = "en"
    page = visitor.get("/rules/nr-8/").content.decode()
    assert "Set, run and joker" in page
    assert "A set has three or four cards" in page


@pytest.mark.django_db
def test_the_whole_book_is_one_page_for_paper(visitor: Client) -> None:
    page = visitor.get("/rules/?whole").content.decode()
    assert page.count('<section class="rule-entry">') == len(rulebook().entries)


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["nr-99", "+", "😀", "x" * 3000])
def test_an_unknown_entry_is_not_found(visitor: Client, key: str) -> None:
    assert visitor.get(f"/rules/{key}/").status_code == 404
    assert visitor.post("/rules/nr-8/").status_code == 405
