"""llama.cpp in this process. Blocks while the model answers: to be asked in a thread.

The same request gets the same answer: nothing is kept from one request to the next, since a prompt that is partly
cached is computed in other batches, whose sums differ in their last digits.
"""

import os
import secrets
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from evals.errors import RunError

_MOST_THREADS = 2
_SHRUNK = 0.9


class LocalReply(NamedTuple):
    """`is_cut`: it ended at the most tokens. `seconds` of computing, without waiting for other requests."""

    content: str
    is_cut: bool
    input_tokens: int
    output_tokens: int
    seconds: float


class PromptTooLong(Exception):
    """`PromptTooLong(part)`: this part of it, at most, would have fitted."""


class Engine:
    """The weights at `path`, loaded; `context`: tokens of a prompt and its answer together."""

    def __init__(self, path: Path, context: int) -> None:
        import xllamacpp  # an extra, without types

        params = xllamacpp.CommonParams()
        params.model.path = str(path)
        params.n_ctx, params.n_parallel, params.n_gpu_layers = context, 1, 0
        # Threads that wait for each other in turns are far slower than one where others use the machine too.
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = min(
            _MOST_THREADS, (os.cpu_count() or 1) // 2 or 1
        )
        params.cache_ram_mib, params.warmup, params.verbosity = 0, False, -1
        params.api_keys = [secrets.token_hex()]  # it listens on the loopback; nobody is to ask it there
        try:
            self._server = xllamacpp.Server(params)
        except RuntimeError as error:
            raise RunError(f"the model at {path} cannot be loaded: is it a whole GGUF file of a chat model?") from error

    def answer(self, messages: list[dict[str, str]], *, schema: dict[str, Any] | None, **limits: Any) -> LocalReply:
        """The model's reply; `limits`: `max_tokens`, `seed`, `temperature`. `PromptTooLong` where it was not asked."""
        held = {"json_schema": {"name": "answer", "schema": schema}, "type": "json_schema"}
        form = {"response_format": held} if schema else {}
        got = self._server.handle_chat_completions({"messages": messages, "cache_prompt": False, **form, **limits})
        if (error := got.get("error")) is not None:
            if error.get("type") == "exceed_context_size_error":
                raise PromptTooLong(_SHRUNK * error["n_ctx"] / error["n_prompt_tokens"])
            raise RuntimeError(f"llama.cpp refused the request: {error.get('message')}")
        choice, usage, timings = got["choices"][0], got["usage"], got["timings"]
        return LocalReply(
            content=choice["message"]["content"] or "",
            is_cut=choice["finish_reason"] == "length",
            input_tokens=usage["prompt_tokens"],
            output_tokens=usage["completion_tokens"],
            seconds=(timings["prompt_ms"] + timings["predicted_ms"]) / 1000,
        )


@cache
def engine_of(path: Path, context: int) -> Engine:
    """One engine for all who play with the same weights."""
    return Engine(path, context)
