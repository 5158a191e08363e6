"""The server: HTTP in, a verdict, a fault or an answer out. Knows no rule, no price and no player.

Endpoints: `POST /v1/messages`, `POST /v1/messages/count_tokens`, `GET /ledger`. Headers rest on api/rate-limits and on
what the SDK reads.
"""

import asyncio
import hashlib
import itertools
import logging
import socket
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TextIO

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from evals.serve import answers, caching
from evals.serve.binding import RequestVerdict, blocks_of
from evals.serve.families import ServedFamily, as_sent, families
from evals.serve.faults import CHANGES, CallFault, Plan
from evals.serve.ledger import UsageLedger
from evals.serve.players import Players
from evals.serve.request_types import CountRequest, MessagesRequest
from evals.serve.rules import ServerMemory, validate

Json = dict[str, Any]
_KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}
_BREAKING = frozenset({"cut_stream", "stream_error", "malformed_json", "wrong_content_type"})
_LIMITS = ("requests", "tokens", "input-tokens", "output-tokens")
_RESET = "2030-01-01T00:00:00Z"


class Refused(Exception):
    """`Refused(status, problems)`; the first problem is what the client hears."""


@dataclass(slots=True)
class Server:
    """`models`: ids served, others are 404; `seconds_a_call`: what each call advances the cache's clock by."""

    models: frozenset[str] = frozenset(families())
    plan: Plan = field(default_factory=Plan)
    log: TextIO | None = None
    seconds_a_call: float = 1.0
    ledger: UsageLedger = field(default_factory=UsageLedger)
    answer: Callable[[Json], list[Json]] = field(default_factory=lambda: Players().answer)
    _paused: set[bytes] = field(default_factory=set)
    _cache: caching.Cache = field(init=False)
    _worker: ThreadPoolExecutor = field(init=False)

    def __post_init__(self) -> None:
        self._cache = caching.Cache(lambda: self.ledger.requests * self.seconds_a_call)
        self._worker = ThreadPoolExecutor(1, "players")  # one at a time: the players' channels are not for threads

    @property
    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/v1/messages", self._messages, methods=["POST"]),
                Route("/v1/messages/count_tokens", self._count_tokens, methods=["POST"]),
                Route("/ledger", self._ledger),
            ]
        )

    async def _ledger(self, _http: Request) -> Response:
        return _json(200, self.ledger.as_json(), 0)

    async def _count_tokens(self, http: Request) -> Response:
        try:
            request, family, memory = self._read(http, await http.body())
            verdict = _accepted(request, family, memory, CountRequest)
        except Refused as refused:
            return _error(refused.args[0], refused.args[1][0], 0)
        return _json(200, {"input_tokens": caching.count(request, family, verdict.dropped)}, 0)

    async def _messages(self, http: Request) -> Response:
        number = self.ledger.begin()
        entry: Json = {"call": number}
        try:
            request, family, memory = self._read(http, await http.body())
            entry["model"] = family.model
            verdict = _accepted(request, family, memory, MessagesRequest)
            if (size := caching.count(request, family, verdict.dropped)) > family.context:
                raise Refused(400, [f"prompt is too long: {size} tokens > {family.context} maximum"])
            self.ledger.dropped += len(verdict.dropped)
            entry["dropped"] = [f"messages.{i}.content.{j}: {why}" for (i, j), why in verdict.dropped.items()]
            wait_s, fault = self.plan.of(number, request)
            entry["fault"] = fault and fault.kind
            await asyncio.sleep(wait_s)
            if fault and fault.kind == "hang":
                while (await http.receive())["type"] != "http.disconnect":
                    pass
                return Response()
            return await self._answer(_Call(http, number, request, family, memory, verdict, fault), entry)
        except Refused as refused:
            status, entry["problems"] = refused.args
            self.ledger.refused += 1
            return _error(status, entry["problems"][0], number)
        finally:
            self.ledger.end()
            self._write({**entry, "verdict": "refused" if "problems" in entry else "accepted"})

    def _write(self, entry: Json) -> None:
        if self.log is not None:
            self.log.write(f"{orjson.dumps(entry).decode()}\n")
            self.log.flush()

    def _read(self, http: Request, body: bytes) -> tuple[Json, ServedFamily, ServerMemory]:
        key = http.headers.get("x-api-key") or http.headers.get("authorization")
        if not key:
            raise Refused(401, ["x-api-key header is required"])
        if not (version := http.headers.get("anthropic-version")):
            raise Refused(400, ["anthropic-version: header is required"])
        try:
            request = orjson.loads(body)
        except orjson.JSONDecodeError as error:
            raise Refused(400, [f"The request body is not valid JSON: {error}"]) from error
        model = request.get("model") if isinstance(request, dict) else None
        if not isinstance(model, str):
            raise Refused(400, ["model: Field required"])
        if model not in self.models or model not in families():
            raise Refused(404, [f"model: {model}"])
        betas = frozenset(each.strip() for each in http.headers.get("anthropic-beta", "").split(","))
        account = hashlib.sha256(key.encode()).hexdigest()[:16]
        return request, families()[model], ServerMemory(account, version, betas, frozenset(self._paused))

    async def _answer(self, call: "_Call", entry: Json) -> Response:
        fault, request = call.fault, call.request
        if fault and fault.kind == "status":
            self.ledger.failed += 1
            wait = {} if fault.retry_after_s is None else {"retry-after": f"{fault.retry_after_s:g}"}
            return _error(fault.status, "the fault plan says so", call.number, wait)
        blocks = await asyncio.get_running_loop().run_in_executor(self._worker, self.answer, request)
        content = answers.content_of(blocks, request, call.family, call.verdict, call.memory.account)
        prompt = self._cache.account(request, call.family, call.verdict.dropped)
        answer, usage = answers.served(call.number, request, content, prompt)
        if fault and fault.kind in CHANGES:
            answer = CHANGES[fault.kind](fault, answer, request)
        if answer["stop_reason"] == "pause_turn":
            last = request["messages"][-1]
            before = blocks_of(last) if last["role"] == "assistant" else []
            self._paused.add(as_sent([*before, *answer["content"]]))
        answer |= _transformations(call)
        broken = fault if fault and fault.kind in _BREAKING else None
        delivered = broken is None and not await call.http.is_disconnected()
        self.ledger.charge(call.family, usage, delivered=delivered)
        entry |= {"usage": usage.as_json(), "dollars": str(call.family.dollars(usage)), "delivered": delivered}
        return _delivered(answer, call, broken)


@dataclass(frozen=True, slots=True)
class _Call:
    http: Request
    number: int
    request: Json
    family: ServedFamily
    memory: ServerMemory
    verdict: RequestVerdict
    fault: CallFault | None


def _accepted(request: Json, family: ServedFamily, memory: ServerMemory, kind: type[CountRequest]) -> RequestVerdict:
    verdict = validate(request, family, memory, kind)
    if verdict.problems:
        raise Refused(400, verdict.problems)
    return verdict


def _transformations(call: _Call) -> Json:
    """What a request that asks for dropping is told of what was dropped."""
    if "block_binding" not in (call.request.get("thinking") or {}):
        return {}
    dropped = [
        {"type": "thinking_dropped", "path": f"messages.{i}.content.{j}", "reason": reason}
        for (i, j), reason in call.verdict.dropped.items()
    ]
    return {"input_transformations": dropped}


def _headers(number: int) -> dict[str, str]:
    limits = {"limit": "1000000", "remaining": "999999", "reset": _RESET}
    rates = {f"anthropic-ratelimit-{kind}-{name}": value for kind in _LIMITS for name, value in limits.items()}
    return {"request-id": f"req_{number:08}", **rates}


def _json(status: int, body: Json, number: int, more: dict[str, str] | None = None) -> Response:
    return Response(orjson.dumps(body), status, _headers(number) | (more or {}), "application/json")


def _error(status: int, text: str, number: int, more: dict[str, str] | None = None) -> Response:
    kind = _KINDS.get(status, "api_error" if status >= 500 else "invalid_request_error")  # noqa: PLR2004 (HTTP)
    body = {"type": "error", "error": {"type": kind, "message": text}, "request_id": f"req_{number:08}"}
    return _json(status, body, number, more)


def _delivered(answer: Json, call: _Call, fault: CallFault | None) -> Response:
    """The answer as it leaves the server: whole or streamed, and as the fault breaks it."""
    kind = fault.kind if fault else None
    if kind == "wrong_content_type":
        return Response("<html>not here</html>", 200, _headers(call.number), "text/html")
    if call.request.get("stream"):
        return StreamingResponse(_stream(answer, fault), headers=_headers(call.number), media_type="text/event-stream")
    if kind in {"cut_stream", "stream_error"}:
        return StreamingResponse(_torn(orjson.dumps(answer)), 200, _headers(call.number), "application/json")
    if kind == "malformed_json":
        return Response(orjson.dumps(answer)[:-9], 200, _headers(call.number), "application/json")
    return _json(200, answer, call.number)


class _Torn(ConnectionError):
    """Ends a response in its middle, which closes the connection."""


def listening(port: int = 0) -> socket.socket:
    """A listener on 127.0.0.1, 0 meaning any free port, whose connections send small answers at once."""
    listener = socket.create_server(("127.0.0.1", port))
    listener.setsockopt(
        socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
    )  # else each answer waits 40 ms for an acknowledgement
    return listener


def http_server(server: Server) -> uvicorn.Server:
    """Serves `server` once run; errors go to stderr, but for the connections that a fault tears."""
    config = uvicorn.Config(server.app, log_level="error", timeout_graceful_shutdown=1)
    logging.getLogger("uvicorn.error").addFilter(
        lambda record: not (record.exc_info and isinstance(record.exc_info[1], _Torn))
    )
    logging.getLogger("asyncio").addFilter(
        lambda record: record.msg != "socket.send() raised exception."
    )  # the client left
    return uvicorn.Server(config)


async def _torn(body: bytes) -> AsyncIterator[bytes]:
    yield body[: len(body) // 2]
    raise _Torn


async def _stream(answer: Json, fault: CallFault | None) -> AsyncIterator[bytes]:
    whole = answers.events(answer)
    for event in itertools.islice(whole, fault.events) if fault else whole:
        yield _event(event)
    if fault and fault.kind == "stream_error":
        yield _event({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
    elif fault and fault.kind == "malformed_json":
        yield b'event: content_block_delta\ndata: {"type": "content_block_delta", "ind\n\n'
    elif fault:
        raise _Torn


def _event(data: Json) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (str(data["type"]).encode(), orjson.dumps(data))
