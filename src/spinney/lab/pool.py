"""Work shared out among processes: those of this machine, or those of a Ray cluster.

Tasks go out in order and their results come back in order, never more than a few ahead, so that a
caller may stop early.
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

AHEAD = 3  # tasks for each process: enough that none waits, few to throw away at an early end


def each(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int | None = None, ray: str = ""
) -> Generator[Result]:
    """`work` done on every task, in order; by so many processes, or by the cluster at `ray`."""
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
    except BaseException:  # nobody waits for the rest: a task may take minutes
        for process in set(active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class PoolMap(Protocol):
    """All of a list of tasks at once; the results in their order."""

    def __call__(
        self, work: Callable[[Task], Result], tasks: Sequence[Task], /
    ) -> list[Result]: ...


@contextmanager
def together(jobs: int) -> Iterator[PoolMap]:
    """Processes that stay: for work in rounds, each of which needs the results of the last."""
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
    """The same on a cluster: `auto` is the one this machine belongs to, `local` a new one here."""
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
