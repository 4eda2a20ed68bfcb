"""What the commands of ``python -m scoring`` share: bad calls, arguments, strict JSON."""

import argparse
import json
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TextIO

Command = Callable[[Sequence[str], TextIO, TextIO, TextIO], int]
"""A command takes its arguments, standard input, output and error, and gives the exit code."""

LONGEST_JSON = 1_000_000
"""Characters of one JSON text; a game takes about 150."""


class UsageError(ValueError):
    """A call that cannot be carried out; its text is one sentence naming what and where."""


class JsonError(ValueError):
    """A text that is no JSON to rely on; its text is one sentence."""


class Parser(argparse.ArgumentParser):
    """Arguments whose faults are a UsageError instead of an exit; options are never abbreviated.

    >>> Parser("score").parse_args(["--rules"])
    Traceback (most recent call last):
    scoring.commands.UsageError: score: unrecognized arguments: --rules.
    """

    def __init__(self, command: str, description: str | None = None) -> None:
        super().__init__(prog=f"python -m scoring {command}", description=description, allow_abbrev=False)
        self.command = command

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.command}: {message}.")


def load_json(text: str) -> Any:
    """Read JSON strictly: no key twice, no NaN, nothing endless; raises JsonError.

    >>> load_json('{"A": "R", "A": "8"}')
    Traceback (most recent call last):
    scoring.commands.JsonError: The key “A” is there twice.
    """
    if len(text) > LONGEST_JSON:
        raise JsonError(f"This is longer than {LONGEST_JSON} characters.")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise JsonError(f"This is no JSON: {error.msg} at character {error.pos + 1}.") from error
    except JsonError:
        raise
    except ValueError as error:
        raise JsonError("A number in it is too long.") from error
    except RecursionError as error:
        raise JsonError("It is nested too deeply.") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise JsonError(f"The key “{key}” is there twice.")
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise JsonError(f"{name} is no number in JSON.")


def write_json(stdout: TextIO, answer: object) -> None:
    """Write one answer as one line of JSON.

    >>> import sys
    >>> write_json(sys.stdout, {"id": "Änne"})
    {"id": "Änne"}
    """
    stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
