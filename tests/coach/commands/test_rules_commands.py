import json
import re

import pytest
from sampling import share

from coach.cli import main
from coach.safety.clinical_words import Words, words
from coach.safety.rules import CompiledRule, rules, sources

CODE = r"\w+_\w+|&&|\|\||==|!=|[{}]|\.exists|\bnull\b|\bNone\b"


@pytest.mark.parametrize("compiled", share(rules(), one_in=4), ids=lambda compiled: compiled.rule.id)
def test_a_rule_is_explained_in_words_with_its_sources_and_its_source_code_last(
    compiled: CompiledRule, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain-rule", compiled.rule.id]) == 0
    said, *code = capsys.readouterr().out.rstrip().split("\n\nSource code of the condition: ")
    assert code == [f"`{' '.join(compiled.rule.condition.split())}`"]
    assert re.findall(CODE, said.replace(compiled.rule.id, "", 1)) == []
    assert all(leaf in said for leaf in leaves(words(compiled.rule.condition)))
    assert all(sources()[ref].citation in said for ref in compiled.rule.sources)
    assert all(part in said for part in ("- Fires when: ", "  - Fires: ", "  - Just does not fire: "))


def leaves(found: Words) -> list[str]:
    return [found] if isinstance(found, str) else [leaf for part in found.parts for leaf in leaves(part)]


def test_the_markdown_has_every_rule_and_code_only_where_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    said = capsys.readouterr().out
    assert sorted(re.findall(r"^#### (.*)", said, re.MULTILINE)) == sorted(each.rule.about for each in rules())
    reading = re.sub(r"^<sub>Source code of the condition: `.*`</sub>$|^\w+ \(\w+\)", "", said, flags=re.MULTILINE)
    assert re.findall(CODE, reading) == []


def test_the_json_table_carries_citation_and_verification(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found) == 60
    assert all(source["verification"] for rule in found for source in rule["sources"])
