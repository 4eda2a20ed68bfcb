"""Take the pictures of the README anew: the practice tournament in Chromium, one sheet as PDF.

    make pictures

Starts the practice installation on a free port with a file of its own, so that nothing of the club's is touched.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "fixtures" / "pictures"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(url: str) -> None:
    """Until the server answers."""
    for _attempt in range(100):
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit(f"{url} does not answer")


def take(page: Page, base: str, slug: str) -> None:
    """One picture a page, at the size the pages are made for."""
    page.goto(f"{base}/login/")
    page.fill("#id_username", "leitung")
    page.fill("#id_password", "probe")
    page.press("#id_password", "Enter")
    page.wait_for_load_state()
    addresses = {
        "players": f"/t/{slug}/players/",
        "draw": f"/t/{slug}/draw/3/",
        "entry": f"/t/{slug}/entry/3/4/",
        "standings": f"/t/{slug}/standings/",
        "day": f"/t/{slug}/",
    }
    for name, address in addresses.items():
        page.goto(base + address)
        page.wait_for_timeout(500)
        page.screenshot(path=PICTURES / f"{name}.png")


def main() -> None:
    """Serve, look, stop."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"DATABASE_URL": f"sqlite:///{folder}/pictures.sqlite3", "ROMME_DEMO": "1"}
        command = [sys.executable, str(ROOT / "manage.py")]
        server = subprocess.Popen([*command, "demo", "--port", str(port)], cwd=ROOT, env=environment)
        try:
            wait_for(f"{base}/healthz")
            listing = urllib.request.urlopen(base, timeout=5).read().decode()
            slug = listing.split("/t/", 1)[1].split("/", 1)[0]
            with sync_playwright() as playwright:
                chromium = shutil.which("chromium")
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                page = browser.new_page(viewport={"width": 1280, "height": 800}, color_scheme="light")
                take(page, base, slug)
                browser.close()
            sheet = Path(folder) / "sheet.pdf"
            print_sheet = [
                *command,
                "print_document",
                slug,
                "score-sheets",
                "--series",
                "2",
                "-o",
                str(sheet),
            ]
            subprocess.run(print_sheet, cwd=ROOT, env=environment, check=True)
            subprocess.run(
                [
                    "pdftoppm",
                    "-r",
                    "100",
                    "-png",
                    "-f",
                    "4",
                    "-l",
                    "4",
                    "-singlefile",
                    sheet,
                    PICTURES / "sheet",
                ],
                check=True,
            )
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
