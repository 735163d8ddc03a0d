"""Makes what is not committed: the compiled rules.

pip install .        into the wheel
pip install -e .     in place: src/spinney/**/*.so
make build           the same again after an edit, if something changed

SPINNEY_PURE=1       compile nothing
SPINNEY_PURE=0       fail where there is no C compiler, instead of going on
"""

import json
import os
import shutil
import sys
import sysconfig
import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, ExecError, PlatformError

from distutils.ccompiler import new_compiler  # setuptools' own; importable only after setuptools
from distutils.sysconfig import customize_compiler

ROOT = Path(__file__).resolve().parent
PACKAGE = ROOT / "src" / "spinney"
CHOICES = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["spinney"]
NO_C = (CCompilerError, ExecError, PlatformError)
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
INTERRUPTED = "compilation was interrupted"
FLAGS = [
    # A call to a function of the same library may be inlined, as if nobody could replace that
    # function from outside: 6 to 38 % faster.
    "-fno-semantic-interposition",
    # Signed numbers wrap around. The dice multiply past 64 bits and keep the lower ones, as the
    # interpreted build does with long numbers; plain C leaves that undefined.
    "-fwrapv",
    # mypyc asks for -Werror; a newer compiler with a new warning must not stop an installation.
    "-Wno-error",
]


def sources() -> list[Path]:
    return sorted(file for pattern in CHOICES["compile"] for file in PACKAGE.glob(pattern))


@cache
def why_pure() -> str:
    """Why nothing will be compiled; empty if it will."""
    if os.environ.get("SPINNEY_PURE") == "1":
        return "built with SPINNEY_PURE=1"
    if not sources():
        return "there is nothing to compile"
    with TemporaryDirectory() as place:
        probe = Path(place, "probe.c")
        probe.write_text("#include <Python.h>\n")
        compiler = new_compiler()
        customize_compiler(compiler)
        try:
            headers = [sysconfig.get_path("include"), sysconfig.get_path("platinclude")]
            compiler.compile([str(probe)], output_dir=place, include_dirs=headers)
        except NO_C:
            if os.environ.get("SPINNEY_PURE") == "0":
                sys.exit("spinney: SPINNEY_PURE=0, but no C compiler with the Python headers here")
            return "built where no C compiler with the Python headers was found"
    return ""


def extensions(files: list[Path]) -> Any:
    """mypyc's C for these modules, and how it is to be compiled."""
    from mypyc.build import mypycify  # here, not above: pip asks setup.py for metadata, too

    # No cache: mypyc 2.4.1 crashes on classes it reads back from there.
    arguments = [f"--cache-dir={os.devnull}", *map(local, files)]
    made: Any  # setuptools' kind of Extension, which mypyc does not tell from distutils'
    if CHOICES["libraries"] == "one":
        made = mypycify(arguments, group_name="spinney.compiled", opt_level="3")
    else:
        folders = sorted({file.parent for file in files})
        groups: list[tuple[list[str], str | None]] = [
            ([local(file) for file in files if file.parent == folder], dotted(folder))
            for folder in folders
        ]
        made = mypycify(arguments, separate=groups, opt_level="3")
    if os.name == "posix":
        for extension in made:
            extension.extra_compile_args += FLAGS
    return made


class Build(Distribution):
    """A platform wheel if there is something to compile."""

    def has_ext_modules(self) -> bool:
        return not why_pure()


class BuildExt(build_ext):
    """All modules become machine code, or none; build.json says which (see core/build.py)."""

    def run(self) -> None:
        package = PACKAGE if self.inplace else Path(self.build_lib) / "spinney"
        if why_pure():
            note(package, why_pure())
        else:
            self.compile(package)

    def compile(self, package: Path) -> None:
        from mypy.version import __version__

        files, before = sources(), read(package)
        plan: dict[str, Any] = {
            "note": "",
            "tools": f"mypy {__version__} for {SUFFIX}",
            "recipe": digest(ROOT / "setup.py") + " " + CHOICES["libraries"],
            "sources": fingerprints(files),
        }
        if self.inplace and before | plan == before and all(map(present, before["libraries"])):
            return
        note(package, INTERRUPTED)
        self.distribution.ext_modules = extensions(files)
        self.force = before.get("recipe") != plan["recipe"]  # the C is the same, its flags are not
        # The one option that does not bear being finalized twice; its stub knows only the outcome.
        self.swig_opts = None  # type: ignore[assignment]
        self.finalize_options()
        try:
            super().run()
        except NO_C as error:
            if os.environ.get("SPINNEY_PURE") == "0":
                raise
            print(error, file=sys.stderr)
            note(package, "the C compiler failed when it was built")
        else:
            names = [extension.name.split(".")[1:] for extension in self.extensions]
            plan["libraries"] = ["/".join(name) for name in names]
            for file in package.rglob("*" + SUFFIX):
                if (
                    file.relative_to(package).as_posix().removesuffix(SUFFIX)
                    not in plan["libraries"]
                ):
                    file.unlink()  # no longer compiled: it would shadow its own source
            write(package, plan)


class BuildPy(build_py):
    """A wheel of just what is there now."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # or a wheel keeps deleted modules
        super().run()
        if why_pure():
            note(PACKAGE if self.editable_mode else Path(self.build_lib) / "spinney", why_pure())


def fingerprints(files: list[Path]) -> dict[str, str]:
    return {file.relative_to(PACKAGE).as_posix(): digest(file) for file in files}


def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def local(file: Path) -> str:
    return str(file.relative_to(ROOT))


def dotted(folder: Path) -> str:
    return ".".join(folder.relative_to(PACKAGE.parent).parts)


def present(library: str) -> bool:
    return (PACKAGE / (library + SUFFIX)).exists()


def note(package: Path, reason: str) -> None:
    """Nothing is compiled: say why here, and at every start, for pip hides this line."""
    write(package, {"note": reason, "sources": fingerprints(sources())})
    if reason != INTERRUPTED:
        print(f"spinney: not compiled, about 25 times slower ({reason})", file=sys.stderr)


def read(package: Path) -> dict[str, Any]:
    file = package / "build.json"
    content: dict[str, Any] = json.loads(file.read_bytes()) if file.exists() else {}
    return content


def write(package: Path, content: dict[str, Any]) -> None:
    package.mkdir(parents=True, exist_ok=True)
    (package / "build.json").write_text(json.dumps(content, indent=1) + "\n")


setup(distclass=Build, cmdclass={"build_ext": BuildExt, "build_py": BuildPy})
