"""A small generator of our own, so that a seed means the same on every machine and Python version."""

import unicodedata
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


class Generator:
    """Numbers from the SHA-256 of a seed text and a counter.

    >>> Generator("dice 4 4 1").shuffled(range(8))
    [5, 3, 1, 0, 7, 4, 6, 2]
    """

    __slots__ = ("_counter", "_seed", "_words")

    def __init__(self, seed: str) -> None:
        self._seed = " ".join(unicodedata.normalize("NFC", seed).split())
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            digest = sha256(f"{self._seed}\n{self._counter}".encode()).digest()
            self._counter += 1
            self._words = [int.from_bytes(digest[i : i + 4], "big") for i in range(28, -1, -4)]
        return self._words.pop()

    def below(self, bound: int) -> int:
        """A number from 0 to bound − 1, every one equally likely; bound is 1 to 2³².

        >>> [Generator("seed").below(6) for _ in range(2)]
        [3, 3]
        """
        limit = (1 << 32) - (1 << 32) % bound
        while (word := self._word()) >= limit:
            continue
        return word % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher-Yates).

        >>> sorted(Generator("seed").shuffled("abc"))
        ['a', 'b', 'c']
        """
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
