"""Under which addresses other devices in the hall reach this machine."""

from __future__ import annotations

import ipaddress
import socket
import struct
from collections.abc import Iterator

# Somewhere in each of the private networks: nothing is sent, the system only says which way it would go.
DISTANT = ("10.255.255.254", "172.31.255.254", "192.168.255.254", "203.0.113.1")
SIOCGIFADDR = 0x8915
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 (asked for by name only)
LOOPBACK = ("127.0.0.1", "localhost", "::1")


def lan_addresses() -> list[str]:
    """IPv4 addresses of this machine in local networks, the likeliest first."""
    found = dict.fromkeys([*_by_route(), *_by_interface(), *_by_name()])
    return [address for address in found if _is_usable(address)]


def host_names() -> list[str]:
    """Names by which the local network may know this machine."""
    name = socket.gethostname().lower()
    if not name:
        return []
    return [name] if "." in name else [name, f"{name}.local"]


def is_answered(host: str, port: int) -> bool:
    """Whether something listens there already."""
    target = "127.0.0.1" if host in EVERYWHERE else host
    try:
        with socket.create_connection((target, port), timeout=1):
            return True
    except OSError:
        return False


def _is_usable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_unspecified or parsed.is_multicast or parsed.is_link_local)


def _by_route() -> Iterator[str]:
    """The addresses this machine would send from."""
    for target in DISTANT:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
                yield str(probe.getsockname()[0])
            except OSError:
                continue


def _by_interface() -> Iterator[str]:
    """Every interface, for a hall whose router leads nowhere (Linux)."""
    try:
        import fcntl
    except ImportError:
        return
    for _index, name in socket.if_nameindex():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
        yield socket.inet_ntoa(answer[20:24])


def _by_name() -> Iterator[str]:
    """What the system's own name stands for (Windows and macOS list every interface here)."""
    try:
        for *_kind, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            yield str(address[0])
    except OSError:
        return
