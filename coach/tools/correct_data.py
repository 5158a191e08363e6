"""The athlete takes back or adds to what is recorded. Same input as `collect_data`; the old value stays in history."""

from functools import partial

from coach.tools.collect_data import CollectData, record, unread
from coach.tools.tool import Tool

CORRECT_DATA = Tool(
    name="correct_data",
    description=(
        "The athlete corrects an earlier answer, or mentions something new about themselves. Required: items, with the "
        "same parts and by the same rules as those of collect_data."
    ),
    input=CollectData,
    run=partial(record, adds=False),
    refuse=unread,
)
