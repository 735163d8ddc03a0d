"""What is counted, and that nobody can make up new things to count."""

from __future__ import annotations

import asyncio
import time

from spinney.server.metrics import REASONS, Metrics


def test_the_numbers_are_there_to_read() -> None:
    metrics = Metrics()
    metrics.connections.inc()
    metrics.count_move("bramble", 0.004)
    metrics.commit(12, 0.004)
    text = metrics.text().decode()
    for line in (
        "spinney_connections 1.0",
        'spinney_moves_total{game="bramble"} 1.0',
        'spinney_move_seconds_bucket{le="0.005"} 1.0',
        "spinney_commit_jobs_sum 12.0",
        "spinney_outbox_drops_total 0.0",
    ):
        assert line in text.splitlines()


def test_two_servers_in_one_process_count_apart() -> None:
    one, two = Metrics(), Metrics()
    one.connections.inc()
    assert "spinney_connections 0.0" in two.text().decode()


def test_reasons_come_from_a_list() -> None:
    metrics = Metrics()
    for reason in [*REASONS, "made up", "made up, too"]:
        metrics.count_refusal(reason)
    lines = [ln for ln in metrics.text().decode().splitlines() if "spinney_refused_total{" in ln]
    assert len(lines) == len(REASONS) + 1
    assert 'spinney_refused_total{reason="other"} 2.0' in lines


def test_a_loop_that_is_held_up_is_noticed() -> None:
    metrics = Metrics()

    async def story() -> None:
        task = asyncio.create_task(metrics.watch_loop())
        await asyncio.sleep(0.45)
        time.sleep(0.3)
        await asyncio.sleep(0.05)
        task.cancel()

    asyncio.run(story())
    late = metrics.registry.get_sample_value("spinney_loop_lateness_seconds_sum")
    assert late is not None and late > 0.1
