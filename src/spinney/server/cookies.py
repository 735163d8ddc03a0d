"""The cookie that identifies a guest."""

from __future__ import annotations

COOKIE = "spinney_guest"  # on plain HTTP
SECURE_COOKIE = "__Host-spinney_guest"  # on TLS: no other host and no plain page can set it
DAYS = 400  # the longest time that browsers keep a cookie


def read_cookie(cookies: str, cookie: str = COOKIE) -> str:
    """The token in a Cookie header. Empty if there is none."""
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == cookie and 16 <= len(value) <= 64:
            return value
    return ""


def set_cookie(token: str, secure: bool) -> str:
    """The Set-Cookie header for a token. `secure`: the request came by TLS."""
    keep = f"Path=/; Max-Age={DAYS * 86400}; HttpOnly; SameSite=Lax"
    return f"{SECURE_COOKIE}={token}; {keep}; Secure" if secure else f"{COOKIE}={token}; {keep}"
