"""Both offline players at one table."""

from evals.offline import OfflineCoach
from evals.session import Seats, Spec
from personas.channel import Channel
from personas.offline import OfflineAthlete


def offline_seats(spec: Spec) -> Seats:
    """Both offline players, and the channel between them."""
    channel = Channel()
    coach = OfflineCoach(spec.session_seed, channel, hearing=spec.hearing)
    athlete = OfflineAthlete(spec.persona, spec.session_seed, today=spec.today)
    return Seats(coach, athlete, dict.fromkeys(("fast", "reasoning"), "offline/coach"), channel=channel)
