"""Invented people and clubs for rehearsal: nobody here exists."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.seating import Generator
from tournament.queries.facts import EntryFacts

WOMEN = (
    "Änne Anneliese Bärbel Brigitte Christa Dörte Edeltraud Elfriede Elisabeth Erika Eva-Maria Françoise Gerda Gisela "
    "Gudrun Hannelore Heidemarie Helga Hildegard Ilse Ingeborg Irmgard Jadwiga Karin Käthe Lieselotte Lore Margarete "
    "Marianne Monika Renate Rosemarie Ruth Sieglinde Sigrid Şengül Theresia Ulrike Ursula Waltraud Zoë"
)
MEN = (
    "Achim Alfred Arno Bernd Björn Burkhard Detlef Dieter Eckhard Egon Erwin Franz-Josef Friedhelm Fritz Gerd Günter "
    "Günther Hans-Jürgen Heinz Helmut Herbert Horst Jörg Jürgen Karl-Heinz Klaus Kurt Lothar Łukasz Manfred Norbert "
    "Ömer Otto Rainer Reinhold Rolf Rüdiger Siegfried Uwe Volker Walter Werner Wilhelm Wolfgang"
)
SURNAMES = (
    "Ahrens;Albrecht;Bäcker;Baumgärtner;Becker;Behrendt;Böhme;Brandt;Brückner;Busch;Çelik;Claußen;d’Aubigné;Dietrich;"
    "Dreßler;Ebert;Eichhörnle;Engelhardt;Färber;Fleißner;Frentzen-Ohligschläger;Fröhlich;Fuchs;Gärtner;Gerlach;Götz;"
    "Größ;Großkreutz;Häberle;Hahn;Hartung;Heinemann;Höfler;Hübner;Jäger;Jansen;Jürgens;Kästner;Keßler;Kirchhoff;Köhler;"
    "König;Krämer;Krüger;Kühne;Kunze;Lehmann;Löffler;Lorenz;Löwe;Mächtig;Maßmann;Meier;Meyer;Möller;Mühlbauer;Müller;"
    "Müller-Lüdenscheidt;Nagel;Nägele;Neumann;Nußbaum;Öztürk;Paulsen;Petersen;Pfäffle;Pohl;Preuß;Quandt;Radtke;Reiß;"
    "Richter;Rößler;Rühl;Sänger;Schäfer;Schmidt-Rottluff;Schönfeld;Schröder;Schütz;Seidel;Stölting;Strauß;Süß;Şahin;"
    "Thiele;Többe;Ullmann;Unverzagt;Vögele;Voß;Wächter;Weiß;Wiśniewski;von der Heyde;von Löwenstein;zu Rantzau;"
    "zur Mühlen;Zöllner"
)
CLUBS = (
    "RC Ährental",
    "Rommé-Freunde Lindenöd",
    "Kartenrunde Obermühlbach",
    "RC Herzdame Wiesenfurt",
    "Rommé-Club „Hand aufs Herz“ Groß Ährenbek 1987 e. V.",
    "Spielkreis St. Nepomuk",
    "TSV Süderdöhren, Abteilung Rommé",
    "RC Kreuz-Bube Steinbrüggen",
    "Landfrauen Hüttelfeld",
    "RC Joker Niederfähr",
    "Seniorentreff Bahnhofstraße",
    "RC Pik Ass Königsroda",
    "Rommé-Stammtisch Zum Grünen Baum",
    "SV Möwe Krabbensiel",
    "RC Karo Sieben Wölfleben",
    "Kulturverein Dreibrücken",
    "RC Rot-Weiß Überwasser",
    "Siedlergemeinschaft Am Föhrenwald",
    "RC Eichgrund",
    "Rommé-Runde Käthe & Co.",
)
PER_CLUB = 5
SIZE_FOR_GROUPS = 16


def invent_entries(count: int, chance: Generator) -> tuple[EntryFacts, ...]:
    """People with clubs and classes; from sixteen on also tandems and teams, both within a club."""
    names = _names(count, chance)
    clubs = chance.shuffled(CLUBS)[: max(2, min(len(CLUBS), count // PER_CLUB))]
    entries = []
    tandems = _Groups("T", 2)
    teams = _Groups("M", 4)
    for number, (name, is_woman) in enumerate(names, 1):
        # One in twenty plays without a club.
        club = "" if chance.below(20) == 0 else _one(clubs, chance)
        classes = ["Damen" if is_woman else "Herren"]
        if chance.below(100) < 45:
            classes.append("Senioren")
        grouped = club and count >= SIZE_FOR_GROUPS
        entries.append(
            EntryFacts(
                number=number,
                name=name,
                club=club,
                classes=tuple(classes),
                tandem=tandems.next(club) if grouped else "",
                team=teams.next(club) if grouped else "",
                fee_paid=chance.below(12) > 0,
            )
        )
    return tuple(entries)


def _names(count: int, chance: Generator) -> list[tuple[str, bool]]:
    """Different names, each with whether it is a woman's."""
    women, men, surnames = WOMEN.split(), MEN.split(), SURNAMES.split(";")
    found: dict[str, bool] = {}
    while len(found) < count:
        is_woman = chance.below(100) < 55
        name = f"{_one(women if is_woman else men, chance)} {_one(surnames, chance)}"
        found.setdefault(name, is_woman)
    return list(found.items())


def _one(words: Sequence[str], chance: Generator) -> str:
    return words[chance.below(len(words))]


class _Groups:
    """Labels T1, T2, …: within a club one after the other, a new one when the last is full."""

    def __init__(self, letter: str, size: int) -> None:
        self.letter = letter
        self.size = size
        self.count = 0
        self.open: dict[str, tuple[str, int]] = {}

    def next(self, club: str) -> str:
        label, free = self.open.get(club, ("", 0))
        if not free:
            self.count += 1
            label, free = f"{self.letter}{self.count}", self.size
        self.open[club] = (label, free - 1)
        return label
