"""What sessions cost, by role and model, in words; from the counts of the check `cost`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

Models = Mapping[str, float]
"""Model to dollars."""


def spending_lines(counts: Iterable[Mapping[str, float]]) -> list[str]:
    """`cost: 0.55 dollars: coach 0.54 (claude-haiku-5-5 0.02, claude-sonnet-5-5 0.52), athlete 0.01`, or nothing.

    `counts`: of each session. Nothing is said of sessions that used no paid model.
    """
    sessions = [each for each in counts if each]
    unknown = sum("usd" not in each for each in sessions)
    roles = _by_role(sessions)
    if not roles:
        return [f"cost: not known for {unknown} of {len(sessions)} sessions"] if unknown else []
    whole = sum(sum(models.values()) for models in roles.values())
    parts = (f"{role} {_money(models)}" for role, models in sorted(roles.items(), key=_coach_first))
    lacking = f"; not all is known for {unknown} of {len(sessions)} sessions" if unknown else ""
    lost = int(sum(each.get("lost_answers", 0) for each in sessions))
    broken = f"; {lost} answer{'s' if lost > 1 else ''} broke off and may be billed on top" if lost else ""
    return [f"cost: {whole:.2f} dollars: {', '.join(parts)}{lacking}{broken}"]


def _by_role(sessions: Iterable[Mapping[str, float]]) -> Mapping[str, Models]:
    found: dict[str, dict[str, float]] = {}
    for key, amount in (pair for session in sessions for pair in session.items()):
        role, *within = key.split("/")
        model = "/".join(within[1:-1] if role == "coach" else within[:-1])
        if key.endswith("/usd") and model and amount:
            found.setdefault(role, defaultdict(float))[model] += amount
    return found


def _coach_first(item: tuple[str, Models]) -> tuple[bool, str]:
    return item[0] != "coach", item[0]


def _money(models: Models) -> str:
    each = ", ".join(f"{model} {amount:.2f}" for model, amount in sorted(models.items()))
    return f"{sum(models.values()):.2f} ({each})" if len(models) > 1 else f"{sum(models.values()):.2f}"
