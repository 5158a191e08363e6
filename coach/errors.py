"""Everything the product raises on purpose.

CoachError
├── InputError         something a person wrote is wrong: a file, a line, a value
│   ├── FileError      the same, with file, line and key
│   └── Overtaken      another process wrote the session first
├── IllegalMove        a transition that the table of `coach.flow` does not have
├── IllegalEvent       an event that cannot follow what has happened so far
├── ModelFailure       a model call failed beyond the SDK's own retries, or answered unusably
├── ChainBroken        stored events do not match their hashes
└── RecordDiffers      an interrupted session goes on otherwise than it was recorded

Arguments go to `Exception.__init__` unchanged and `__str__` words them, so that each survives pickling.
"""

UNJUDGED, USAGE, INTERRUPTED = 2, 64, 130
"""Exit codes beside 0 (fine) and 1 (failed or regressed): nothing could be judged; wrong input (EX_USAGE); Ctrl-C."""


class CoachError(Exception):
    """The root of the tree."""

    exit_code = UNJUDGED


class InputError(CoachError):
    """`InputError(what)`: one sentence that says what is wrong and what was expected."""

    exit_code = USAGE


class FileError(InputError):
    """`FileError(path, line, key, what)`; `line` is 1-based, or None where no line can be named."""

    def __str__(self) -> str:
        path, line, key, what = self.args
        place = f"{path}:{line}" if line else f"{path}"
        return f"{place}: {key}: {what}" if key else f"{place}: {what}"


class Overtaken(InputError):
    """`Overtaken(what)`: the event was not stored, since another process wrote the session first."""


class IllegalMove(CoachError):
    """`IllegalMove(state, reason)`: the table has no such row, or its guard says no."""

    def __str__(self) -> str:
        state, reason = self.args
        return f"no move out of {state} for {reason}: the table of coach.flow has no such row, or its guard refused"


class IllegalEvent(CoachError):
    """`IllegalEvent(state, event, what)`: the event does not fit the session's present state."""

    def __str__(self) -> str:
        state, event, what = self.args
        return f"{event} in {state}: {what}"


class ModelFailure(CoachError):
    """`ModelFailure(what, way_on)`: what the model call met, and what to do about it."""

    def __str__(self) -> str:
        what, way_on = self.args
        return f"{what}; {way_on}"


class ServiceFailure(ModelFailure):
    """A `ModelFailure` of the service, the connection or the account: no answer came to be judged."""


class ChainBroken(CoachError):
    """`ChainBroken(source, index, what)`: the event at `index` (0-based) is not what was written."""

    def __str__(self) -> str:
        source, index, what = self.args
        return f"{source}: event {index}: {what}"


class RecordDiffers(CoachError):
    """`RecordDiffers(index, recorded, now)`: kinds of the event at `index` (0-based) as recorded and as it is now."""

    def __str__(self) -> str:
        index, recorded, now = self.args
        what = "with another content" if recorded == now else f"as {now}"
        return (
            f"event {index} ({recorded}) would now happen {what}: the code, the prompts or the athlete have changed "
            "since the session was interrupted, and it cannot go on from there"
        )
