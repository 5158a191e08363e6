"""The engine keeps an unclear note and opens no question for it."""

from coach.events import Event, NoteRecorded
from coach.flow import FLOW, Flow
from coach.fold import Session
from evals.faults.fault import Fault
from evals.faults.seats import in_present, under_own_name


class _Forgetful(Flow):
    def step(self, session: Session, event: Event) -> Session:
        if isinstance(event, NoteRecorded):
            event = event.model_copy(update={"unclear": False})
        return super().step(session, event)


FAULT = Fault(
    id="forgets_unclear_notes",
    owner="gate_integrity",
    personas=("half_and_a_kneecap",),
    because="the athlete tells of a complaint, and the gate's word stands as if nothing had been said",
    follows={
        "safety_decision": "the rule of her tendon never fires",
        "intake_fidelity": "no fact holds what was told last",
        "plan_validity": "the plan has what the complaint rules out",
        "contraindications_respected": "the plan has what the complaint rules out",
        "care_tone": "nobody says what to mind",
    },
    guards={"the question that a note opens": "test_a_late_symptom_by_any_name_runs_the_gate"},
    coach=in_present(under_own_name),
    flow=_Forgetful(FLOW.table, FLOW.guarded),
)
