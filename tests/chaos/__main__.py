"""Kills, power cuts, full disks and dying workers: is anything that was confirmed lost or doubled?

    python -m tests.chaos [KILLS] [--cuts N] [--full N] [--workers N] [--seed S] [--only STAGE]

`make chaos` runs this; `make chaos ARGS=1000` kills a thousand times. Real servers, real players at
all five games. The exit code is 1 unless nothing was lost, doubled or wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from spinney.core import build
from tests.chaos import disk, kills, power, workers
from tests.chaos.audit import Tally

COLUMNS = ("acknowledged", "stored", "lost", "doubled", "wrong")
NOTES = 10  # lines about faults, for each stage
Report = kills.Report | power.Report | disk.Report | workers.Report


def main() -> int:
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__.splitlines()[0])
    parser.add_argument("kills", type=int, nargs="?", default=100, help="of the server")
    parser.add_argument("--cuts", type=int, default=300, help="power cuts")
    parser.add_argument("--full", type=int, default=6, help="times the disk is full")
    parser.add_argument("--workers", type=int, default=200, help="kills of worker processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("kills", "power", "disk", "workers"))
    args = parser.parse_args()
    if not Path("/proc/self/stat").exists():
        print("make chaos looks for processes in /proc, which this system does not have.")
        return 1
    print("compiled" if build.compiled else f"UNCOMPILED ({build.reason})", flush=True)
    stages: dict[str, tuple[str, int, Callable[[Path], Report]]] = {
        "kills": (
            "kills of the server",
            args.kills,
            lambda folder: kills.storm(folder, args.kills, args.seed, say=say),
        ),
        "power": (
            "power cuts",
            args.cuts,
            lambda folder: power.cut_server(folder, args.cuts, args.seed, say=say),
        ),
        "disk": (
            "full disks",
            args.full,
            lambda folder: disk.filled(folder, args.full, args.seed, say=say),
        ),
        "workers": (
            "kills of workers",
            args.workers,
            lambda folder: workers.killed(folder, args.workers, 3, args.seed, say=say),
        ),
    }
    rows: list[tuple[str, Report]] = []
    failed = []
    for stage, (name, count, run) in stages.items():
        if count == 0 or args.only not in (None, stage):
            continue
        if stage == "power" and power.compiler() is None:
            print("\nNO POWER CUTS: they need Linux and a C compiler, and there is none.\n")
            continue
        print(f"{name}:", flush=True)
        began = time.monotonic()
        try:
            with tempfile.TemporaryDirectory() as folder:
                rows.append((name, run(Path(folder) / "chaos")))
            say(f"{rows[-1][1]}; {time.monotonic() - began:.0f} s")
        except Exception:
            traceback.print_exc()
            failed.append(name)
    return 1 if not summary(rows) or failed else 0


def say(line: str) -> None:
    print(f"  {line}", flush=True)


def summary(rows: list[tuple[str, Report]]) -> bool:
    """Print the table; whether nothing was lost, doubled or wrong."""
    total = Tally()
    print(f"\n{'':28}" + "".join(f"{column:>14}" for column in COLUMNS))
    for name, report in rows:
        done = report.episodes if isinstance(report, disk.Report) else 0
        done = report.cuts if isinstance(report, power.Report) else done
        done = report.kills if isinstance(report, kills.Report | workers.Report) else done
        print(f"{done:6,} {name:21}{line(report.tally)}")
        total.take(report.tally)
    print(f"{'in all':28}{line(total)}")
    for name, report in rows:
        for note in report.tally.notes[:NOTES]:
            print(f"{name}: {note}")
    return total.clean and bool(rows)


def line(tally: Tally) -> str:
    return "".join(f"{getattr(tally, column):14,}" for column in COLUMNS)


if __name__ == "__main__":
    sys.exit(main())
