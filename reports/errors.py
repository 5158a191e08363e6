"""Everything that reports raise on purpose.

ReportError            `ReportError(where, what, way_on)`
├── LogUnreadable      a log is damaged, or is not a log
│   └── LogForeign     an Inspect log of something else than coach sessions
├── RunNotFound        nothing in the log folder answers to the name
├── RunAmbiguous       a name answers to several complete logs of one run
├── SessionNotFound    the run has no such session
└── PolicyInvalid      the gate policy is not as expected

Arguments go to `Exception.__init__` unchanged and `__str__` words them, so that each survives pickling.
"""


class ReportError(Exception):
    """The root of the tree: `where` it happened, `what` is wrong, and the `way_on`."""

    exit_code = 2

    def __str__(self) -> str:
        where, what, way_on = self.args
        return f"{where}: {what}; {way_on}"


class LogUnreadable(ReportError):
    """`where` is the log's path."""


class LogForeign(LogUnreadable):
    """`where` is the log's path."""


class RunNotFound(ReportError):
    """`where` is the log folder."""

    exit_code = 64


class RunAmbiguous(ReportError):
    """`where` is the log folder."""

    exit_code = 64


class SessionNotFound(ReportError):
    """`where` is the log's path."""

    exit_code = 64


class PolicyInvalid(ReportError):
    """`where` is the policy file, with the key where one can be named."""

    exit_code = 64
