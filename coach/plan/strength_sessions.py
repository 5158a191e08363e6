"""Strength sessions in words that fit the equipment. Standing, with body weight or light hand weights: safe under every
restriction on lifting."""

from functools import lru_cache

from coach.records.block import Phase, TrainingSession

STRENGTH_MIN, MAIN_STRENGTH_MIN, STRENGTH_RPE = 25.0, 40.0, 5
_SHORT_ROUNDS: dict[Phase, str] = {"base": "Two relaxed rounds", "build": "Two rounds, a little slower and deeper"}
_MAIN_ROUNDS: dict[Phase, str] = {
    "base": "Three rounds with weights you could lift five times more",
    "build": "Four rounds with weights you could lift three times more",
}
_BODY_WEIGHT_ROUNDS: dict[Phase, str] = {
    "base": "Three slow rounds with your body weight, stopping when you could do five more of each",
    "build": "Four slow rounds with your body weight, stopping when you could do three more of each",
}
_SHORT_MOVES = "squats to a chair, step-ups, calf raises, {pull}, single-leg balance"
_MAIN_MOVES = "squats to a chair, step-ups, calf raises, band or dumbbell rows, presses overhead, carrying weights"
_BODY_WEIGHT_MOVES = (
    "squats to a chair, step-ups, calf raises, push-ups against a wall, split squats, single-leg balance"
)


@lru_cache(maxsize=64)
def strength(phase: Phase, *, main: bool, equipment: bool | None) -> TrainingSession:
    """`main`: strength is what the block is for; `equipment`: are there weights? None where nobody knows, and then a
    band at most."""
    if main:
        rounds, moves = (_MAIN_ROUNDS, _MAIN_MOVES) if equipment else (_BODY_WEIGHT_ROUNDS, _BODY_WEIGHT_MOVES)
        text = f"{rounds.get(phase, rounds['base'])}: {moves}. Breathe all the way through."
    else:
        moves = _SHORT_MOVES.format(pull="push-ups against a wall" if equipment is False else "band rows")
        text = f"{_SHORT_ROUNDS.get(phase, 'One round to stay loose')}: {moves}."
    return TrainingSession(
        type="strength", purpose="strength", duration_min=MAIN_STRENGTH_MIN if main else STRENGTH_MIN,
        rpe=STRENGTH_RPE, text=text,
    )  # fmt: skip
