"""Finds nginx and Caddy for the tests behind proxies. As a script, it fetches the missing ones.

The order: the path, then the folder .venv/proxies. To fetch them, packages of Debian or Ubuntu are
unpacked into that folder. Nothing is installed or started, and you need not be root. Without them
the tests behind proxies are skipped with a warning, or fail with SPINNEY_PROXIES=1.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

CACHE = Path(__file__).parent.parent / ".venv" / "proxies"
# What each program is asked to see whether it runs, and the packages that have it.
PROGRAMS = {
    "nginx": (["-v"], ["nginx", "nginx-core", "nginx-light"]),
    "caddy": (["version"], ["caddy"]),
    "openssl": (["version"], ["openssl"]),  # for nginx's certificate
}
LIBRARIES = ["libpcre2-8-0", "libssl3", "zlib1g", "libcrypt1"]
ADVICE = """\
proxy tests: SKIPPED, for want of {missing}.
    Install nginx and Caddy (Debian: `apt-get install nginx caddy`)."""


def find(program: str) -> str | None:
    """The first that runs."""
    places = [f"{CACHE}/root/usr/sbin", f"{CACHE}/root/usr/bin"]
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", *places])
    found = shutil.which(program, path=path)
    return found if found and runs([found, *PROGRAMS[program][0]]) else None


def missing() -> list[str]:
    return [program for program in PROGRAMS if find(program) is None]


def runs(command: list[str], **more: str | Path) -> bool:
    try:
        ran = subprocess.run(
            command, capture_output=True, timeout=300, check=False, cwd=more.get("cwd")
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return ran.returncode == 0


def fetch() -> None:
    """Unpack the packages of what is missing."""
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        return
    (CACHE / "lists" / "partial").mkdir(parents=True, exist_ok=True)
    (CACHE / "archives" / "partial").mkdir(parents=True, exist_ok=True)
    apt = ["apt-get", "-qq", "-o", f"APT::Sandbox::User={user()}"]
    own = ["-o", f"Dir::State::lists={CACHE}/lists", "-o", f"Dir::Cache={CACHE}"]
    for program in missing():
        print(f"proxy tests: no {program} yet, fetching its package", flush=True)
        for package in PROGRAMS[program][1]:
            if find(program) is None:
                unpack([*apt, "download", package])
    if missing() and runs([*apt, *own, "update"]):  # this machine's lists are old, or not there
        for program in missing():
            for package in PROGRAMS[program][1]:
                if find(program) is None:
                    unpack([*apt, *own, "download", package])
    if missing() and os.geteuid() == 0:  # a library may be all that is wanting
        runs([*apt, "install", "-y", "--no-install-recommends", *LIBRARIES])


def unpack(download: list[str]) -> None:
    if runs(download, cwd=CACHE):
        for package in CACHE.glob("*.deb"):
            runs(["dpkg", "-x", str(package), str(CACHE / "root")])
            package.unlink()


def user() -> str:
    import pwd

    return pwd.getpwuid(os.geteuid()).pw_name


def main() -> int:
    if missing():
        fetch()
    lacking = missing()
    found = ", ".join(str(find(program)) for program in PROGRAMS)
    print(ADVICE.format(missing=", ".join(lacking)) if lacking else f"proxy tests: {found}")
    return 1 if lacking and os.environ.get("SPINNEY_PROXIES") == "1" else 0


if __name__ == "__main__":
    sys.exit(main())
