"""What `demo` and `start` share: the server that runs in the hall."""

from __future__ import annotations

import io
import logging
from argparse import ArgumentParser
from typing import Any

import segno
import waitress
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.utils.translation import gettext as _

from tournament.management.base import RommeCommand
from tournament.network import EVERYWHERE, LOOPBACK, host_names, is_answered, lan_addresses

# With the server's own defaults not every one of 160 phones that stay connected got an answer.
OPTIONS = {"threads": 8, "connection_limit": 1000, "channel_timeout": 30}
LAST_PORT = 65535


class ServerCommand(RommeCommand):
    """Prepares something, then serves until Ctrl+C."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help=_("0.0.0.0 lets the other devices in the hall in")
        )
        parser.add_argument("--port", type=int, default=8000, help=_("another port, if 8000 is taken"))

    def check_port(self, host: str, port: int) -> None:
        """Refuse before anything is done."""
        if not 1 <= port <= LAST_PORT:
            sentence = _("--port must be a whole number from 1 to %(last)d.")
            raise self.refuse(sentence % {"last": LAST_PORT})
        if is_answered(host, port):
            raise self.refuse(self.port_taken(port))

    def port_taken(self, port: int) -> str:
        """The mend: another port."""
        return _(
            "Port %(port)d is taken; perhaps the program is running already. "
            "Please try another one: --port %(other)d"
        ) % {"port": port, "other": port + 1 if port < LAST_PORT else 8000}

    def serve(self, host: str, port: int, logins: list[str]) -> None:
        """Serve until somebody ends it."""
        settings.ALLOWED_HOSTS += [name for name in reachable(host) if name not in settings.ALLOWED_HOSTS]
        # A full queue is normal when a hall scans its codes; it is no news for whoever watches the window.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        try:
            server = waitress.create_server(get_wsgi_application(), host=host, port=port, **OPTIONS)
        except OSError as error:
            raise self.refuse(self.no_listening(host, port, error)) from error
        self.announce(host, port, logins)
        server.run()

    def no_listening(self, host: str, port: int, error: OSError) -> str:
        """Why the port cannot be used."""
        if is_answered(host, port):
            return self.port_taken(port)
        sentence = _("The program cannot listen on %(host)s, port %(port)d: %(reason)s.")
        return sentence % {"host": host, "port": port, "reason": error.strerror or error}

    def announce(self, host: str, port: int, logins: list[str]) -> None:
        """The addresses, first the one of this machine; for the hall also as a QR code."""
        own = "127.0.0.1" if host in EVERYWHERE else host
        self.stdout.write(_("The program is running. Address on this machine:"))
        self.stdout.write(f"    http://{own}:{port}/")
        for login in logins:
            self.stdout.write(login)
        if host in EVERYWHERE:
            self.announce_hall(port)
        self.stdout.write(_("End it with Ctrl+C."))
        self.stdout.flush()

    def announce_hall(self, port: int) -> None:
        """Where the other devices find this machine."""
        addresses = lan_addresses()
        if not addresses:
            self.stdout.write(_("No network was found: please join the Wi-Fi of the hall and start again."))
            return
        self.stdout.write(_("Address for the other devices in the hall:"))
        for address in addresses:
            self.stdout.write(f"    http://{address}:{port}/")
        picture = io.StringIO()
        segno.make(f"http://{addresses[0]}:{port}/", micro=False).terminal(out=picture, compact=True)
        try:
            self.stdout.write(picture.getvalue())
        except UnicodeEncodeError:
            # A console without block characters; the address stands above.
            return


def reachable(host: str) -> list[str]:
    """Names under which requests may come."""
    if host in EVERYWHERE:
        return [*lan_addresses(), *host_names()]
    return [] if host in LOOPBACK else [host]


def login_line(username: str, password: str, what: str) -> str:
    """One account in a line."""
    values: dict[str, Any] = {"username": username, "password": password, "what": what}
    return _("Log in as %(username)s, password %(password)s (%(what)s)") % values
