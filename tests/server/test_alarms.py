"""Alarms: one line when trouble starts, few while it lasts, one when it is over."""

from __future__ import annotations

import logging

import pytest

from spinney.server.alarms import EVERY, Alarms
from spinney.server.metrics import Metrics


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def value(metrics: Metrics, name: str) -> float | None:
    return metrics.registry.get_sample_value(name, {"kind": "disk_full"})


def test_an_alarm_is_logged_when_it_starts_now_and_then_and_when_it_is_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    clock, metrics = Clock(), Metrics()
    alarms = Alarms(metrics, clock)
    alarms.clear("disk_full")
    assert not caplog.records, "nothing was wrong"
    for _ in range(500):
        alarms.raise_("disk_full")
    assert [record.message for record in caplog.records] == ["the disk is full"]
    clock.now += EVERY
    alarms.raise_("disk_full")
    assert caplog.records[-1].__dict__["fields"] == {"kind": "disk_full", "count": 500}
    assert alarms.active() == alarms.active("disk_full") == ["disk_full"]
    assert alarms.active("backup") == []
    assert value(metrics, "spinney_trouble") == 1
    alarms.clear("disk_full")
    alarms.clear("disk_full")
    assert [record.message for record in caplog.records[2:]] == ["the disk has space again"]
    assert value(metrics, "spinney_trouble") == 0 and alarms.active() == []
    assert value(metrics, "spinney_troubles_total") == 501
