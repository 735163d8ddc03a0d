"""The compiled rules: what is compiled, what runs instead where it is not, and who is told."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from librt import vecs
from mypy_extensions import i64

import spinney
from spinney.core import build, interpreted_vec

ROOT = Path(__file__).parent.parent
RULES = "games/bramble/rules.py"
array: Any = interpreted_vec.vec  # not a type to mypy, which is told of librt's vec alone
compiler = str(sysconfig.get_config_var("CC") or "cc").split()[0]


# Lists in the place of librt's arrays


def plain(answer: Any) -> Any:
    """A librt answer, with its arrays as lists."""
    if isinstance(answer, tuple):
        return tuple(map(plain, answer))
    return answer if isinstance(answer, int) else list(answer)


@pytest.mark.parametrize(
    "ask",
    [
        lambda m, v: m.append(v, 9),
        lambda m, v: m.extend(v, [8, 9]),
        lambda m, v: m.extend(v, v[1:]),
        lambda m, v: m.pop(v),
        lambda m, v: m.pop(v, 0),
        lambda m, v: m.pop(v, -2),
        lambda m, v: m.remove(v, 3),
        lambda m, v: v[1:3],
        lambda m, v: v[-1],
        lambda m, v: len(v),
    ],
)
def test_stand_in_lists_answer_like_librt(ask: Callable[[Any, Any], Any]) -> None:
    items = [1, 3, 2, 3]
    assert ask(interpreted_vec, array[int](items)) == plain(ask(vecs, vecs.vec[i64](items)))


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda m, v: m.pop(v[:0]), IndexError),
        (lambda m, v: m.pop(v, 7), IndexError),
        (lambda m, v: m.remove(v, 7), ValueError),
        (lambda m, v: v[7], IndexError),
    ],
)
def test_stand_in_lists_refuse_like_librt(
    ask: Callable[[Any, Any], Any], error: type[Exception]
) -> None:
    for module, items in ((interpreted_vec, array[int]([1])), (vecs, vecs.vec[i64]([1]))):
        with pytest.raises(error):
            ask(module, items)


def test_a_stand_in_array_is_made_empty_from_items_and_with_room() -> None:
    made = array[int]
    assert (made(), made(range(2)), made([5], capacity=9)) == ([], [0, 1], [5])


# Which build runs


def test_modules_are_what_the_build_says() -> None:
    for name, compiled in build.modules():
        assert compiled is build.compiled, name


def test_every_module_meant_to_be_compiled_is_named() -> None:
    if (build.PACKAGE / "build.json").exists():
        assert ("spinney.core.state", build.compiled) in build.modules()


def test_what_compiled_modules_import_is_there_when_they_are_built() -> None:
    """A wheel is built where nothing else is installed, and types that are missing are errors."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needs = {re.split(r"[^\w-]", need)[0] for need in project["build-system"]["requires"]}
    if "mypy" in needs:
        needs |= {"mypy_extensions", "librt"}  # it brings them along
    chosen = project["tool"]["spinney"]
    files = [
        file
        for pattern in (*chosen["compile"], *chosen["compile-lightly"])
        for file in (ROOT / "src" / "spinney").glob(pattern)
    ]
    imports = re.compile(r"^(?:from|import) (\w+)", re.M)
    used = {name for file in files for name in imports.findall(file.read_text(encoding="utf-8"))}
    assert len(files) > 30 and "msgspec" in used
    assert used - set(sys.stdlib_module_names) - {"spinney"} <= needs


def test_an_uncompiled_module_is_never_taken_for_a_compiled_one() -> None:
    assert not build.is_compiled("spinney.core.build")
    assert not build.is_compiled("spinney.core.no_such_module")


def test_arrays_fit_the_build() -> None:
    from spinney.core import arrays

    expected: object = vecs.vec if build.compiled else interpreted_vec.vec
    assert arrays.vec is expected


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package as a build leaves it: a source, its library, and build.json."""
    monkeypatch.delenv("SPINNEY_PURE", raising=False)
    source = tmp_path / RULES
    source.parent.mkdir(parents=True)
    source.write_text("BUSHES = 8\n")
    library(source).touch()
    leave(tmp_path)
    return tmp_path


def library(source: Path) -> Path:
    return source.with_suffix(EXTENSION_SUFFIXES[0])


def leave(package: Path, note: str = "") -> None:
    content = {
        "note": note,
        "sources": {RULES: sha256((package / RULES).read_bytes()).hexdigest()},
        "libraries": [RULES.removesuffix(".py")],
    }
    (package / "build.json").write_text(json.dumps(content))


def test_a_fitting_build_runs_compiled(package: Path) -> None:
    assert build.why_interpreted(package) == ""


def test_a_package_without_a_build_was_never_compiled(package: Path) -> None:
    (package / "build.json").unlink()
    assert build.why_interpreted(package) == "never compiled"


def test_an_edited_source_is_never_shadowed_by_its_machine_code(package: Path) -> None:
    (package / RULES).write_text("BUSHES = 9\n")
    assert build.why_interpreted(package).startswith(f"{RULES} changed")


def test_a_source_that_is_gone_has_changed(package: Path) -> None:
    (package / RULES).unlink()
    assert build.why_interpreted(package).startswith(f"{RULES} changed")


def test_libraries_of_another_python_are_left_alone(package: Path) -> None:
    library(package / RULES).rename(package / "games/bramble/rules.cpython-27.so")
    assert build.why_interpreted(package) == "compiled for another Python"


def test_the_note_of_the_build_is_passed_on(package: Path) -> None:
    leave(package, note="built where the squirrels had the compiler")
    assert build.why_interpreted(package) == "built where the squirrels had the compiler"


def test_spinney_pure_asks_for_the_interpreted_build(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPINNEY_PURE", "1")
    assert build.why_interpreted(package) == "SPINNEY_PURE=1"


def test_the_program_and_its_package_have_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == spinney.__version__


# Said at start


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project without anything that was built."""
    target = tmp_path / "spinney"
    made = ("*.so", "*.pyd", "__pycache__", "build.json", "*.egg-info", "client")
    hidden = shutil.ignore_patterns(*made)
    shutil.copytree(ROOT / "src", target / "src", ignore=hidden)
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE", "NOTICE"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, target)
    return target


def python(*arguments: str, cwd: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run Python with another environment; a change to "" takes the variable away."""
    environment = {**os.environ, "SPINNEY_PURE": "", "SPINNEY_CLIENT": "0", **changes}
    environment = {name: value for name, value in environment.items() if value}
    command = [sys.executable, *arguments]
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def test_running_uncompiled_is_said_once_and_on_stderr(copy: Path) -> None:
    start = "import spinney.core.arrays as a, spinney; print(spinney.compiled, a.i64.__name__)"
    run = python("-c", start, cwd=copy / "src")
    assert run.stdout == "False int\n"
    assert run.stderr.count("running uncompiled") == 1
    assert "never compiled" in run.stderr


def test_running_uncompiled_on_purpose_is_not_worth_a_word(copy: Path) -> None:
    run = python("-c", "import spinney", cwd=copy / "src", SPINNEY_PURE="1")
    assert (run.returncode, run.stderr) == (0, "")


def test_spinney_pure_0_insists(copy: Path) -> None:
    run = python("-c", "import spinney", cwd=copy / "src", SPINNEY_PURE="0")
    assert run.returncode == 1
    assert "SPINNEY_PURE=0, but uncompiled (never compiled)" in run.stderr


# Built for real

can_compile = pytest.mark.skipif(
    find_spec("mypyc") is None or shutil.which(compiler) is None, reason="no compiler here"
)


def wheel(project: Path, **changes: str) -> tuple[Path, str]:
    """The wheel that pip makes of a project, and what was said meanwhile."""
    ask = "-m pip wheel -v --no-build-isolation --no-deps --disable-pip-version-check -w dist ."
    run = python(*ask.split(), cwd=project, **changes)
    assert run.returncode == 0, run.stdout + run.stderr
    (made,) = (project / "dist").glob("*.whl")
    return made, run.stdout + run.stderr


def note(made: Path) -> str:
    with zipfile.ZipFile(made) as archive:
        return str(json.loads(archive.read("spinney/build.json"))["note"])


def assert_pure(made: Path) -> None:
    assert made.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(made) as archive:
        assert not [name for name in archive.namelist() if name.endswith((".so", ".pyd"))]
        assert "spinney/core/build.py" in archive.namelist()
        assert "spinney/py.typed" in archive.namelist()


def starts(made: Path, place: Path) -> subprocess.CompletedProcess[str]:
    with zipfile.ZipFile(made) as archive:
        archive.extractall(place)
    return python("-c", "import spinney; print(spinney.compiled)", cwd=place)


@pytest.mark.slow
@can_compile
def test_without_a_compiler_the_same_files_are_installed_uncompiled(copy: Path) -> None:
    made, said = wheel(copy, CC="/bin/false")
    assert_pure(made)
    assert "not compiled" in said
    assert "no C compiler" in note(made)
    run = starts(made, copy / "installed")
    assert run.stdout == "False\n"
    assert "no C compiler" in run.stderr


@pytest.mark.slow
@can_compile
def test_a_pure_wheel_can_be_asked_for(copy: Path) -> None:
    made, said = wheel(copy, SPINNEY_PURE="1")
    assert_pure(made)
    assert "not compiled" in said
    assert note(made) == "built with SPINNEY_PURE=1"


@pytest.mark.slow
@can_compile
def test_spinney_pure_0_builds_compiled_or_not_at_all(copy: Path) -> None:
    ask = "setup.py -q build_ext --inplace"
    run = python(*ask.split(), cwd=copy, SPINNEY_PURE="0", CC="/bin/false")
    assert run.returncode != 0
    assert "SPINNEY_PURE=0, but no C compiler" in run.stderr


# What mypyc writes


def generated() -> Iterator[Path]:
    """The C of the libraries that are running."""
    for library in json.loads((build.PACKAGE / "build.json").read_bytes())["libraries"]:
        path = ROOT / "build" / "spinney" / library
        if path.name.endswith("__mypyc"):
            yield path.with_name(f"__native_{path.name.removesuffix('__mypyc')}.c")


def test_no_literal_is_shifted_in_the_generated_c() -> None:
    """mypyc 2.4.1 makes of `1 << n` a shift of a 32-bit int, wrong from n = 31 on."""
    files = [file for file in generated() if file.exists()] if build.compiled else []
    if not files:
        pytest.skip("nothing was compiled here")
    shift = re.compile(r"= \(?-?\d+(LL)?\)? << cpy_")
    found = [
        f"{file.name}:{number}: {line.strip()}"
        for file in files
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if shift.search(line)
    ]
    assert not found, "\n".join(["take the bit from a table instead:", *found])
