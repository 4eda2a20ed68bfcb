"""The command line: ``python -m scoring COMMAND …``, without a database."""

import sys
from collections.abc import Mapping, Sequence
from io import StringIO, TextIOWrapper
from types import MappingProxyType
from typing import TextIO

from scoring import referee_command, score_command
from scoring.commands import Command, UsageError

# One line for each command: its name and a function (argv, stdin, stdout, stderr) -> exit code, which
# raises UsageError with one sentence for a bad call. A new command is a module and a line here.
COMMANDS: Mapping[str, Command] = MappingProxyType(
    {
        "meld": referee_command.meld,
        "opening": referee_command.opening,
        "turn": referee_command.turn,
        "hand": referee_command.hand,
        "score": score_command.run,
    }
)

HELP = f"Usage: python -m scoring COMMAND …, where COMMAND is one of: {', '.join(COMMANDS)}."


def main(argv: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Carry out one command; 0 when all went well, 2 with a sentence on ``stderr`` for bad input."""
    if not argv:
        stderr.write(HELP + "\n")
        return 2
    name, *arguments = argv
    if name in ("-h", "--help"):
        stdout.write(HELP + "\n")
        return 0
    if name not in COMMANDS:
        stderr.write(f"There is no command “{name}”. {HELP}\n")
        return 2
    try:
        return COMMANDS[name](arguments, stdin, stdout, stderr)
    except UsageError as error:
        stderr.write(f"{error}\n")
        return 2


class ClosedInput(StringIO):
    """Stands in for a standard input that is closed: whoever reads it gets a sentence."""

    def __next__(self) -> str:  # type: ignore[override]  # typeshed: bytes in the class at the root
        raise UsageError("Standard input is closed: there is nothing to read.")


def run() -> int:
    """Run as a process: UTF-8 on every system, each answer at once, no noise when the reader goes away.

    A standard stream that is closed or cannot be used is a sentence on standard error, if there is one, and 2.
    """
    if sys.stderr is None:
        sys.stderr = StringIO()
    if sys.stdout is None:
        return _unusable("Standard output is closed: there is no place for the answers.")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            errors = "surrogateescape" if stream is sys.stdin else "backslashreplace"
            stream.reconfigure(encoding="utf-8", errors=errors, line_buffering=True)
    try:
        code = _answer(sys.stdin or ClosedInput())
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more when it ends: give it something that can be flushed.
        sys.stdout = StringIO()
        return 1
    except OSError as error:
        sys.stdout = StringIO()
        return _unusable(f"Standard input or output cannot be used: {error.strerror or error}.")
    return code


def _answer(stdin: TextIO) -> int:
    try:
        return main(sys.argv[1:], stdin, sys.stdout, sys.stderr)
    except SystemExit as done:  # the help of a command
        return int(done.code or 0)


def _unusable(sentence: str) -> int:
    try:
        sys.stderr.write(sentence + "\n")
        sys.stderr.flush()
    except OSError:
        sys.stderr = StringIO()
    return 2


if __name__ == "__main__":
    sys.exit(run())
