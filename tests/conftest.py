from spinney.core import build


def pytest_report_header() -> str:
    return "spinney: " + ("compiled" if build.compiled else f"uncompiled ({build.reason})")
