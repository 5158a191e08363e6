"""The analyst's schema for this intake, checked and completed by code."""

from typing import Annotated

from pydantic import Field

from coach.errors import InputError
from coach.events import RevisitAsked, SchemaAccepted
from coach.flow import MAX_REVISITS
from coach.missing_facts import safety_needs
from coach.profile.catalogue import catalogue
from coach.profile.uncatalogued import fields_named
from coach.records.base import Record
from coach.records.intake import GoalAnalysis, IntakeField, IntakeSchema, SafetyFlag
from coach.safety.conditions import check_condition
from coach.session import Session
from coach.tools.tool import Tool, ToolError, ToolSuccess


class AnalyzeGoal(Record):
    goal_analysis: GoalAnalysis | None = None
    fields: tuple[IntakeField, ...] = ()
    safety_flags: tuple[SafetyFlag, ...] = ()
    revisit_question: Annotated[
        str | None,
        Field(description="shown: instead of a schema, one open question that looks at the goal again"),
    ] = None


def _problems(given: AnalyzeGoal) -> list[str]:
    names = [field.name for field in given.fields]
    found = [f"fields: {name} stands twice" for name in sorted({n for n in names if names.count(n) > 1})]
    found += [f"safety_flags.{flag.id}: {problem}" for flag in given.safety_flags if (problem := _bad(flag))]
    found += [f"fields.{name}: {problem}" for name in names if (problem := _unlisted(name))]
    if not given.fields:
        found.append("fields: give at least one field")
    if given.goal_analysis is None:
        found.append("goal_analysis: missing")
    return found


def _unlisted(name: str) -> str | None:
    """Why a name outside the catalogue cannot stand: what is asked under it would reach no safety rule."""
    meant = () if name in catalogue().fields else fields_named(name)
    return f"no field of the catalogue; it means {', '.join(meant)}: use that name" if meant else None


def _bad(flag: SafetyFlag) -> str | None:
    try:
        check_condition(flag.condition)
    except InputError as error:
        return str(error)
    return None


def accept(session: Session, intake: IntakeSchema, *, from_table: bool = False) -> SchemaAccepted:
    """`intake` with its screening fields required, and the fields that the safety rules need for this goal besides."""
    fields = tuple(_required_if_screening(field) for field in intake.fields)
    added = safety_needs(session, frozenset(field.name for field in fields))
    return SchemaAccepted(intake=intake.model_copy(update={"fields": fields}), added=added, from_table=from_table)


def _required_if_screening(field: IntakeField) -> IntakeField:
    return field.model_copy(update={"priority": "required"}) if field.name in catalogue().screening else field


def _run(session: Session, given: AnalyzeGoal) -> ToolSuccess:
    if given.revisit_question:
        if session.revisits >= MAX_REVISITS:
            raise ToolError("The goal was looked at again often enough. Give the schema for the goal as it stands.")
        return ToolSuccess((RevisitAsked(question=given.revisit_question),), "The question will be asked.")
    if found := _problems(given):
        raise ToolError("\n".join(found))
    if given.goal_analysis is None:  # already a problem above; narrows the type
        raise ToolError("goal_analysis: missing")
    intake = IntakeSchema(goal_analysis=given.goal_analysis, fields=given.fields, safety_flags=given.safety_flags)
    return ToolSuccess((accept(session, intake),), "Schema accepted.")


ANALYZE_GOAL = Tool(
    name="analyze_goal",
    description=(
        "Hand over what the intake must find out. Required unless revisit_question is given: goal_analysis (type: "
        "performance | fitness | weight_loss | health; sport; event and target where stated; reframe, internal "
        "text: how you understand the goal within this life) and fields, a list; each "
        "field has name (a catalogue name where one fits, and always for what concerns health), "
        "question (shown: as a person would ask it), reason "
        "(internal), user_facing_reason (shown when asked why; only where the question would seem odd), priority "
        "(required | recommended | optional) and validation. Optional: safety_flags, a list of id, condition (CEL "
        "over catalogue fields), action (block | warn | flag_for_review) and hint (shown, in caring words). "
        "Instead of all that: revisit_question (text, shown)."
    ),
    input=AnalyzeGoal,
    run=_run,
    not_strict=frozenset({"validation"}),
)
