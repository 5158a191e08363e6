"""With the plan on the table, the coach writes a new complaint down under a name of its own."""

from coach.states import State
from evals.faults.fault import Fault
from evals.faults.guards_off import silently
from evals.faults.seats import in_present, under_own_name

FAULT = Fault(
    id="notes_a_late_symptom",
    owner="gate_integrity",
    personas=("half_and_a_kneecap",),
    because="a complaint told with the plan on the table becomes a note, which no rule reads and no gate hears of",
    follows={
        "safety_decision": "the rule of her tendon never fires",
        "intake_fidelity": "no fact holds what was told last",
        "plan_validity": "the plan has what the complaint rules out",
        "contraindications_respected": "the plan has what the complaint rules out",
        "care_tone": "nobody says what to mind",
    },
    guards={"the refusal of such a name, the question it opens": "test_a_late_symptom_by_any_name_runs_the_gate"},
    coach=in_present(under_own_name),
    policy=silently(State.PRESENT),
)
