"""The catalogue's fields as a model reads them: each name with its type, unit and range or values."""

from coach.profile.catalogue import catalogue
from coach.safety.rules import fields_read


def _type(name: str) -> str:
    """What a field holds: type, unit and range (`number, km, 0 to 300`), or its values (`list of a | b`)."""
    field = catalogue().fields[name]
    if field.values:
        return f"{_TYPES[field.type]} {' | '.join(sorted(field.values))}"
    between = f"{field.range[0]:.15g} to {field.range[1]:.15g}" if field.range else None
    return ", ".join(filter(None, (_TYPES.get(field.type, field.type), field.unit, between)))


_TYPES = {"enum": "one of", "list": "list of", "minutes_by_day": "an object from mon, tue, ... to a number"}


def all_fields() -> dict[str, str]:
    return {name: _type(name) for name in catalogue().fields}


def health_fields() -> dict[str, str]:
    """The fields about the person or today that the safety rules read, whether they are settled or not."""
    fields, read = catalogue().fields, fields_read()
    return {name: _type(name) for name, f in fields.items() if f.about != "goal" and (name in read or f.screening)}


def other_fields() -> dict[str, str]:
    of_health = health_fields()
    return {name: type_ for name, type_ in all_fields().items() if name not in of_health}
