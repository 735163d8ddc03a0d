"""Distributes tasks to processes of this machine or of a Ray cluster.

Tasks are started in order and their results are returned in order. Only a few tasks are started in
advance, so a caller can stop early.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import Any, Protocol, TypeVar

from spinney.lab.processes import cores, end_with_parent, ignore_interrupts

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 3  # tasks started in advance for each process: so that none is idle and few are wasted


def each(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int | None = None, ray: str = ""
) -> Generator[Result]:
    """The results of `work` for every task, in order, from `jobs` processes or the cluster
    `ray`."""
    if ray:
        yield from on_ray(work, tasks, ray)
        return
    jobs = min(jobs or cores(), len(tasks))
    if jobs < 2:
        yield from map(work, tasks)
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent)
    running: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            with ignore_interrupts():
                running.append(pool.submit(work, task))
            if len(running) == AHEAD * jobs:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    except BaseException:  # do not wait for the other tasks, which may take minutes
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class PoolMap(Protocol):
    """Does a list of tasks, and returns the results in the same order."""

    def __call__(
        self, work: Callable[[Task], Result], tasks: Sequence[Task], /
    ) -> list[Result]: ...


@contextmanager
def together(jobs: int) -> Iterator[PoolMap]:
    """Processes that stay alive, for work in rounds that need the results of the round before."""
    if jobs < 2:
        yield lambda work, tasks: list(map(work, tasks))
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent)

    def all_of(work: Callable[[Task], Result], tasks: Sequence[Task], /) -> list[Result]:
        with ignore_interrupts():
            running = [pool.submit(work, task) for task in tasks]
        return [one.result() for one in running]

    try:
        yield all_of
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def on_ray(work: Callable[[Task], Result], tasks: Sequence[Task], address: str) -> Iterator[Result]:
    """The same on a Ray cluster. `auto` is the one this machine belongs to, `local` a new one
    here."""
    try:
        import ray
    except ImportError:
        raise ValueError("--ray needs the package ray (pip install 'spinney[ray]')") from None
    try:
        ray.init(
            None if address == "local" else address, log_to_driver=False, logging_level="error"
        )
    except (ConnectionError, ValueError) as error:
        raise ValueError(f"no Ray cluster at {address!r}: {error}".splitlines()[0]) from None
    try:
        remote = ray.remote(work)
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: deque[Any] = deque()
        for task in tasks:
            running.append(remote.remote(task))
            if len(running) == ahead:
                yield ray.get(running.popleft())
        while running:
            yield ray.get(running.popleft())
    finally:
        ray.shutdown()
