"""The athlete's words read again, with the product's own reader, beside what the engine made of them at the time."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from coach.events import SessionStarted
from coach.profile.extraction import Extracted, Extraction, extract
from coach.profile.questions import Asked, fields_asked
from coach.records.fact import Confidence, Value
from evals.checks.talk import Exchange, exchanges
from evals.checks.view import SessionView


@dataclass(frozen=True, slots=True)
class Told:
    """A fact that the athlete's message states: `start` to `end` of its text."""

    exchange: Exchange
    field: str
    value: Value
    confidence: Confidence
    start: int
    end: int

    @property
    def quote(self) -> str:
        return self.exchange.text[self.start : self.end]


def told(session: SessionView) -> tuple[Told, ...]:
    """Every fact that the athlete stated, in order; a field stands as often as it was stated."""
    today = _today(session)
    return tuple(
        Told(exchange, name, fact.value, fact.confidence, *fact.span)
        for exchange in exchanges(session)
        for name, fact in _read(exchange.text, exchange.asked or None, today).facts.items()
    )


def refused(session: SessionView) -> tuple[tuple[int, str], ...]:
    """Event and field of every answer that was refused, or that the athlete does not know."""
    today = _today(session)
    return tuple(
        (exchange.event, name)
        for exchange in exchanges(session)
        if exchange.asked and (found := _read(exchange.text, exchange.asked, today))
        for name in (*found.declined, *found.not_known)
    )


def left_open(session: SessionView) -> tuple[tuple[int, str], ...]:
    """Event and field of every mention that leaves open which value is meant."""
    today = _today(session)
    return tuple(
        (exchange.event, name)
        for exchange in exchanges(session)
        for name in _open_in(_read(exchange.text, exchange.asked or None, today))
    )


def _open_in(found: Extraction) -> tuple[str, ...]:
    return *found.unsure, *found.doubted


def answered(exchange: Exchange) -> Mapping[str, Extracted]:
    """The facts of the message as an answer to what was asked. Nothing is dated: no day is known."""
    return _read(exchange.text, exchange.asked or None, None).facts


def alone(exchange: Exchange) -> Mapping[str, Extracted]:
    """The facts of the message as it stands, whatever was asked."""
    return _read(exchange.text, None, None).facts


@lru_cache(maxsize=4096)
def fields_asked_in(text: str) -> tuple[Asked, ...]:
    """What the coach's words ask for."""
    return fields_asked(text) if text else ()


def _today(session: SessionView) -> dt.date | None:
    started = session.last(SessionStarted)
    return dt.date.fromisoformat(started[1].today) if started else None


@lru_cache(maxsize=4096)
def _read(text: str, question: str | None, today: dt.date | None) -> Extraction:
    return extract(text, question=question, today=today, hearer="check")
