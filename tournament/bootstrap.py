"""Set-up with the standard library alone, before Django can be imported.

Outside a virtual environment it makes `.venv`, installs the pinned requirements when they changed, and runs
the command again inside. Inside any virtual environment it does nothing. The file must parse on old Pythons,
so that an old Python can say which version is needed: no f-strings, no annotations.
"""

import hashlib
import os
import shutil
import subprocess
import sys

NEEDED = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")

# German first: the people who read this run tournaments in Germany.
WORDS = {
    "version": (
        "Benötigt wird Python {needed} oder neuer, hier läuft {found}. Bitte installieren Sie es von python.org "
        "oder mit dem Paketverwalter.\nPython {needed} or newer is needed; this is {found}."
    ),
    "no_venv": (
        "Es fehlt das Modul für virtuelle Umgebungen. Unter Debian und Ubuntu hilft:\n"
        "    sudo apt install python3-venv\n"
        "The module for virtual environments is missing (see the command above)."
    ),
    "installing": "Einmalige Einrichtung: Bausteine werden installiert (etwa eine Minute) …",
    "failed": (
        "Die Bausteine konnten nicht installiert werden. Bitte prüfen Sie die Internetverbindung und rufen Sie den "
        "Befehl noch einmal auf. Ohne Internet: einen Ordner „wheels“ mit den Paketen neben manage.py legen "
        "(auf einem Rechner mit Internet: pip download -d wheels -r {file}).\n"
        "The requirements could not be installed; please check the connection and call the command again."
    ),
}


def say(key, **values):
    """Print one of the sentences to standard error."""
    sys.stderr.write(WORDS[key].format(**values) + "\n")
    sys.stderr.flush()


def python_in(venv):
    """The interpreter inside a virtual environment."""
    if os.name == "nt":
        return os.path.join(venv, "Scripts", "python.exe")
    return os.path.join(venv, "bin", "python")


def wanted_file(argv):
    """The requirements a command needs: the tests need more than the product."""
    if len(argv) > 1 and argv[1] == "test":
        return os.path.join("tests", "requirements.txt")
    return "requirements.txt"


def fingerprint(name):
    """Changes when a pin or the interpreter changes."""
    digest = hashlib.sha256(sys.version.encode("utf-8"))
    for part in sorted({"requirements.txt", name}):
        with open(os.path.join(ROOT, part), "rb") as handle:
            digest.update(handle.read())
    return digest.hexdigest()


def usable(venv):
    """A half-made environment, or one copied from elsewhere, is made anew."""
    python = python_in(venv)
    if not os.path.exists(python):
        return False
    try:
        return subprocess.call([python, "-c", "import sys"], stdout=subprocess.DEVNULL) == 0
    except OSError:
        return False


def make_venv(uv):
    """Create `.venv`; the reason it may fail on Debian is named."""
    if uv:
        command = [uv, "venv", "--quiet", "--clear", "--python", sys.executable, VENV]
        if subprocess.call(command) == 0:
            return
    try:
        import ensurepip  # noqa: F401  (missing on Debian without python3-venv)
    except ImportError:
        say("no_venv")
        raise SystemExit(2) from None
    if subprocess.call([sys.executable, "-m", "venv", "--clear", VENV]) != 0:
        say("no_venv")
        raise SystemExit(2)


def install(name, uv):
    """Install one requirements file: from `wheels/` when it is there, with uv when found, else with pip."""
    target = ["-r", os.path.join(ROOT, name)]
    wheels = os.path.join(ROOT, "wheels")
    if os.path.isdir(wheels):
        target = ["--no-index", "--find-links", wheels] + target  # noqa: RUF005 (old Pythons parse this file)
    python = python_in(VENV)
    if uv and subprocess.call([uv, "pip", "install", "--quiet", "--python", python] + target) == 0:  # noqa: RUF005
        return
    if (
        subprocess.call(
            [python, "-m", "pip", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        != 0
    ):
        subprocess.call([python, "-m", "ensurepip"], stdout=subprocess.DEVNULL)
    options = ["--quiet", "--disable-pip-version-check", "--no-input", "--retries", "2"]
    if subprocess.call([python, "-m", "pip", "install"] + options + target) != 0:  # noqa: RUF005
        say("failed", file=name)
        raise SystemExit(2)


def ensure_environment(argv):
    """Return inside a virtual environment; anywhere else prepare `.venv` and run the command there."""
    if sys.version_info < NEEDED:
        say(
            "version",
            needed=".".join(str(part) for part in NEEDED),
            found=".".join(str(part) for part in sys.version_info[:3]),
        )
        raise SystemExit(2)
    if sys.prefix != sys.base_prefix:
        return
    name = wanted_file(argv)
    stamp = os.path.join(VENV, ".installed-" + name.replace(os.sep, "-"))
    wanted = fingerprint(name)
    uv = shutil.which("uv")
    present = ""
    if usable(VENV) and os.path.exists(stamp):
        with open(stamp) as handle:
            present = handle.read()
    if present != wanted:
        say("installing")
        if not usable(VENV):
            make_venv(uv)
        install(name, uv)
        # Written last: a kill half-way leaves no stamp, and the next call goes on.
        with open(stamp, "w") as handle:
            handle.write(wanted)
    command = [python_in(VENV)] + argv  # noqa: RUF005
    if os.name == "nt":
        raise SystemExit(subprocess.call(command))
    os.execv(command[0], command)
