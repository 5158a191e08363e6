"""`coach-eval validate-persona FILE`: is a persona file fit for use, and if not, what to mend?"""

from typing import TYPE_CHECKING

import click

from coach.command_line import command as described
from coach.errors import FileError
from personas.files import file_of

if TYPE_CHECKING:
    from evals.persona_check import PersonaFinding


@described("validate-persona", example="coach-eval validate-persona masters_runner")
@click.argument("file", metavar="FILE")
def command(file: str) -> int:
    """Check the persona in FILE (or a name of the library): file, labels, gate, and one short session offline.

    The safety rules have to agree with the labels on what the athlete can and will tell. Exit code 1 where anything
    fails; each failure comes with hints.
    """
    path = file_of(file)
    from evals.persona_check import PersonaFinding, advice, findings
    from personas.load import load
    from reports.wording import count

    try:
        persona = load(path)
    except FileError as error:
        _tell(PersonaFinding("file", ok=False, what=str(error)))
        return 1
    whole = f"{persona.id}: {count(len(persona.facts), 'fact')}, {count(len(persona.behaviours), 'behaviour')}"
    _tell(PersonaFinding("file", ok=True, what=whole))
    fit = True
    for found in findings(persona):
        _tell(found)
        fit = fit and found.ok
    for line in advice(persona, path):
        click.echo(f"note      {line}")
    if fit:
        click.echo(f"\nrun it    coach-eval eval --persona {file} --epochs 1")
    return 0 if fit else 1


def _tell(found: "PersonaFinding") -> None:
    click.echo(f"{'ok' if found.ok else 'FAILED':9} {found.part:8} {found.what}")
    for hint in found.hints:
        click.echo(f"{'':10}{'':8} - {hint}")
