"""The rules in words, for the people who review them. Judges nobody."""

from typing import Any

from coach.safety.derived import DERIVED, inputs_of
from coach.safety.rules import CompiledRule, Example, contraindications, referrals, rules, sources

__all__ = ["explanation", "row", "table"]

_COLUMNS = ("rule", "group", "fires when", "action", "scope", "asks of the plan", "cleared by", "rests on", "sure")


def row(compiled: CompiledRule) -> dict[str, Any]:
    """All that a rule says, with the citation and the verification of each source."""
    found = {"group": compiled.group, **compiled.rule.model_dump(mode="json")}
    found["sources"] = [
        {"ref": ref, "supports": supports, **sources()[ref].model_dump(mode="json")}
        for ref, supports in compiled.rule.sources.items()
    ]
    return found


def table() -> str:
    """All rules as one Markdown table, and the sources below it."""
    lines = [f"# Safety rules ({len(rules())})", "", _line(_COLUMNS), _line(["---"] * len(_COLUMNS))]
    lines += [_line(_cells(compiled)) for compiled in rules()]
    lines += ["", "`(!)`: a sports physician should confirm the threshold.", "", "## Sources", ""]
    lines += [f"- `{ref}` ({s.verification}): {s.citation}" for ref, s in sources().items()]
    return "\n".join(lines) + "\n"


def explanation(compiled: CompiledRule) -> str:
    """One rule: what it says, where it comes from, who fires it and who just does not."""
    rule = compiled.rule
    parts = [f"{rule.id} ({compiled.group})", f"  {rule.about}", ""]
    parts += [f"  condition   {' '.join(rule.condition.split())}"]
    parts += [f"    {name} = {about}" for name, about in _derived(compiled)]
    parts += [f"  action      {rule.action}, scope {rule.scope}", f"  cleared by  {_clearance(compiled)}"]
    parts += [f"  asks        {name}: {contraindications()[name].meaning}" for name in rule.contraindications]
    parts += ["", f'  the athlete hears: "{rule.hint}"']
    parts += [f'  and: "{referrals()[rule.referral]}"'] if rule.referral else []
    parts += ["", f"  confidence {rule.confidence}, threshold {rule.basis}{_check(compiled)}"]
    for ref, supports in rule.sources.items():
        source = sources()[ref]
        parts += [f"  - {ref} ({source.verification}): {supports}", f"    {source.citation}"]
    parts += [f"  note: {rule.note}"] if rule.note else []
    parts += ["", "  a healthy athlete fires it with"] + [f"  - {_example(each)}" for each in rule.fires]
    parts += ["  and just does not with"] + [f"  - {_example(each)}" for each in rule.spares]
    return "\n".join(parts) + "\n"


def _derived(compiled: CompiledRule) -> list[tuple[str, str]]:
    names = sorted(compiled.condition.names & DERIVED.keys())
    return [(name, f"{DERIVED[name].about} (from {', '.join(sorted(inputs_of(name)))})") for name in names]


def _cells(compiled: CompiledRule) -> list[str]:
    rule = compiled.rule
    rests = ", ".join(f"{ref} ({sources()[ref].verification})" for ref in rule.sources)
    asks = ", ".join(rule.contraindications)
    action = rule.action.replace("_", " ")
    sure = f"{rule.confidence}, {rule.basis}{' (!)' if rule.needs_check else ''}"
    about = f"{rule.about}. `{' '.join(rule.condition.split())}`"
    return [f"`{rule.id}`", compiled.group, about, action, rule.scope, asks, _clearance(compiled), rests, sure]


def _clearance(compiled: CompiledRule) -> str:
    rule = compiled.rule
    if rule.cleared_by is None:
        return "nothing"
    then = "no longer fires" if rule.when_cleared == "none" else f"then {rule.when_cleared}"
    only = f" once {rule.clearance_requires}" if rule.clearance_requires else ""
    return f"{rule.cleared_by}{only}: {then}"


def _check(compiled: CompiledRule) -> str:
    return "; a sports physician should confirm it" if compiled.rule.needs_check else ""


def _example(example: Example) -> str:
    return ", ".join(f"{name} = {_shown(value)}" for name, value in example.items())


def _shown(value: object) -> str:
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(str, value))}]"
    return "does not apply" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _line(cells: list[str] | tuple[str, ...]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
