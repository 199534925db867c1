"""Statuses as a service's reply had them in 2011: timestamps, URLs, hex colours, screen names, text in several scripts.

What the service sent as null is absent. Draws with `random.random()` and `random.getrandbits()` alone, whose sequences
Python promises to keep for a seed.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

LONGEST_TEXT = 140
BEYOND_64_BITS = 0.03  # of identifiers
NAMES = [
    "ada",
    "ben",
    "chloe",
    "dario",
    "elif",
    "femi",
    "goran",
    "hana",
    "ivan",
    "jade",
    "kofi",
    "lena",
    "milo",
    "nora",
    "omar",
    "pia",
    "quinn",
    "ravi",
    "sara",
    "timur",
]
ZONES = (("Lisbon", 0), ("Berlin", 3600), ("Athens", 7200), ("Tokyo", 32400), ("Pacific Time (US & Canada)", -28800))
PLACES = ("Coimbra, Portugal", "Berlin", "東京", "São Paulo", "Санкт-Петербург", "somewhere over the 🌈", "")
LANGUAGES = ("en", "pt", "de", "ja", "ru", "el", "ar")
SOURCES = (
    "web",
    '<a href="http://example.com/client" rel="nofollow">A Client for Phones</a>',
    '<a href="http://example.com/desk" rel="nofollow">Desk</a>',
)
PHRASES = (
    "just landed, the coffee here is great",
    "why does nobody read the manual?",
    "agora é que vai ser, até amanhã",
    "das Wetter könnte besser sein",
    "今日はとても良い天気ですね",
    "новый релиз уже на сервере",
    "καλημέρα σε όλους",
    "صباح الخير يا أصدقاء",
    "reading about serialization formats 📚",
    "new post: http://example.com/p/3fk2",
    "@ada I agree, more or less 😀",
    '#conference talks are online "at last" & free <3',
)
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def generate(size: str, variant: str, random: Random) -> Iterator[dict[str, Any]]:
    """One timeline of `size` statuses."""
    del variant  # there is one
    yield {"statuses": [_status(random) for _ in range(int(size))]}


def _status(random: Random) -> dict[str, Any]:
    number = _identifier(random)
    status: dict[str, Any] = {
        "id_str": str(number),
        "truncated": _chance(0.05, random),
        "created_at": _moment(2011, random),
        "user": [_user(random)],
        "favorited": _chance(0.1, random),
        "source": _one(SOURCES, random),
        "retweet_count": _below(120, random) if _chance(0.3, random) else 0,
        "retweeted": _chance(0.1, random),
        "id": _big(number),
        "text": _text(random),
    }
    if _chance(0.4, random):
        status |= _reply(random)
    if _chance(0.2, random):
        status |= _where(random)
    if _chance(0.05, random):
        status["contributors"] = _one(NAMES, random)
    return status


def _reply(random: Random) -> dict[str, Any]:
    answered, author = _identifier(random), random.getrandbits(28)
    return {
        "in_reply_to_status_id_str": str(answered),
        "in_reply_to_status_id": _big(answered),
        "in_reply_to_user_id_str": str(author),
        "in_reply_to_user_id": _big(author),
        "in_reply_to_screen_name": _screen_name(random),
    }


def _where(random: Random) -> dict[str, Any]:
    point = f"{_below(180000, random) / 1000 - 90:.3f},{_below(360000, random) / 1000 - 180:.3f}"
    return {"geo": point, "coordinates": point, "place": _one(PLACES, random)}


def _user(random: Random) -> dict[str, Any]:
    number, name = random.getrandbits(28), _screen_name(random)
    zone, offset_s = _one(ZONES, random)
    image = f"example.com/profile_images/{random.getrandbits(30)}/{name}_normal.jpg"
    background = f"example.com/profile_background_images/{random.getrandbits(30)}/bg.png"
    user: dict[str, Any] = {
        "is_translator": _chance(0.02, random),
        "profile_background_image_url_https": f"https://{background}",
        "protected": _chance(0.1, random),
        "id_str": str(number),
        "profile_image_url_https": f"https://{image}",
        "profile_sidebar_fill_color": _colour(random),
        "name": f"{name.split('_')[0].capitalize()} {_one(NAMES, random).capitalize()}",
        "default_profile_image": _chance(0.1, random),
        "profile_background_tile": _chance(0.5, random),
        "followers_count": int(10 ** (random.random() * 6)),
        "profile_image_url": f"http://{image}",
        "default_profile": _chance(0.3, random),
        "friends_count": int(10 ** (random.random() * 3.3)),
        "screen_name": name,
        "profile_use_background_image": _chance(0.9, random),
        "favourites_count": int(10 ** (random.random() * 3)),
        "profile_sidebar_border_color": _colour(random),
        "lang": _one(LANGUAGES, random),
        "profile_text_color": _colour(random),
        "show_all_inline_media": _chance(0.3, random),
        "statuses_count": int(10 ** (random.random() * 4.5)),
        "created_at": _moment(2007 + _below(4, random), random),
        "verified": _chance(0.02, random),
        "geo_enabled": _chance(0.4, random),
        "profile_background_color": _colour(random),
        "id": _big(number),
        "contributors_enabled": False,
        "listed_count": int(10 ** (random.random() * 2)),
        "profile_background_image_url": f"http://{background}",
        "profile_link_color": _colour(random),
    }
    if _chance(0.7, random):
        user |= {"time_zone": zone, "utc_offset": offset_s}
    if _chance(0.6, random):
        user |= {"location": _one(PLACES, random), "description": _text(random)}
    if _chance(0.5, random):
        user["url"] = f"http://example.com/~{name}"
    if _chance(0.3, random):
        user |= {"following": _chance(0.5, random), "follow_request_sent": False, "notifications": _chance(0.1, random)}
    return user


def _text(random: Random) -> str:
    text = _one(PHRASES, random)
    while _chance(0.55, random):
        text = f"{text} {_one(PHRASES, random)}"
    return text[:LONGEST_TEXT]


def _identifier(random: Random) -> int:
    return random.getrandbits(72) | 1 << 71 if _chance(BEYOND_64_BITS, random) else random.getrandbits(56)


def _big(number: int) -> bytes:
    """Minimal two's complement, big-endian, as `(wirelab.logical) = BIG_INTEGER` has it."""
    return number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)


def _screen_name(random: Random) -> str:
    return f"{_one(NAMES, random)}_{_one(NAMES, random)}{_below(100, random)}"


def _colour(random: Random) -> str:
    return f"{random.getrandbits(24):06X}"


def _moment(year: int, random: Random) -> str:
    """As the service wrote it: `Wed May 25 10:12:33 +0000 2011`."""
    day, month = _one(DAYS, random), _one(MONTHS, random)
    clock = f"{_below(24, random):02}:{_below(60, random):02}:{_below(60, random):02}"
    return f"{day} {month} {1 + _below(28, random):02} {clock} +0000 {year}"


def _chance(probability: float, random: Random) -> bool:
    return random.random() < probability


def _one(choices: Sequence[Any], random: Random) -> Any:
    return choices[_below(len(choices), random)]


def _below(limit: int, random: Random) -> int:
    return int(random.random() * limit)
