"""Questions about sentences on health that nothing records: one sentence at a time, quoted, one plain question.

A matter is asked about twice, in however many sentences it was told; what then has no answer is recorded as not known,
and the gate approves nothing.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator

from coach.context import IN_THEIR_WORDS
from coach.fold import HEALTH_QUESTION
from coach.profile.catalogue import catalogue
from coach.profile.health_words import Phrase, health_phrases
from coach.profile.inference import opened_by
from coach.profile.stated import entries_named, is_mere_no, is_mere_yes, matters_named
from coach.safety.rules import referrals
from coach.sentences import remarks
from coach.tools.unrecorded_health import in_brief
from evals.offline.coach_reply import Call, CoachReply
from evals.offline.phrases import phrase
from evals.offline.questions import Put, specific
from evals.offline.recording import UNEVENTFUL
from evals.offline.request_view import RequestTurn, RequestView
from evals.offline.short_answers import spoken_of
from personas.acts import Ask, Correct, Decline, DontKnow, Tell

_MOST = 2
_SYMPTOMS, _SELF_HARM = "symptoms", "self_harm_thoughts"
_MERE_YES = ": yes"
"""How the engine's name for a yes that nothing explains ends."""
_YES_ABOUT = "yes about "
"""How every question about such a yes names it."""
_IS_SO = {"today": "is_so_now", "number": "is_so"}
"""Kind of field to the purpose of the question whether a sentence that means it was read right."""
_MESSAGE = re.compile(rf"{re.escape(IN_THEIR_WORDS[:-1])}, message (\d+)\)")


def about_self_harm(seen: RequestView, seed: int) -> CoachReply | None:
    """What `about_notes` says where a note speaks of self-harm that is not on record; else None."""
    return about_notes(seen, seed) if any(map(is_self_harm, _unheld(seen))) else None


def about_notes(seen: RequestView, seed: int) -> CoachReply | None:
    """The next question about an open note, or the call that gives it up; None where no note is open.

    What the engine does not let go is asked about once more.
    """
    notes = sorted(_unheld(seen), key=lambda note: not is_self_harm(note))
    if not notes:
        return None
    waiting = [note for note in notes if not _is_answered(note, seen)]
    due = sorted((note for note in waiting or notes if _times(note, seen) < _MOST), key=lambda note: _times(note, seen))
    if not due and not _is_refused(seen):
        return CoachReply(calls=(Call("collect_data", {"items": [*map(_not_known, _given_up(notes, seen))]}),))
    note = (due or waiting or notes)[0]
    asked = about_quote(note, seen, seed, last=not {*waiting} - {note})
    purpose = "unclear_note" if not note.endswith(_MERE_YES) else "unclear_yes"
    mentioned = phrase(purpose, seed, len(seen.turns), note=note.removesuffix(_MERE_YES))
    return CoachReply(f"{mentioned} {asked.text}", acts=asked.asks)


def _unheld(seen: RequestView) -> list[str]:
    """The open notes; under a block that sends them to somebody, without those whose symptom is on record."""
    blocked = (seen.get("no_plan_yet") or {}).get("kind") == "see_someone_first"
    known = set(seen.get("known", {}).get(_SYMPTOMS, ())) if blocked else set()
    return [note for note in open_notes(seen) if known.isdisjoint(entries_named(_SYMPTOMS, note))]


def _given_up(notes: list[str], seen: RequestView) -> Iterator[str]:
    """The health question; with it the symptoms, where they wait for nothing but the matter that was asked about."""
    yield HEALTH_QUESTION
    if any(map(is_self_harm, notes)) and _SYMPTOMS in seen.get("still_needed", ()):
        yield _SYMPTOMS


def _is_refused(seen: RequestView) -> bool:
    """Whether the call that gives the health question up came back just now."""
    newest = next((turn for turn in reversed(seen.turns) if turn.role == "assistant"), None)
    items = [item for _, given in newest.calls for item in given.get("items", ())] if newest else []
    return any(is_error for _, is_error in seen.fresh_results) and _not_known(HEALTH_QUESTION) in items


def open_notes(seen: RequestView) -> list[str]:
    """Each open note in words: its name, or the sentences on health of the message that it stands for."""
    theirs = [" ".join(turn.texts) for turn in seen.turns if turn.role == "user" and turn.texts]
    found: list[str] = []
    for label in seen.get("unclear_notes", []):
        message = _MESSAGE.fullmatch(label)
        if message and int(message[1]) <= len(theirs):
            told = _on_health(theirs[int(message[1]) - 1])
            found += [each for each in told if not seen.get("known", {}).get(field_meant(each) or "")] or told
        else:
            found.append(label.replace("_", " "))
    return list(dict.fromkeys(found))


def notes_of(seen: RequestView) -> Call | None:
    """The call that keeps the newest message's sentences on health as unclear notes; None where it has none."""
    told = _on_health(seen.newest) if seen.get("speaks_of_health") else untold(seen) or _unheard_self_harm(seen)
    noted = open_notes(seen)
    fresh = [each for each in told if each not in noted and _times(each, seen) < _MOST]
    items = [{"field": in_brief(sentence), "raw": sentence} for sentence in fresh]
    return Call("collect_data", {"items": items}) if items else None


def untold(seen: RequestView) -> list[str]:
    """The sentences of a person's newest message with words on health that were asked for and that no act tells."""
    if not seen.is_free:
        return []
    heard = {act.field for act in seen.heard if isinstance(act, Tell | Correct | Decline | DontKnow)}
    known = seen.get("known", {})
    affirmed = {name for name in known if known[name] not in UNEVENTFUL}

    def is_untold(found: Phrase) -> bool:
        told = heard if found.doubted else affirmed
        asked = not found.fields.isdisjoint(seen.asked)
        return asked and not found.settled and told.isdisjoint(found.fields)

    return [each for each in remarks(seen.newest) if any(map(is_untold, health_phrases(each)))]


def _unheard_self_harm(seen: RequestView) -> list[str]:
    """The sentences of the newest message that say beyond doubt what no record has got: thoughts of self-harm."""
    if _SELF_HARM in seen.get("known", {}).get(_SYMPTOMS, ()):
        return []
    return [each for each in remarks(seen.newest) if _SELF_HARM in entries_named(_SYMPTOMS, each, told=True)]


def _on_health(message: str) -> list[str]:
    """The sentences with words on health that nothing takes back, or the whole message."""
    told = [each for each in remarks(message) if not all(map(_takes_back, health_phrases(each)))]
    return told or [message]


def _takes_back(found: Phrase) -> bool:
    return found.doubted or (found.denied and found.settled)


def about_quote(words: str, seen: RequestView, seed: int, *, last: bool = True) -> Put:
    """One plain question about a sentence on health: the entry or field that it means, else whether it is about health.

    `last`: no other note is open, so that a no answers the health question too.
    """
    rest = (Ask(field=HEALTH_QUESTION, values=tuple(sorted(catalogue().in_parts[HEALTH_QUESTION]))),) if last else ()
    if is_self_harm(words):
        text = phrase("self_harm", seed, len(seen.turns), help=referrals()["crisis_line"])
        return Put(text=text, asks=(Ask(field=_SYMPTOMS, values=(_SELF_HARM,), words=text), *rest))
    meant = field_meant(words, seen.get("known", {}))
    if meant and (entries := entries_named(meant, words)):
        say, values = _of_one_kind(meant, entries[0])
        text = phrase("is_it", seed, len(seen.turns), thing=say)
        return Put(text=text, asks=(Ask(field=meant, values=values, words=text), *rest))
    if first := _first_of(meant, words, seen):
        text = phrase(first, seed, len(seen.turns))
        own = (Ask(field=meant, words=text),) if meant and meant not in catalogue().in_parts else ()
        return Put(text=text, asks=(*own, *rest) if own else ())
    if meant and meant not in catalogue().in_parts:
        put = specific(meant, seen, seed)
        return Put(text=put.text, asks=(*put.asks, *rest))
    return specific(HEALTH_QUESTION, seen, seed)


def _first_of(meant: str | None, words: str, seen: RequestView) -> str:
    """The purpose of the question whether a sentence was read right, which comes first and once: before that for a
    number, and of an urgent matter that no entry names; empty where none does."""
    if _times(words, seen):
        return ""
    if meant and (first := _IS_SO.get(_kind(meant))):
        return first
    urgent = any(found.urgent and not found.doubted for found in health_phrases(words))
    return "is_so" if urgent and (meant is None or meant in catalogue().in_parts) else ""


def _kind(name: str) -> str:
    field = catalogue().fields[name]
    return "today" if field.type == "bool" and field.about == "today" else field.type.replace("int", "number")


def _of_one_kind(name: str, entry: str) -> tuple[str, tuple[str, ...]]:
    """How a question names the entry, with all the entries that these words ask about ("chest pain or pressure")."""
    asked = {
        item.say: item.asks[name]
        for question in catalogue().questions.values()
        for item in question.items
        if entry in item.asks.get(name, ())
    }
    return next(iter(asked.items()), (catalogue().fields[name].values[entry].say, (entry,)))


def is_self_harm(words: str) -> bool:
    """Whether the words may speak of a wish to die or to hurt oneself."""
    return _SELF_HARM in entries_named(_SYMPTOMS, words)


def _times(note: str, seen: RequestView) -> int:
    """How often the coach asked about the note, or about another sentence on the same matter."""
    matters = matters_named(note)
    return sum(_mention(note) in text or _asks_about(matters, text, seen) for text in seen.coach_texts)


def _mention(note: str) -> str:
    """The words by which a question about the note shows which one it means."""
    return _YES_ABOUT + note.removesuffix(_MERE_YES) if note.endswith(_MERE_YES) else note


def _asks_about(matters: frozenset[str], text: str, seen: RequestView) -> bool:
    """Whether a text of the coach quotes a sentence of the athlete's on one of the matters."""
    if not matters:
        return False
    theirs = (each for turn in seen.turns if turn.role == "user" for words in turn.texts for each in remarks(words))
    return any(f'"{each}"' in text and not matters.isdisjoint(matters_named(each)) for each in theirs)


def _is_answered(note: str, seen: RequestView) -> bool:
    """Whether the message behind a question that quoted the note was a plain no, or told what it asked for."""
    replies = list(_replies(note, seen))
    told = [act for asked, reply in replies for act in reply.acts or () if isinstance(act, Tell) and act.field in asked]
    plain = [(asked, " ".join(reply.texts)) for asked, reply in replies]
    return bool(told) or any(
        is_mere_no(words) or (is_mere_yes(words) and asked & spoken_of(seen)) for asked, words in plain
    )


def _replies(note: str, seen: RequestView) -> Iterator[tuple[frozenset[str], RequestTurn]]:
    asked: frozenset[str] | None = None
    for turn in seen.turns:
        if turn.role == "assistant" and turn.texts:
            quoted = any(_mention(note) in text for text in turn.texts)
            asked = frozenset(act.field for act in turn.acts or () if isinstance(act, Ask)) if quoted else None
        elif turn.texts and asked is not None:
            yield asked, turn
            asked = None


def _not_known(name: str) -> dict[str, str]:
    return {"field": name, "raw": "", "standing": "not_known"}


_GENERAL = frozenset({HEALTH_QUESTION, "clearances"})


def field_meant(words: str, settled: Container[str] = ()) -> str | None:
    """The field that most of the words on health mean, before those that only follow up on it; lists come last.

    One that they name an entry of comes before the others, one that is `settled` after them. None where it is the
    general question.
    """
    meant = Counter(name for phrase in health_phrases(words) for name in phrase.fields if name not in _GENERAL)
    first = [name for name in meant if meant.keys().isdisjoint(opened_by(name))] or list(meant)

    def rank(name: str) -> tuple[bool, bool, int, bool, str]:
        is_list = catalogue().fields[name].type == "list"
        return (not entries_named(name, words), name in settled, -meant[name], is_list, name)

    return min(first, key=rank, default=None)
