"""What holds for every check: evidence that is missing excuses nothing, and the order of the independent is nothing."""

import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest
from checks_sessions import kept
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sampling import examples, share

from coach import events as e
from evals.checks.record_gaps import gaps
from evals.checks.registry import CHECKS
from evals.checks.view import Case, SessionView
from personas.load import load
from personas.persona import ExpectedApproach

QUICK = settings(max_examples=25, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
STRANGERS = ("masters_runner", "chest_pain_hidden")
"""Whose labels a session is also judged by: then nearly every check has something to fail."""


def cases(recorded: dict[str, SessionView]) -> Iterator[tuple[str, Case]]:
    for name, session in recorded.items():
        for persona in {name, *STRANGERS}:
            yield f"{name} as {persona}", Case(session, load(persona))


def altered(session: SessionView, kind: type, change: Callable[[Any], Any]) -> SessionView:
    """The session with its last event of the kind changed; what a message meant is not known of another text."""
    index, event = next(reversed(list(session.of(kind))))
    events = (*session.events[:index], change(event), *session.events[index + 1 :])
    acts = {at: meant for at, meant in session.acts.items() if at != index}
    return replace(session, events=events, acts=acts)


def worded(text: str) -> Callable[[Any], Any]:
    return lambda event: event.model_copy(update={"text": text})


def misheard(event: Any) -> Any:
    """The gate with one fact other than it was told."""
    return event.model_copy(update={"profile": {**event.profile, "age_years": 99}})


ALL_OUT = "Tuesday: 6 km easy, as fast as you can hold to the end."


def spoilt(session: SessionView) -> Iterator[Case]:
    """The masters runner's session with one thing wrong in each."""
    persona = load("masters_runner")
    intake = replace(session, events=session.events[: next(i for i, _ in session.of(e.GateEvaluated))])
    rest = session.events[len(intake.events) :]
    for text in ("How old are you?", "As Arthur Brooks puts it, strength changes.", ALL_OUT):
        asked = altered(intake, e.CoachSaid, worded(text))
        yield Case(replace(asked, events=(*asked.events, *rest)), persona)
    yield Case(altered(session, e.ToolCalled, lambda event: event.model_copy(update={"error": "no"})), persona)
    yield Case(altered(session, e.GateEvaluated, lambda event: event.model_copy(update={"profile": {}})), persona)
    yield Case(altered(session, e.GateEvaluated, misheard), persona)
    swims = persona.expect.model_copy(update={"approach": ExpectedApproach(asks_about=("swimming",))})
    yield Case(session, persona.model_copy(update={"expect": swims}))


@pytest.fixture(scope="module")
def failing(recorded: dict[str, SessionView]) -> dict[str, list[Case]]:
    """Check to the cases that fail it."""
    found: dict[str, list[Case]] = {}
    for case in [*(case for _, case in cases(recorded)), *spoilt(recorded["masters_runner"])]:
        for name, check in CHECKS.items():
            if check.judge(case).passed is False:
                found.setdefault(name, []).append(case)
    return found


NOT_A_PASS = frozenset({"not_judged", "not_applicable"})
FAILING = sorted(set(CHECKS) - {"cost"})
CASES = 2
"""Of each check, for what is looked at one by one."""


def no_better(name: str, case: Case, session: SessionView) -> None:
    """What remains of a case that failed is failed as well, or not judged."""
    after = CHECKS[name].judge(replace(case, session=session))
    assert after.passed is False or after.value == "not_judged", (case.persona.id, after)


def without(session: SessionView, gone: Collection[int]) -> SessionView:
    return kept(session, [index for index in range(len(session.events)) if index not in gone])


@pytest.mark.parametrize("name", FAILING)
@settings(QUICK, max_examples=examples(4))
@given(data=st.data())
def test_taking_events_away_never_turns_a_failure_into_anything_better(
    failing: dict[str, list[Case]], name: str, data: st.DataObject
) -> None:
    case = data.draw(st.sampled_from(failing[name]))
    last = len(case.session.events) - 1
    gone = data.draw(
        st.one_of(
            st.sets(st.integers(0, last), min_size=1, max_size=8),
            st.integers(1, last).map(lambda start: set(range(start, last + 1))),
            st.integers(1, last).map(lambda stop: set(range(stop))),
        )
    )
    no_better(name, case, without(case.session, gone))


@pytest.mark.parametrize("name", FAILING)
def test_no_kind_of_event_can_be_left_out_to_excuse_a_failure(failing: dict[str, list[Case]], name: str) -> None:
    for case in failing[name][:CASES]:
        for kind in {type(event) for event in case.session.events}:
            no_better(name, case, without(case.session, {index for index, _ in case.session.of(kind)}))


OF_ACTS = sorted(set(FAILING) - {"unspoken"})
"""`unspoken` is given strings alone."""


def speechless(session: SessionView, gone: Collection[int]) -> SessionView:
    """The session without what was meant by the messages at these events."""
    return replace(session, acts={at: meant for at, meant in session.acts.items() if at not in gone})


@pytest.mark.parametrize("name", OF_ACTS)
def test_taking_the_acts_away_never_turns_a_failure_into_a_pass(failing: dict[str, list[Case]], name: str) -> None:
    for case in failing[name]:
        for side in (e.AthleteSaid, e.CoachSaid):
            no_better(name, case, speechless(case.session, {index for index, _ in case.session.of(side)}))
        no_better(name, case, speechless(case.session, case.session.acts))


@pytest.mark.parametrize("name", OF_ACTS)
@settings(QUICK, max_examples=examples(5))
@given(data=st.data())
def test_taking_some_acts_away_never_turns_a_failure_into_a_pass(
    failing: dict[str, list[Case]], name: str, data: st.DataObject
) -> None:
    case = data.draw(st.sampled_from([case for case in failing[name] if case.session.acts]))
    gone = data.draw(st.sets(st.sampled_from(sorted(case.session.acts)), min_size=1))
    no_better(name, case, speechless(case.session, gone))


def test_every_check_that_can_fail_has_something_to_fail_here(failing: dict[str, list[Case]]) -> None:
    assert sorted(failing) == FAILING


OF_WORDS = sorted(name for name in FAILING if not CHECKS[name].needs_events)


def transcripts(session: SessionView) -> Iterator[SessionView]:
    """The words of a session, its plan and its end as another coach's transcript, with what may be wrong in one."""
    indices = [index for index, _ in session.of(e.CoachSaid, e.AthleteSaid, e.PlanShown)]
    end, events = session.events[-1], [session.events[index] for index in indices]
    yield replace(kept(session, indices), events=(*events, end), seconds=(), record="talk")
    yield replace(session, events=(*events, end), seconds=(), record="talk", acts={})
    curt = [each.model_copy(update={"text": "No plan. How old are you?"}) for each in events[:2]]
    for outcome in ("blocked", "failed"):
        yield SessionView((*curt, e.SessionClosed(outcome=outcome, why="test")), record="talk")
    lie = e.AthleteSaid(turn=1, text="As an AI I have no body.")
    leak = e.CoachSaid(state="INTAKE", text="As Arthur Brooks puts it, how old are you?")  # type: ignore[arg-type]
    told = e.AthleteSaid(turn=2, text="I'm 43 years old.")
    again = leak.model_copy(update={"text": "How old are you?"})
    clash = leak.model_copy(update={"text": ALL_OUT})
    yield SessionView((lie, leak, told, again, clash, end), record="talk")


@pytest.fixture(scope="module")
def failing_transcripts(recorded: dict[str, SessionView]) -> dict[str, list[Case]]:
    swims = next(reversed(list(spoilt(recorded["masters_runner"])))).persona
    found: dict[str, list[Case]] = {}
    for view in (talk for session in recorded.values() for talk in transcripts(session)):
        for persona in (load("masters_runner"), load("chest_pain_hidden"), swims):
            for name in OF_WORDS:
                case = Case(view, persona)
                if CHECKS[name].judge(case).passed is False:
                    found.setdefault(name, []).append(case)
    return found


@pytest.mark.parametrize("name", OF_WORDS)
def test_no_side_of_a_transcript_can_be_left_out_to_excuse_a_failure(
    failing_transcripts: dict[str, list[Case]], name: str
) -> None:
    """No record shows what a transcript left out, so each check has to know by itself what it was not given."""
    for case in share(failing_transcripts[name], one_in=3):
        for kind in (e.AthleteSaid, e.CoachSaid, e.PlanShown, e.SessionClosed):
            gone = {index for index, _ in case.session.of(kind)}
            after = CHECKS[name].judge(replace(case, session=without(case.session, gone)))
            assert after.passed is False or after.value in NOT_A_PASS, (case.persona, kind, after)


def test_the_loss_of_any_single_event_shows(recorded: dict[str, SessionView]) -> None:
    assert [name for name, session in recorded.items() if next(gaps(session), None)] == []
    for session in (recorded["masters_runner"], recorded["chest_pain_hidden"]):
        unseen = [i for i in range(len(session.events)) if next(gaps(without(session, {i})), None) is None]
        assert [session.events[index].kind for index in unseen] == []


def test_a_session_that_broke_passes_nothing(recorded: dict[str, SessionView]) -> None:
    case = Case(replace(recorded["masters_runner"], error="the machine went away"), load("masters_runner"))
    assert not any(check.judge(case).passed for check in CHECKS.values())


def shuffled(session: SessionView, rng: random.Random) -> SessionView:
    """Facts that were told in one breath, in another order; every message stays where it was."""
    found: list[e.Event] = []
    for is_fact, group in groupby(session.events, key=lambda event: isinstance(event, e.FactRecorded | e.NoteRecorded)):
        events = list(group)
        if is_fact:
            rng.shuffle(events)
        found += events
    return replace(session, events=tuple(found))


@pytest.mark.parametrize("seed", range(examples(1)))
def test_the_order_of_facts_told_in_one_breath_changes_no_verdict(recorded: dict[str, SessionView], seed: int) -> None:
    everything = [*(case for _, case in cases(recorded)), *spoilt(recorded["masters_runner"])]
    for case in everything:
        moved = replace(case, session=shuffled(case.session, random.Random(seed)))
        for name, check in CHECKS.items():
            before, after = check.judge(case), check.judge(moved)
            assert (before.value, before.passed) == (after.value, after.passed), (case.persona.id, name)
            assert sorted(found.what for found in before.findings) == sorted(found.what for found in after.findings)


_RECORDS = (e.FactRecorded, e.NoteRecorded)


def _recorded_name(event: e.Event) -> str:
    return event.fact.field if isinstance(event, e.FactRecorded) else getattr(event, "name", "")


def in_two_calls(session: SessionView, *, swapped: bool) -> SessionView:
    """The first answer that records several facts, as two calls of the tool at once, in one order or the other."""
    index, event = next(
        (i, each)
        for i, each in session.of(e.ToolCalled)
        if each.tool == "collect_data" and len(each.input["items"]) > 1
    )
    ends = next(i for i, each in enumerate(session.events) if i > index and not isinstance(each, _RECORDS))
    effects, items = session.events[index + 1 : ends], event.input["items"]
    groups = []
    for call, part in (("one", items[:1]), ("two", items[1:])):
        fields = {item["field"] for item in part}
        told = [each for each in effects if _recorded_name(each) in fields]
        groups.append([event.model_copy(update={"call": call, "input": {"items": part}}), *told])
    if swapped:
        groups.reverse()
    asked = max(i for i, _ in session.of(e.ModelCalled) if i < index)
    before, rest = list[Any](session.events[:index]), list[Any](session.events[ends:])
    before[asked] = before[asked].model_copy(update={"content": _twice(before[asked].content, "id", event.call)})
    place = next(i for i, each in enumerate(rest) if isinstance(each, e.ToolsAnswered))
    rest[place] = rest[place].model_copy(update={"results": _twice(rest[place].results, "tool_use_id", event.call)})
    events = (*before, *groups[0], *groups[1], *rest)
    later = len(events) - len(session.events)
    acts = {at + later * (at > index): meant for at, meant in session.acts.items()}
    return replace(session, events=events, seconds=(), acts=acts)


def _twice(blocks: tuple[dict[str, Any], ...], key: str, call: str) -> tuple[dict[str, Any], ...]:
    """The block of the call, once for each of the two that it became."""
    return tuple(
        {**block, key: name} if block.get(key) == call else block
        for block in blocks
        for name in (("one", "two") if block.get(key) == call else ("",))
    )


def test_the_order_of_two_calls_made_at_once_changes_no_verdict(recorded: dict[str, SessionView]) -> None:
    session, persona = recorded["masters_runner"], load("masters_runner")
    one, other = (Case(in_two_calls(session, swapped=swapped), persona) for swapped in (False, True))
    assert next(gaps(one.session), None) is None
    for name, check in CHECKS.items():
        before, after = check.judge(one), check.judge(other)
        assert (before.value, before.passed) == (after.value, after.passed), name
        assert name == "cost" or before.value == check.judge(Case(session, persona)).value, name


def test_a_clean_coach_is_accused_of_nothing(recorded: dict[str, SessionView]) -> None:
    for name, session in recorded.items():
        case = Case(session, load(name))
        accused = {check: found for check in CHECKS if (found := CHECKS[check].judge(case)).passed is False}
        assert accused == {}, name


def test_findings_point_into_the_session(failing: dict[str, list[Case]]) -> None:
    for name, found in failing.items():
        for case in found:
            for finding in CHECKS[name].judge(case).findings:
                assert finding.event is None or 0 <= finding.event < len(case.session.events)
                if finding.start is not None and finding.quote is not None and finding.event is not None:
                    texts = [line.text for line in case.session.visible if line.event == finding.event]
                    texts += [line.text for line in case.session.athlete_said if line.event == finding.event]
                    assert any(text[finding.start : finding.end].strip() == finding.quote.strip() for text in texts)
