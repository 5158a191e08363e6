"""The hash of a prompt: of system and tools, in canonical JSON."""

import hashlib
from typing import Any

import rfc8785

from coach import variants
from coach.ask import prompt_hash, request_of
from coach.fold import Session
from coach.policy import POLICY

VARIANT = variants.load("baseline")


def test_it_is_that_of_the_canonical_json_of_system_and_tools_and_follows_both() -> None:
    requests: list[dict[str, Any]] = [
        request_of(Session(state=state), row, VARIANT, {"fast": "m", "reasoning": "m"}) for state, row in POLICY.items()
    ]
    others = [{**each, "tools": [dict(tool, name="another") for tool in each["tools"]]} for each in requests]
    framed = [{"system": each["system"], "tools": each["tools"]} for each in (*requests, *others)]
    expected = [hashlib.sha256(rfc8785.dumps(each)).hexdigest() for each in framed]
    assert [prompt_hash(each) for each in (*requests, *others)] == expected
    assert len(set(expected)) == len(expected)
