"""What a plan says to its runner: focus lines and notes. Visible text only; knows no numbers of its own."""

from collections.abc import Iterable

from coach.plan.outline import Slot

FOCUS = {
    "base": "Building your engine: mostly easy running, steady rhythm.",
    "build": "Adding strength and speed on top of the base.",
    "peak": "The work that is closest to race day.",
    "taper": "Freshening up: less distance, the same rhythm.",
    "race": "Race week: rest well, stay loose, enjoy it.",
    "recovery": "Letting it all sink in.",
}
CALM_FOCUS = {
    "base": "Building your engine with easy running and a steady rhythm.",
    "build": "A little more of the same easy running, in small steps.",
    "peak": "The fullest easy weeks before the last ones get lighter.",
}
"""Where nothing fast is planned, no week speaks of speed."""
CUTBACK_FOCUS = "A lighter week, so that the work of the last weeks can sink in."

FOR_CONTRAINDICATION = {
    "no_exercise_until_cleared": (
        "Your clinician has given the go-ahead; if anything feels new or wrong, stop and call them first."
    ),
    "no_session_today": "Today is for rest; the first session comes when you feel well again.",
    "no_running": (
        "For now we leave running out and keep you fit with walking, cycling or water until your care team is happy."
    ),
    "walk_run_only": ("Every run has walk breaks: that is how the legs get used to the load without complaint."),
    "no_high_intensity": "Everything stays easy to moderate for now; easy work still moves you forward.",
    "no_plyometrics": "No jumping drills in this block; the strength work stays on the ground.",
    "no_hills_or_sprints": "Flat routes and no sprints for now, to keep tendons and bones calm.",
    "no_heavy_spinal_loading": "Strength stays with body weight and bands; no heavy bar work.",
    "no_loaded_spinal_flexion": "Strength work is upright: no sit-ups, toe touches or loaded twisting.",
    "no_heavy_isometric": "Strength stays light, breathing all the way through, no straining.",
    "no_supine_exercise": "All strength work is standing or seated, nothing lying on your back.",
    "no_hot_environment": ("On warm days choose a cool hour, shade or an indoor option; every run can be moved."),
    "no_unaccompanied_sessions": (
        "For anything over an hour, go with a friend, or take a phone and tell someone your route."
    ),
    "no_race_goal": "This block is about feeling strong, with no race and no clock in it.",
    "no_weight_loss_target": "This plan counts running and rest only; eat enough to fuel it.",
    "no_weight_or_calorie_tracking": "Judge progress by how the running feels, and eat enough to fuel it.",
    "cap_weight_loss_rate": "Fuel the training well; any other change can come slowly alongside it.",
    "cap_weekly_volume": "Weekly distance stays under a fixed ceiling, so that bones and tendons keep up.",
    "cap_volume_growth": "Distance grows in small steps, with a lighter week every few weeks.",
    "cap_long_run": "The long run only ever grows a little beyond what you have done in the last month.",
    "cap_hard_sessions_1": "One harder session a week, so that each one gets the rest it deserves.",
    "cap_weekly_hours_to_age": "The weekly hours leave room for school, friends and other sport.",
    "cap_race_distance": "We aim at a shorter race in this block; the longer one can come later.",
    "rest_day_required": "At least one full day off every week: that is where the work sinks in.",
    "two_rest_days_required": "Two full days off every week: that is where the work sinks in.",
    "hr_zones_unreliable": "We go by feel and the talk test rather than heart rate.",
    "carry_fast_carbohydrate": ("Carry fast carbohydrate on every session and check your glucose before and after."),
    "carry_reliever": "Carry your reliever inhaler on every session.",
    "extended_warmup_required": "Harder sessions start with a long, gradual warm-up of at least 15 minutes.",
    "train_at_current_fitness": "Paces come from what you run today; they move as you do.",
    "reset_goal_date": "We take the goal in stages: a nearer target first, the full one at a later date.",
}

FOR_PROMISE = {
    "all_easy": (
        "Every run stays easy while that tendon is sore; tell me when it has settled, and faster running comes back in."
    ),
    "every_other_day": "Between two runs there is always a day without running, so that the body can answer in peace.",
}

FEWER_KM = {
    "minutes": (
        "You run about {now} km a week now, and the first week holds {first} km: that is what fits into the days and "
        "times there are."
    ),
    "every_other_day": (
        "You run about {now} km a week now, and the first week holds {first} km: with a day free between runs, and no "
        "run longer than you are used to, that is what stays comfortable."
    ),
    "days": (
        "You run about {now} km a week now, and the first week holds {first} km: more would make single runs on your "
        "{days} days longer than is good for them."
    ),
}
"""Why a block begins below present volume, where nothing else in the notes says so."""

FOR_WARNING = {
    "load_first_week": ("The first week is a small step up from what you do now; take it as slowly as you like."),
    "load_weekly_growth": (
        "One or two weeks step up a little more than usual; if the legs are heavy, repeat the week before."
    ),
    "load_single_session_spike": (
        "A run or two is a clear step beyond your recent longest: keep it slow and cut it short if needed."
    ),
    "load_cutback": (
        "Lighter weeks come where the block leaves room for them; take an extra one whenever you feel flat."
    ),
    "load_no_double_step": (
        "In the week where both distance and faster running go up, keep everything else very easy."
    ),
    "load_long_run_share": (
        "The long run is a large part of some weeks, because of the days there are; keep it truly easy."
    ),
    "load_long_run_duration": ("The longest runs take a while; eat and drink on the way and walk when you like."),
    "load_quality_volume": (
        "One faster session is a little long for its week; drop a repetition if it feels too much."
    ),
    "load_intensity_distribution": ("Some weeks hold more brisk running than usual; keep the easy days really easy."),
    "load_monotony": "Many days look alike; swap the route, the surface or the company to keep it fresh.",
    "taper_length": (
        "The days before the race do not divide neatly, so the freshening-up is a bit shorter or longer than usual."
    ),
    "taper_reduction": ("Distance comes down before the race in its own way here: rest counts more than kilometres."),
    "taper_keeps_intensity": ("The last days before the race are all gentle, so that you arrive rested."),
    "race_last_long_run": "The last longer run sits close to the race; keep it very easy.",
    "race_peak_long_run": (
        "The longest run is set by where you are now and the time there is; race day is paced to match."
    ),
    "race_marathon_min_volume": (
        "The weeks before the race stay modest in distance; start it gently and use walk breaks."
    ),
    "pace_goal_plausible": "Several good blocks lie between here and the goal time; this one is the first of them.",
    "pace_matches_current_vdot": "Treat the paces as a guide and let the effort decide.",
    "session_strength": "Strength fits only into some weeks; ten minutes at home on other days helps too.",
    "session_novice_start": "The first weeks are gentle on purpose; add a walk break wherever you like.",
    "safety_minor_limits": ("Take two or three months of the year off running, in parts, for other sports and fun."),
    "safety_masters_limits": ("Give yourself an extra easy day after the hardest session whenever you want one."),
}

MONTHS_OFF = FOR_WARNING["safety_minor_limits"]


def focus_of(slot: Slot, *, faster: bool) -> str:
    """What the week is about; `faster`: does the block hold any fast running?"""
    if slot.is_cutback:
        return CUTBACK_FOCUS
    return FOCUS[slot.phase] if faster else CALM_FOCUS.get(slot.phase, FOCUS[slot.phase])


def notes_for(contraindications: Iterable[str]) -> list[str]:
    """One sentence for each contraindication, in the order given; the same sentence never twice."""
    return list(dict.fromkeys(FOR_CONTRAINDICATION[name] for name in contraindications if name in FOR_CONTRAINDICATION))
