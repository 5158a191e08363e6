"""What whole sessions cost: in bulk on one core, through the command, by their length, and on disk.

Commands are whole processes, measured by the operating system; in-process figures are processor time. Each is repeated
and the median stands, with the smallest and the largest.
"""

import asyncio
import sys
import tempfile

import orjson
from measuring import Row, bench, collect_as_a_worker, cpu_s, process, spread
from overhead import MODELS, VARIANT, WORDS, Stub

from coach.loop import Coach
from coach.store.recorder import Recorder
from evals.bulk import Job, played
from evals.run_specs import specs_of

ROUNDS = 5
TURNS = (10, 160)
FEW, MORE = 1, 9


def evaluating(persona: str, epochs: int, *more: str) -> dict[str, float]:
    """Of the whole command; a name that nobody has ends it with 64, a failing scorer with 1."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["eval", "--persona", persona, "--epochs", str(epochs), *more, "--log-dir", folder]
        return process([sys.executable, "-m", "evals.cli", *words], ends=(0, 1, 2, 64))


def bulk() -> list[Row]:
    """Playing and judging the library in this process, after a first round that fills what is kept for a process."""
    specs = [spec for epoch in (1, 2) for spec in specs_of("all", "baseline", epoch, 0)][-77:]
    sizes: list[int] = []

    def library() -> float:
        def play() -> None:
            for spec in specs:
                done = played(Job(spec, model="offline/coach"))
                sizes.append(len(orjson.dumps((done.stored or {}).get("events"))))

        return cpu_s(play) * 1000 / len(specs)

    library()
    sizes.clear()
    collect_as_a_worker()
    found = spread([library() for _ in range(ROUNDS)])
    size = spread([one / 1000 for one in sizes])
    rate = {"median": 1000 / found["median"], "least": 1000 / found["most"], "most": 1000 / found["least"]}
    return [
        {"what": "a session in bulk, all scorers", "unit": "ms", **found},
        {"what": "sessions in bulk, one core", "unit": "a second", **rate, "n": ROUNDS},
        {"what": "events of a session", "unit": "kB", **size},
    ]


def growth() -> list[Row]:
    """The engine's cost of a turn, with a model that answers at once, by how long the talk is."""
    costs = {turns: spread([_turns(turns) for _ in range(ROUNDS)]) for turns in TURNS}
    return [{"what": f"engine, a turn of {turns}", "unit": "ms", **found} for turns, found in costs.items()]


def _turns(turns: int) -> float:
    limits = VARIANT.settings.limits.model_copy(
        update={"turns": 1000, "calls_a_session": 1000, "history_tokens": 10**9}
    )
    variant = type(VARIANT)("long", VARIANT.settings.model_copy(update={"limits": limits}), VARIANT.prompts)

    async def talk() -> None:
        coach = Coach(Stub(), variant, Recorder(), MODELS)
        coach.start(session="s", athlete="a", today="2026-01-05", review="go_on")
        for _ in range(turns):
            await coach.hear(WORDS)

    return cpu_s(lambda: asyncio.run(talk())) * 1000 / turns


def commands() -> list[Row]:
    rows: list[Row] = []
    first = [evaluating("masters_runner", 1) for _ in range(ROUNDS)]
    rows.append({"what": "first session, whole command (CPU)", "unit": "s", **_of(first, "cpu_s")})
    wrong = [evaluating("masters_runer", 1) for _ in range(ROUNDS)]
    rows.append({"what": "a wrong persona is answered", "unit": "s", **_of(wrong, "wall_s")})
    wrong = [evaluating("masters_runner", 1, "--model", "nobody/x") for _ in range(ROUNDS)]
    rows.append({"what": "a wrong model is answered", "unit": "s", **_of(wrong, "wall_s")})
    few = [evaluating("masters_runner", FEW, "--workers", "1")["cpu_s"] for _ in range(3)]
    more = [evaluating("masters_runner", MORE, "--workers", "1")["cpu_s"] for _ in range(3)]
    marginal = [1000 * (b - a) / (MORE - FEW) for a, b in zip(few, more, strict=True)]
    rows.append({"what": "a further session of the command", "unit": "ms", **spread(marginal)})
    library = [evaluating("all", 4) for _ in range(2)]
    rows.append({"what": "the library, 81 personas x 4 (wall)", "unit": "s", **_of(library, "wall_s")})
    return rows


def _of(found: list[dict[str, float]], key: str) -> dict[str, float]:
    return spread([each[key] for each in found])


@bench("sessions", "Whole sessions of the offline players")
def measured(quick: bool) -> list[Row]:  # noqa: FBT001 (as every bench)
    return growth() if quick else [*bulk(), *growth(), *commands()]
