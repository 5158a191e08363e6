"""Whole sessions: reproducible to the byte, different with another seed, kept when something breaks."""

import asyncio
import json
from dataclasses import replace

import pytest
from offline_seats import offline_seats
from played import afresh, lived, of

from coach import variants
from coach.events import AthleteSaid, SessionClosed
from coach.flow import replay
from coach.store.chain import hashes
from coach.store.recorder import Recorder
from coach.store.stored import events_of
from evals.session import Spec, as_stored, live
from personas.load import load
from personas.offline import OfflineAthlete

NAME = "masters_runner"


def talk(recorder: Recorder) -> list[str]:
    return [event.text for event in recorder.events if isinstance(event, AthleteSaid)]


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second = lived(NAME), afresh(NAME)
    assert isinstance(last := first.events[-1], SessionClosed)
    assert last.outcome == "accepted"
    assert [e.event for e in first.entries] == [e.event for e in second.entries]
    assert first.head == second.head


def test_other_seeds_and_epochs_give_other_talk() -> None:
    heads = {lived(NAME, seed=seed, epoch=epoch).head for seed in (0, 1) for epoch in (1, 2)}
    assert len(heads) == 4
    assert talk(lived(NAME)) != talk(lived(NAME, seed=1))


def test_hearing_changes_the_session_and_nothing_else_of_its_chances() -> None:
    spec = Spec(load(NAME), variants.load("baseline"), hearing="hostile")
    first, second, clean = of(spec), of(spec), lived(NAME)
    assert first.head == second.head != clean.head
    assert talk(first)[0] == talk(clean)[0]


def test_the_seed_does_not_depend_on_the_variant() -> None:
    persona, variant = load(NAME), variants.load("baseline")
    other = variants.Variant("other", variant.settings, variant.prompts)
    assert Spec(persona, variant).session_seed == Spec(persona, other).session_seed


def test_the_session_is_rebuilt_from_what_is_stored_which_holds_each_plan_once() -> None:
    recorder = lived(NAME)
    stored = json.dumps(as_stored(recorder, "masters_runner/1")["events"], separators=(",", ":"))
    assert events_of(json.loads(stored)) == tuple(recorder.events)
    assert replay(events_of(json.loads(stored))) == recorder.session
    assert len(stored) <= 80_000


def test_what_is_stored_carries_its_own_chain() -> None:
    stored = as_stored(lived(NAME), "masters_runner/1")
    assert hashes(stored["events"]) == tuple(stored["hashes"])
    assert stored["head"] == stored["hashes"][-1]


def test_an_athlete_that_breaks_loses_nothing_that_was_recorded() -> None:
    class Breaking(OfflineAthlete):
        async def reply(self, heard: object) -> object:  # type: ignore[override]
            if heard is not None and len(recorder.events) > 20:
                raise RuntimeError("the line went dead")
            return await super().reply(heard)  # type: ignore[arg-type]

    recorder = Recorder()
    spec = Spec(load(NAME), variants.load("baseline"))
    seats = replace(offline_seats(spec), athlete=Breaking(spec.persona, 1))  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="line went dead"):
        asyncio.run(live(spec, seats, recorder))
    assert recorder.session.facts
    assert replay(tuple(recorder.events)) == recorder.session
