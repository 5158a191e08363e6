"""A person at the keyboard of a test, who ends with Ctrl-C and not with the end of input."""

import io


class EndsWithCtrlC(io.StringIO):
    """Stands for `sys.stdin`: its lines, then Ctrl-C."""

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline(-1 if size is None else size)
        if not line:
            raise KeyboardInterrupt
        return line
