"""The plan rules: id, severity, source and check; then what must be known, and what makes a warning an error."""

from coach.plan.validation import contraindications, growth, load, pace, safety, session, structure, taper
from coach.plan.validation.context import PlanContext
from coach.plan.validation.rule import PlanRule


def _days_known(context: PlanContext) -> bool:
    return context.number("training_days_per_week") is not None or context.available_days is not None


def _distances_known(context: PlanContext) -> bool:
    return context.distances_known


def _race_and_km_known(context: PlanContext) -> bool:
    return context.distances_known and taper.distance_known(context)


def _fitness_known(context: PlanContext) -> bool:
    return context.vdot is not None


def _experience_known(context: PlanContext) -> bool:
    return context.years_of_running is not None


def _age_known(context: PlanContext) -> bool:
    return context.age is not None


_GROWTH, _LONG_RUN = frozenset({"cap_volume_growth"}), frozenset({"cap_long_run"})
_HARD, _PRESENT = frozenset({"cap_hard_sessions_1"}), frozenset({"train_at_current_fitness"})

RULES = (
    PlanRule("struct_weeks_contiguous", "error", "house: schema integrity", structure.weeks_contiguous),
    PlanRule("struct_one_entry_per_day", "error", "house: schema integrity", structure.one_entry_per_day),
    PlanRule("struct_block_length", "error", "house: schema integrity", structure.block_length),
    PlanRule("struct_start_date", "error", "house: convention", structure.start_date),
    PlanRule("struct_race_day", "error", "house: schema integrity", structure.race_day),
    PlanRule(
        "struct_training_days", "error", "house: respect the athlete's life", structure.training_days, _days_known,
    ),
    PlanRule("struct_session_time_cap", "error", "house: convention", structure.session_time_cap),
    PlanRule("struct_totals_consistent", "error", "house: arithmetic", structure.totals_consistent),
    PlanRule("struct_session_complete", "error", "house: schema integrity", structure.session_complete),
    PlanRule("struct_phase_order", "error", "house: convention", structure.phase_order),
    PlanRule(
        "load_first_week", "warn", "house; direction nielsen_2014_jospt",
        growth.first_week, growth.first_week_comparable, has_errors=True,
    ),
    PlanRule(
        "load_weekly_growth", "warn", "buist_2008, frandsen_2025",
        growth.weekly_growth, growth.weeks_comparable, _GROWTH,
    ),
    PlanRule(
        "load_two_week_growth", "error", "nielsen_2014_jospt; error level house",
        growth.two_week_growth, growth.weeks_comparable,
    ),
    PlanRule(
        "load_single_session_spike", "warn", "frandsen_2025; error level house",
        growth.single_session_spike, growth.runs_comparable, _LONG_RUN, has_errors=True,
    ),
    PlanRule("load_cutback", "warn", "house: coaching convention", growth.cutback, _distances_known, _GROWTH),
    PlanRule(
        "load_no_double_step", "warn", "house: coaching convention", growth.no_double_step, growth.weeks_comparable,
    ),
    PlanRule(
        "load_hard_count", "error", "house: coaching convention; acsm_2015 with a known condition",
        load.hard_count, load.hard_cap_known, _HARD,
    ),
    PlanRule("load_hard_spacing", "error", "house: coaching convention", load.hard_spacing),
    PlanRule("load_rest_days", "error", "aap_2024, nata_2019; adults house", load.rest, load.rest_known),
    PlanRule("load_long_run_share", "warn", "daniels_2014; 1.25/n house", load.long_run_share, _distances_known),
    PlanRule("load_long_run_duration", "warn", "daniels_2014; 180 min house", load.long_run_duration),
    PlanRule("load_quality_volume", "warn", "daniels_2014", load.quality_volume, _distances_known),
    PlanRule(
        "load_intensity_distribution", "warn", "festa_2020, rosenblat_2019; levels house", load.intensity_distribution,
    ),
    PlanRule("load_monotony", "warn", "foster_1998", load.monotony),
    PlanRule("taper_length", "warn", "bosquet_2007, wang_2023; by distance house", taper.length, taper.distance_known),
    PlanRule("taper_reduction", "warn", "bosquet_2007, wang_2023", taper.reduction, _distances_known),
    PlanRule("taper_keeps_intensity", "warn", "bosquet_2007; day counts house", taper.keeps_intensity),
    PlanRule("race_last_long_run", "warn", "house: convention", taper.last_long_run, _race_and_km_known),
    PlanRule("race_peak_long_run", "warn", "fokkema_2020; ranges house", taper.peak_long_run, _race_and_km_known),
    PlanRule(
        "race_marathon_min_volume", "warn", "rasmussen_2013, fokkema_2020",
        taper.marathon_min_volume, _race_and_km_known,
    ),
    PlanRule(
        "pace_matches_current_vdot", "warn", "daniels_gilbert_1979, daniels_2014",
        pace.matches_current_vdot, _fitness_known, _PRESENT,
    ),
    PlanRule(
        "pace_goal_plausible", "warn", "house; festa_2020, heritage_1999, vickers_2016",
        pace.goal_plausible, pace.gain_known,
    ),
    PlanRule("pace_hr_valid", "error", "brawner_2004", pace.hr_valid, pace.hr_most_known),
    PlanRule("session_warmup_cooldown", "error", "gina; minutes house", session.warmup_cooldown),
    PlanRule("session_strength", "warn", "blagrove_2018; placement house", session.strength),
    PlanRule(
        "session_novice_start", "warn", "nielsen_2014_ijspt; 4 weeks house", session.novice_start, _experience_known,
    ),
    PlanRule(
        "safety_contraindications", "error", "house: gate contract",
        contraindications.respected, contraindications.all_known,
    ),
    PlanRule("safety_blocked_no_plan", "error", "house: gate contract", safety.blocked_no_plan),
    PlanRule("safety_minor_limits", "error", "nata_2019, aap_2024, rrca_youth", safety.minor_limits, _age_known),
    PlanRule("safety_masters_limits", "warn", "house: seed and convention", safety.masters_limits, _age_known),
)  # fmt: skip
