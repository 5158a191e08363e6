"""Load a variant: prompts, model ids, limits and manners. A variant holds only what differs from `baseline`.

A variant is named by its name here, or by the path of a folder of the same form anywhere.
"""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError, model_validator

from coach.canonical_json import digest
from coach.close_names import unknown
from coach.errors import FileError, InputError
from coach.records.base import Record
from coach.records.problems import first_problem
from coach.text_file import read_text
from coach.toml_file import read_toml

FOLDER = Path(__file__).parent
BASE = "baseline"
TOML = "variant.toml"
PROMPTS = ("goal_capture.md", "analyst.md", "intake.md", "plan.md", "present.md", "reviewer.md", "notes.md")
FILES = (TOML, *PROMPTS)
"""All that a variant's folder may hold beside hidden files, README* and __pycache__."""


Words = Annotated[str, Field(min_length=1, pattern=r"\S")]
_CALLS_A_TURN = 3
"""What a turn takes as a rule: to record, to speak, and now and then to mend a call."""


class Models(Record):
    fast: Words
    reasoning: Words


Thinking = Literal["adaptive", "between_tools", "disabled"]
Effort = Literal["low", "medium", "high", "xhigh", "max"]


class ThinkingOf(Record):
    """How the model of a tier thinks; None leaves it to the model. What a model does not take it answers with a 400."""

    fast: Thinking | None = None
    reasoning: Thinking | None = None


class EffortOf(Record):
    """How much effort the model of a tier makes; None leaves it to the model."""

    fast: Effort | None = None
    reasoning: Effort | None = None


class Limits(Record):
    calls_a_turn: Annotated[int, Field(ge=1)]
    calls_a_session: Annotated[int, Field(ge=1)]
    turns: Annotated[int, Field(ge=1)]
    plan_attempts: Annotated[int, Field(ge=1)]
    max_tokens_fast: Annotated[int, Field(ge=1)]
    max_tokens_reasoning: Annotated[int, Field(ge=1)]
    history_tokens: Annotated[int, Field(ge=1000)]

    @model_validator(mode="after")
    def _fit(self) -> "Limits":
        """A session may use its turns, and a turn of the intake its attempts at a plan."""
        if self.calls_a_session < _CALLS_A_TURN * self.turns:
            raise ValueError(f"calls_a_session must be at least {_CALLS_A_TURN} times turns")
        if self.calls_a_turn < self.plan_attempts + _CALLS_A_TURN:
            raise ValueError(f"calls_a_turn must be at least plan_attempts and {_CALLS_A_TURN}")
        return self


class Waiting(Record):
    """How long to wait for a model: seconds, and attempts at one call. Pauses double from the first to the longest."""

    attempt_s: Annotated[float, Field(gt=0)]
    attempts: Annotated[int, Field(ge=1)]
    first_pause_s: Annotated[float, Field(ge=0)]
    longest_pause_s: Annotated[float, Field(ge=0)]
    session_s: Annotated[float, Field(gt=0)]


class Manners(Record):
    """How the coach talks; the offline coach honours these too. Each is a `$name` that prompts may use, and
    stands in every state's system prompt besides."""

    coach_name: Words
    questions_per_turn: Annotated[int, Field(ge=1, le=6)]
    acknowledge: bool


class EngineWords(Record):
    """Sentences that code itself says.

    `goodbye_in_crisis`: after a block that sends to a crisis line; `held`: a person looks first; `held_plan`: also
    where a plan was shown.
    """

    failed: Words
    no_sound_plan: Words
    goodbye_blocked: Words
    goodbye_in_crisis: Words
    goodbye_accepted: Words
    held: Words
    held_plan: Words


class Settings(Record):
    schema_mode: Literal["generative", "static"]
    reviewer: bool
    models: Models
    thinking: ThinkingOf = ThinkingOf()
    effort: EffortOf = EffortOf()
    limits: Limits
    waiting: Waiting
    manners: Manners
    words: EngineWords


def text_hash(text: str) -> str:
    """SHA-256 of a prompt's text, as `SessionStarted.prompts` records it."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Variant:
    """`name`: of its folder. Folders in different places may share it; `digest` tells them apart."""

    name: str
    settings: Settings
    prompts: dict[str, str]  # file name to filled text
    source: str | None = None  # by what it was loaded, and can be again: its name, or an absolute path

    @property
    def prompt_hashes(self) -> dict[str, str]:
        """File name to SHA-256 of the text as sent."""
        return {name: text_hash(text) for name, text in sorted(self.prompts.items())}

    @property
    def digest(self) -> str:
        """SHA-256 over settings and prompts: two variants that behave alike have the same."""
        whole = {"settings": self.settings.model_dump(mode="json"), "prompts": self.prompt_hashes}
        return digest(whole)


def names(folder: Path = FOLDER) -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in folder.glob("*/variant.toml")))


def located(named: str) -> str:
    """`named` where it is a variant's name; a folder's path made absolute, to hold in any working directory."""
    return named if named in names() or not _is_path(named) else str(Path(named).resolve())


def load(named: str, folder: Path = FOLDER) -> Variant:
    """The variant of this name or path, completed from `baseline`; `InputError` for an unknown one or a wrong file."""
    own = folder_of(named, folder)
    settings = _settings(own, folder / BASE)
    manners = {key: str(value) for key, value in settings.manners.model_dump().items()}
    prompts = {file: _fill(_first(own, folder / BASE, file), manners) for file in PROMPTS}
    return Variant(own.name, settings, prompts, located(named))


def folder_of(named: str, folder: Path = FOLDER) -> Path:
    """Where the variant of this name or path lies; `InputError` where there is none."""
    known = names(folder)
    if named in known:
        _require_own_files_only(folder / named)
        return folder / named
    if not _is_path(named):
        raise InputError(
            unknown("variant", named, known, f"there are {', '.join(known)}, or give the path of a folder")
        )
    own = Path(named).resolve()
    _require_own_files_only(own)
    files = own_files(own)
    if not files:
        raise InputError(f"no variant in {named!r}: a folder with {TOML} or a prompt was expected")
    if linked := [file for file in files if (own / file).resolve().parent != own]:
        raise FileError(str(own / linked[0]), None, None, "is a link to another folder: a variant holds its own files")
    return own


def _require_own_files_only(own: Path) -> None:
    """`FileError` for anything but `FILES`, which nobody would read, hidden files, README* and __pycache__."""
    strays = sorted(
        path
        for path in own.glob("*")
        if not (path.name in FILES and path.is_file()) and not path.name.startswith((".", "README", "__pycache__"))
    )
    if strays:
        raise FileError(
            str(strays[0]), None, None, f"is no prompt or settings file of a variant; there are {', '.join(FILES)}"
        )


def require_own_name(named: str) -> None:
    """`InputError` for a folder with the name of another variant, whose runs could not be told from its own."""
    loaded = load(named)
    if loaded.source != loaded.name and loaded.name in names() and loaded.digest != load(loaded.name).digest:
        raise InputError(
            f"{loaded.source} has the name of a variant of the library and other content: rename the folder"
        )


def own_files(own: Path) -> tuple[str, ...]:
    """The files of a variant's folder that it does not take from `baseline` (sorted)."""
    return tuple(sorted(file for file in FILES if (own / file).is_file()))


def comment_of(own: Path) -> str:
    """The first line of its `variant.toml` where that is a comment, else nothing."""
    path = own / TOML
    first = path.read_text(encoding="utf-8").partition("\n")[0] if path.is_file() else ""
    return first.removeprefix("#").strip() if first.startswith("#") else ""


def _is_path(named: str) -> bool:
    return "/" in named or "\\" in named or Path(named).is_dir()


def _settings(own: Path, base: Path) -> Settings:
    path = own / TOML
    data = _merge(read_toml(base / TOML), read_toml(path) if path.is_file() else {})
    try:
        return Settings.model_validate(data)
    except ValidationError as error:
        raise FileError(str(path), None, *first_problem(error, Settings)) from error


def _merge(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    nested = {key: _merge(base[key], value) for key, value in over.items() if isinstance(value, dict) and key in base}
    return {**base, **over, **nested}


def _first(own: Path, base: Path, file: str) -> Path:
    return own / file if (own / file).exists() else base / file


def _fill(path: Path, values: dict[str, str]) -> str:
    text = read_text(path)
    if not text.strip():
        raise FileError(str(path), None, None, "is empty: leave the file out to take the prompt of baseline")
    try:
        return Template(text).substitute(values)
    except KeyError as error:
        raise FileError(
            str(path), None, f"${error.args[0]}", f"no such variable; there are {', '.join(values)}"
        ) from error
    except ValueError as error:
        raise FileError(str(path), None, None, f"has a stray $ (write $$ for a dollar): {error}") from error
