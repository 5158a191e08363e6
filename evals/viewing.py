"""How Inspect's viewer shows a run: the name of the task, the columns of its list, links from findings to messages."""

from collections.abc import Mapping, Sequence
from typing import Any

from inspect_ai import viewer as viewers
from inspect_ai.event import Event, InfoEvent
from inspect_ai.model import ChatMessage, ChatMessageAssistant, ChatMessageUser
from inspect_ai.scorer import Reference, Score

from coach.events import AthleteSaid, CoachSaid
from evals.checks.registry import CHECKS
from evals.checks.scorer_descriptions import UNITS
from evals.checks.verdict import Evidence

REFERENCES = "scanner_references"
"""Where Inspect looks for them in a score's metadata (`inspect_ai.scorer.Reference`)."""
_MOST_CITED = 8
_SHARE = viewers.ScoreColorScale(palette="good-high", min=0, max=1)
_WORDS: Mapping[str, str] = {
    "pass": "good",
    "correct": "good",
    "fail": "bad",
    **dict.fromkeys(("false_approval", "false_block", "wrong_level", "unresolved"), "bad"),
}
_NUMBERS = {name: _SHARE if factor > 1 else None for name, (factor, _) in UNITS.items()}


def task_name(metadata: Mapping[str, Any]) -> str:
    """Variant and persona of a run's metadata; of several personas their number."""
    personas = metadata["personas"]
    return f"{metadata['variant']}-{personas[0] if len(personas) == 1 else f'{len(personas)}_personas'}"


def viewer(scorers: Sequence[str] = tuple(CHECKS)) -> viewers.ViewerConfig:
    """A narrow column for every score; tokens and answers, which sessions do not have, are hidden."""
    columns = [viewers.TaskSamplesColumn(id=name) for name in ("sampleStatus", "sampleId", "target")]
    columns += [viewers.TaskSamplesColumn.score(name) for name in scorers]
    columns += [viewers.TaskSamplesColumn(id=name, visible=False) for name in ("input", "answer", "tokens", "duration")]
    colours: Any = {name: colour for name in scorers if (colour := _NUMBERS.get(name, _WORDS)) is not None}
    listed = viewers.TaskSamplesView(
        name="Scores",
        columns=columns,
        sort=[viewers.TaskSamplesSort(column="sampleId")],
        multiline=False,
        compact_scores=True,
        score_color_scales=colours,
    )
    return viewers.ViewerConfig(sample_score_view=viewers.SampleScoreView(default="grid"), task_samples_view=listed)


def linked(score: Score, findings: Sequence[Evidence], messages: Sequence[ChatMessage]) -> Score:
    """The score with a link to each message that a finding points at; `[M3]` is the third message of the talk.

    What was found between two messages is linked to the one before it. `messages`: with the ids of `transcript`.
    """
    events = [int(str(message.id)[1:]) for message in messages if str(message.id)[1:].isdigit()]
    places = {sum(event <= found.event for event in events) for found in findings if found.event is not None}
    numbers = sorted(number for number in places if number)[:_MOST_CITED]
    if not numbers:
        return score
    cites = {f"[M{number}]": str(messages[number - 1].id) for number in numbers}
    made = [Reference(type="event", cite=cite, id=target).model_dump() for cite, target in cites.items()]
    explanation = f"{score.explanation} {' '.join(cites)}"
    metadata = {**(score.metadata or {}), REFERENCES: made}
    return score.model_copy(update={"explanation": explanation, "metadata": metadata})


def events_of(messages: Sequence[ChatMessage]) -> list[Event]:
    """The messages once more for the viewer's transcript, to which its links lead; named as in `Reference.id`."""
    return [
        InfoEvent(uuid=message.id, source=_speaker(message), data=message.text, working_start=0) for message in messages
    ]


def _speaker(message: ChatMessage) -> str:
    return "athlete" if message.role == "user" else f"coach, {(message.metadata or {}).get('state')}"


def transcript(said: Mapping[int, AthleteSaid | CoachSaid]) -> list[ChatMessage]:
    """User is the athlete, assistant the coach, with the state in which it spoke. `said`: by place in the session."""
    return [
        ChatMessageAssistant(id=f"m{index}", content=event.text, metadata={"state": str(event.state)})
        if isinstance(event, CoachSaid)
        else ChatMessageUser(id=f"m{index}", content=event.text)
        for index, event in said.items()
    ]
