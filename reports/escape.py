"""The one place where hostile text becomes inert. Every word of a model, an athlete or a file passes here.

Each function takes any text and returns text that its form shows as words and never acts on. What cannot be
shown (control characters, direction overrides) is replaced by a visible sign; nothing else is dropped.
"""

import html as _html
import re

JOINER = "\u2060"
"""An invisible word joiner: it stops a form from turning an address or a name into a link or a mention."""

# Direction overrides can make words read backwards, so that a reviewer sees another text than the athlete did.
_DIRECTION = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SURROGATE = re.compile(r"[\ud800-\udfff\ufffe\uffff]")
_BREAK = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Only what can act inside a line, so that the source stays readable; an underscore within a word cannot.
_INLINE = re.compile(r"([\\`*\[\]|~$!@]|(?<![^\W_])_|_(?![^\W_])|\.(?=[^\W\d_])|:(?=\u2060))")
_LINE_START = re.compile(r"^(?:([#+\-=:])|(\d{1,9})([.)]))")
_ADDRESS = re.compile(r"(?i)(:(?=//)|(?<![a-z0-9])www(?=\.)|@|#(?=\w)|\b(?:mailto|xmpp|gh-)(?=[:\d]))")
_DELETE = 0x7F
_FIRST_PRINTABLE = 0x20


def _sign(match: re.Match[str]) -> str:
    """U+2400 and following are the pictures of the control characters."""
    code = ord(match.group())
    if code < _FIRST_PRINTABLE:
        return chr(0x2400 + code)
    return "\u2421" if code == _DELETE else "\ufffd"


def visible(text: str) -> str:
    """One line of text in which every character shows, so that a terminal obeys none; line breaks become a space."""
    text = _BREAK.sub(" ", text).replace("\t", " ")
    return _SURROGATE.sub("\ufffd", _DIRECTION.sub("\ufffd", _CONTROL.sub(_sign, text)))


def visible_lines(text: str, longest: int) -> str:
    """At most `longest` characters, all of which show; line breaks are kept."""
    return "\n".join(visible(line) for line in clip(text, longest).split("\n"))


def markdown(text: str) -> str:
    """One line of Markdown that shows the text and holds no link, mention, HTML, emphasis or table mark."""
    dead = _ADDRESS.sub(lambda found: found.group() + JOINER, visible(text)).strip(" ")
    marked = _LINE_START.sub(_escape_start, _INLINE.sub(r"\\\1", dead))
    return marked.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _escape_start(found: re.Match[str]) -> str:
    mark, number, after = found.groups()
    return f"\\{mark}" if mark else f"{number}\\{after}"


def markdown_lines(text: str) -> str:
    """As `markdown`, with line breaks kept as `<br>` (the only HTML that leaves this module)."""
    return "<br>".join(markdown(line) for line in _BREAK.split(text))


def html(text: str) -> str:
    """Text for an element's content or a quoted attribute; line breaks are kept."""
    return _html.escape("\n".join(visible(line) for line in _BREAK.split(text)), quote=True)


def mermaid(text: str) -> str:
    """A word that Mermaid takes as a plain identifier."""
    return re.sub(r"[^A-Za-z0-9_]", "_", text) or "_"


def file_name(text: str) -> str:
    """A name that stays in its folder; as long as file systems allow beside a suffix."""
    return re.sub(r"^\.|[^\w.@+=-]", "-", text, flags=re.ASCII)[:200]


def clip(text: str, length: int) -> str:
    """At most `length` characters, with a sign where the rest was left out. Clip first, then escape."""
    return text if len(text) <= length else text[: length - 1] + "\u2026"
