"""The only impure file of the flow: asks models, runs tools, turns what it hears into events."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from coach import events as e
from coach import flow
from coach.approval import Approve, known_tools, nobody
from coach.canonical_json import digest
from coach.decisions import APPROVALS, ApprovalAsked, ApprovalGiven, Review, ReviewDecided
from coach.errors import IllegalEvent, ModelFailure, ServiceFailure
from coach.gate_judgement import gate_evaluated, in_crisis, red_flag
from coach.json_value import json_value
from coach.model import Client, timing
from coach.model_call import ModelAnswer, ModelQuestion
from coach.policy import POLICY, PolicyRow
from coach.request import RequestSettings
from coach.schemas import schema_for
from coach.session import Session
from coach.states import HELD, Reason, State
from coach.store.recorder import Recorder
from coach.tools.analyze_goal import accept
from coach.tools.collect_data import COLLECT_DATA, unread
from coach.tools.tool import ToolError
from coach.variants import Variant


@dataclass(slots=True)
class Coach:
    """A coach in one session. `hear` takes the athlete's words and returns what the athlete sees.

    `models`: tier to model id, overriding the variant's; `approve(tool, input)` is asked before a tool runs that the
    session was started with among its `approvals`; `user`: an opaque id of the session, sent along with every request.
    """

    client: Client
    variant: Variant
    recorder: Recorder = field(default_factory=Recorder)
    models: dict[str, str] | None = None
    approve: Approve = nobody
    policy: Mapping[State, PolicyRow] = field(default_factory=lambda: POLICY)
    clock: Callable[[], float] = time.perf_counter
    user: str | None = None

    @property
    def session(self) -> Session:
        return self.recorder.session

    @property
    def closed(self) -> bool:
        return self.session.outcome is not None

    def start(
        self, session: str, athlete: str, today: str, *, review: Review = "hold", approvals: Iterable[str] = ()
    ) -> None:
        """Open the session; `today` (ISO) is its only clock. `approvals`: tools whose calls need a yes of `approve`."""
        self.recorder.emit(
            e.SessionStarted(
                session=session,
                athlete=athlete,
                variant=self.variant.name,
                prompts=self.variant.prompt_hashes,
                models=self._models(),
                today=today,
                review=review,
                approvals=known_tools(self.policy, approvals),
            )
        )

    async def hear(self, text: str, **beside: Any) -> str:
        """Take one message of the athlete; the coach's words in answer (empty only where the session is closed).

        `beside` is kept with the message. A turn that is recorded to its end is taken from the record.
        """
        return await self._after(e.AthleteSaid(turn=self.session.turn + 1, text=json_value(text)), **beside)

    async def decide(self, decision: ReviewDecided) -> str:
        """Take a person's decision on a profile that was held; the coach's words. `IllegalEvent` before an answer."""
        if not self.session.awaiting:
            raise IllegalEvent(self.session.state, decision.kind, "the athlete's last message has no answer yet")
        return await self._after(decision)

    async def _after(self, happened: e.AthleteSaid | ReviewDecided, **beside: Any) -> str:
        before = len(self.recorder.events)
        self.recorder.emit(happened, **beside)
        if not self.recorder.recall_turn():
            await self._answer()
        return self._said_since(before)

    async def resume(self) -> str:
        """Take up the recorded session, finishing a turn that was cut; what the coach said last."""
        text = ""
        self.recorder.emit(self.recorder.next_recorded(e.SessionStarted))
        while (recorded := self.recorder.next_recorded(e.AthleteSaid, ReviewDecided)) is not None:
            decided = isinstance(recorded, ReviewDecided)
            text = await (self.decide(recorded) if decided else self.hear(recorded.text))
        if self.recorder.next_recorded(e.AthleteLeft) is not None:
            self.leave()
        return text

    async def _answer(self) -> None:
        """Everything that happens until it is the athlete's turn again."""
        while not self.session.awaiting and not self.closed:
            if not self._advance():
                await self._ask()
        if not self.closed and self.session.turn >= self.variant.settings.limits.turns:
            self._reach("turns", self.variant.settings.limits.turns)
            self._advance()

    def leave(self, **beside: Any) -> None:
        """The athlete is gone; `beside` is kept with that."""
        if not self.closed:
            self.recorder.emit(e.AthleteLeft(), **beside)
            while self._advance():
                pass

    def _models(self) -> dict[str, str]:
        return self.models or self.variant.settings.models.model_dump()

    def _said_since(self, index: int) -> str:
        return "\n\n".join(event.text for event in self.recorder.events[index:] if isinstance(event, e.CoachSaid))

    def _advance(self) -> bool:
        """Do the next thing that code decides without a model; False where there is none."""
        event = self._due()
        if event is None:
            return False
        self.recorder.emit(event)
        if isinstance(event, e.Moved):
            self._arrive(event)
        return True

    def _due(self) -> e.Event | None:
        session = self.session
        if session.outcome is not None:
            return None
        return self._judged() or self._static_schema() or self._held() or self.recorder.flow.next_move(session)

    def _held(self) -> e.Event | None:
        """What the athlete hears where a person has to look first."""
        session, words = self.session, self.variant.settings.words
        if session.state is not State.SAFETY or session.wait_told or not flow.is_held(session):
            return None
        return e.CoachSaid(state=State.SAFETY, text=f"{words.held} {words.held_plan}" if session.shown else words.held)

    def _static_schema(self) -> e.Event | None:
        """The intake's schema where the variant takes it from `coach.schemas` and asks no analyst."""
        session = self.session
        if self.variant.settings.schema_mode != "static" or session.state is not State.ANALYST or session.intake:
            return None
        return accept(session, schema_for(session.goals, session.told.get("age_years")), from_table=True)

    def _judged(self) -> e.Event | None:
        """What the gate has to say now. With a reviewer, an approval waits for the second opinion."""
        session = self.session
        if session.state is State.INTAKE:
            return red_flag(session)
        if session.state is not State.SAFETY or session.gate_is_current:
            return None
        event = gate_evaluated(session)
        waits = self.variant.settings.reviewer and session.review is None
        return None if waits and event.result.status in APPROVALS else event

    def _arrive(self, moved: e.Moved) -> None:
        """What goes with entering a state: a plan shown or withdrawn, a question put, a last word."""
        session = self.session
        if moved.target in {State.INTAKE, State.GOAL_CAPTURE} and session.shown is not None:
            self.recorder.emit(e.PlanWithdrawn(why=moved.reason))
        if moved.reason is Reason.REVISIT_GOAL and session.revisit is not None:
            self.recorder.emit(e.CoachSaid(state=moved.target, text=session.revisit))
        if moved.target is State.PRESENT and session.plan is not None:
            self.recorder.emit(e.PlanShown(plan=session.plan))
        if moved.target is State.CLOSED:
            self._close(moved.reason)

    def _close(self, reason: Reason) -> None:
        words = self.variant.settings.words
        outcome = flow.outcome_of(self.session, reason)
        apologies = {"failed": words.failed, "no_sound_plan": words.no_sound_plan}
        said = {
            Reason.FAILED: apologies.get(self.session.apology),
            Reason.NOTHING_TO_ADD: words.goodbye_in_crisis if in_crisis(self.session) else words.goodbye_blocked,
            Reason.ACCEPTED: words.goodbye_accepted,
        }.get(reason)
        if said:
            self.recorder.emit(e.CoachSaid(state=State.CLOSED, text=said))
        why = self.session.failure or (HELD if flow.is_held(self.session) else reason)
        self.recorder.emit(e.SessionClosed(outcome=outcome, why=why))

    def _reach(self, bound: Any, limit: int) -> None:
        self.recorder.emit(e.BoundReached(bound=bound, limit=limit))

    def _bounded(self) -> bool:
        """Whether a bound stands in the way of another call."""
        session, limits = self.session, self.variant.settings.limits
        bounds = (
            ("plan_attempts", limits.plan_attempts, session.state is State.PLAN and session.attempts),
            ("calls_a_turn", limits.calls_a_turn, session.calls_this_turn),
            ("calls_a_session", limits.calls_a_session, session.calls),
        )
        for bound, limit, used in bounds:
            if used >= limit:
                self._reach(bound, limit)
                return True
        return False

    async def _ask(self) -> None:
        """One model call in the present state, and everything that comes of it."""
        if self._bounded():
            return
        session, row = self.session, self.policy[self.session.state]
        started = self.clock()
        question = ModelQuestion(self.client, session, RequestSettings(row, self.variant, self._models(), self.user))
        if (recorded := self.recorder.recorded_answer()) is not None:
            self.recorder.emit(recorded)
            if isinstance(recorded, e.ModelCalled):
                await self._take(question.recorded(recorded))
            return
        try:
            answer = await question.answer()
        except ModelFailure as failure:
            spent = question.tokens.as_fields()
            by = {"model": question.model} if spent else {}
            service = isinstance(failure, ServiceFailure)
            failed = e.ModelFailed(state=session.state, what=str(failure), service=service, **by, **spent)
            self.recorder.emit(failed, **timing(self.client, self.clock() - started))
            return
        called = e.ModelCalled(
            state=session.state,
            tier=row.tier,
            model=answer.model,
            prompt=answer.asked.prompt,
            stop_reason=answer.stop_reason,
            context=answer.asked.context,
            anew=answer.asked.anew,
            content=answer.content,
            **{"input_tokens": 0, "output_tokens": 0, **answer.tokens.as_fields()},
        )
        self.recorder.emit(called, **timing(self.client, self.clock() - started))
        await self._take(answer)

    async def _take(self, answer: ModelAnswer) -> None:
        """Show the words, run every tool call, answer all of them in one message."""
        state, row = self.session.state, self.policy[self.session.state]
        if row.speaks and answer.text:
            self.recorder.emit(e.CoachSaid(state=state, text=answer.text, ends_turn=not answer.calls))
        if answer.calls:
            results = [await self._run(call) for call in answer.calls]
            self.recorder.emit(e.ToolsAnswered(state=state, results=tuple(results)))
        elif not row.speaks:
            self._nudge(row.tools[0].name)

    def _nudge(self, tool: str) -> None:
        """Ask once more for the tool call that an answer lacked; a model that lacks it again has failed."""
        state = self.session.state
        nudge = {"type": "text", "text": f"(An automatic note, not from the athlete.) Answer with the tool {tool}."}
        asked = next(m for m in reversed(self.session.thread.messages) if m["role"] == "user")
        if nudge in asked["content"]:
            self.recorder.emit(e.ModelFailed(state=state, what=f"the model did not call {tool}, though asked to twice"))
        else:
            self.recorder.emit(e.ToolsAnswered(state=state, results=(nudge,)))

    async def _run(self, call: dict[str, Any]) -> dict[str, Any]:
        """One tool call: its events, and its result block. Nothing a model sends raises."""
        state, name, given = self.session.state, str(call.get("name")), call.get("input")
        row = self.policy[state]
        tool = row.tool(name)
        given, error = given if isinstance(given, dict) else {"": given}, None
        try:
            if tool is None:
                offered = ", ".join(each.name for each in row.tools)
                kept = unread(self.session, name, given) if row.tool(COLLECT_DATA.name) else ()
                raise ToolError(f"There is no tool {name!r} now; there are: {offered}.", kept)
            if not await self._approved(name, given):
                why = "This call was not approved. Go on without it."
                raise ToolError(why, tool.refuse(self.session, why, given))
            happened, reply = tool.call(self.session, given)
        except ToolError as problem:
            happened, reply, error = problem.events, str(problem), str(problem)
        called = e.ToolCalled(state=state, tool=name, call=str(call.get("id")), input=given, error=error)
        self.recorder.emit(called)
        for event in happened:
            self.recorder.emit(event)
        result = {"type": "tool_result", "tool_use_id": str(call.get("id")), "content": reply}
        return {**result, "is_error": True} if error is not None else result

    async def _approved(self, name: str, given: dict[str, Any]) -> bool:
        """Whether the call may run: it needs no approval, or it got one; asked once, also after a kill."""
        session = self.session
        if session.started is None or name not in session.started.approvals:
            return True
        call = {"state": session.state, "tool": name, "preview": digest({"tool": name, "input": given})}
        self.recorder.emit(ApprovalAsked(**call))
        recorded = self.recorder.recorded_approval()
        answer = recorded.approved if recorded else await self.approve(name, given)
        self.recorder.emit(ApprovalGiven(**call, approved=answer))
        return answer
