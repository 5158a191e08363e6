"""What a model may do, one tool a file: its input, what it tells the model, and the events it makes. All pure."""

from coach.tools.accept_plan import ACCEPT_PLAN
from coach.tools.analyze_goal import ANALYZE_GOAL
from coach.tools.capture_goal import CAPTURE_GOAL
from coach.tools.change_goal import CHANGE_GOAL
from coach.tools.collect_data import COLLECT_DATA
from coach.tools.correct_data import CORRECT_DATA
from coach.tools.generate_plan import GENERATE_PLAN
from coach.tools.intake_complete import INTAKE_COMPLETE
from coach.tools.refine_plan import REFINE_PLAN
from coach.tools.remember import REMEMBER
from coach.tools.review_profile import REVIEW_PROFILE
from coach.tools.show_plan import SHOW_PLAN

__all__ = [
    "ACCEPT_PLAN",
    "ANALYZE_GOAL",
    "CAPTURE_GOAL",
    "CHANGE_GOAL",
    "COLLECT_DATA",
    "CORRECT_DATA",
    "GENERATE_PLAN",
    "INTAKE_COMPLETE",
    "REFINE_PLAN",
    "REMEMBER",
    "REVIEW_PROFILE",
    "SHOW_PLAN",
]
