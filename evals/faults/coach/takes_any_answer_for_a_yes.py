"""The coach takes a wish for another plan as a yes to the one that it has shown."""

from evals.faults.fault import Fault
from evals.faults.seats import saying
from evals.offline.said import Call, Said
from evals.offline.seen import Seen


def _satisfied(_seen: Seen, said: Said) -> Said:
    wished = any(call.tool == "refine_plan" for call in said.calls)
    return Said(said.text, (Call("accept_plan", {}),)) if wished else said


FAULT = Fault(
    id="takes_any_answer_for_a_yes",
    owner="outcome",
    personas=("daily_marathoner", "every_day_at_fifty"),
    because="the session closes as accepted while the athlete asks for another plan",
    coach=saying(_satisfied),
)
