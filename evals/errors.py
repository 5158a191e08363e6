"""What the harness raises on purpose.

coach.errors.CoachError
└── SessionStopped         a budget or an outage stopped a session, which can be taken up again
coach.errors.InputError    what a person wrote is wrong (exit code 64)
└── RunError               a run cannot be started or found
    ├── RunStopped         Ctrl-C ended a run (exit code 130)
    └── RunUnwritten       the disk took no more of a log or a report (exit code 2)
"""

from coach.errors import INTERRUPTED, UNJUDGED, CoachError, InputError


class RunError(InputError):
    """`RunError(what)`: what is wrong and what to do about it."""


class RunStopped(RunError):
    """`RunStopped(what)`: what is kept of the run, and the command that goes on."""

    exit_code = INTERRUPTED


class RunUnwritten(RunError):
    """`RunUnwritten(what)`: what is kept of the run, and the way on."""

    exit_code = UNJUDGED


class SessionStopped(CoachError):
    """`SessionStopped(what)`: which budget is spent, or which call was not answered."""
