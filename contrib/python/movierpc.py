"""Clients of movierpcd, the movie service of the desktop. Python 3.11, nothing but the standard library.

A script uses the blocking client:

    with movierpc.connect() as movies:
        for title in movies.search("dune")["results"]:
            print(movierpc.plain(title["title"]), title["year"])

A program on asyncio uses `Client`, which has the same methods:

    async with movierpc.Client() as movies:
        page = await movies.search("dune")

A parameter that is None is not sent. These mean the same in every method:

    fields: Only these members of each title, and its key; the answer has no others of it then. Default: all.
    timeout_ms: Milliseconds after which the request is answered with `timeout`.
    max_age_ms: Fetch again if the cached answer is older than this (0: always); if that fails, the old one is served,
        stale.
    cache_only: Send no request upstream.
    language: Language of titles and texts, de or de-DE; default: the setting.
    region: Country of dates and certificates; default: the setting.

Made by `generate`, of openrpc.json and template.py: change these.
Protocol/README.md of movierpc is the contract.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import json
import os
import socket as sockets
import stat
import struct
import subprocess
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import (
    Any,
    Concatenate,
    Generic,
    Literal,
    NotRequired,
    ParamSpec,
    Protocol,
    Self,
    TypedDict,
    TypeVar,
    overload,
)

__version__ = "0.1.0"

_T = TypeVar("_T")
_P = ParamSpec("_P")
_Topic = TypeVar("_Topic", bound=str, covariant=True)
_Data = TypeVar("_Data", covariant=True)
_Result = TypeVar("_Result", covariant=True)
_PROTOCOL = 1
# As the contract has them: the timeout of a request that names none, and how many requests of a connection may be in
# flight. More would wait in the daemon, where their time already runs.
_TIMEOUT_MS = 15_000
_IN_FLIGHT = 64
_RECONNECT_SECONDS = 0.5


class Error(Exception):
    """Whatever goes wrong here.

    `kind` is stable, to branch on. `hint` says what to do, or is None. `retryable`: the same may go well later, after
    `retry_after_ms` where that is known. A change that got no answer may have been made."""

    kind = "error"
    retryable = False
    retry_after_ms: int | None = None

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Offline(Error, ConnectionError):
    """There is no daemon, or it went away."""

    kind = "offline"
    retryable = True


class NoAnswer(Error, TimeoutError):
    """The daemon is there and said nothing, for longer than it may take."""

    kind = "no_answer"
    retryable = True


class ProtocolError(Error):
    """Who listens there does not speak this protocol."""

    kind = "protocol"


class RPCError(Error):
    """The daemon's own answer. It has a class for each kind; `data` has what more there is, by the table of errors.

    `remedy` is what to do about it as data, such as a method with its parameters, or None."""

    def __init__(self, code: int, message: str, data: Mapping[str, Any]) -> None:
        hint, wait, remedy = data.get("hint"), data.get("retry_after_ms"), data.get("remedy")
        super().__init__(message, hint if isinstance(hint, str) else None)
        self.code = code
        self.data = dict(data)
        self.remedy: dict[str, Any] | None = remedy if isinstance(remedy, dict) else None
        self.kind = str(data.get("kind", "error"))
        self.retry_after_ms = wait if isinstance(wait, int) else None
        self.retryable = self.kind in _PASSING or data.get("by") == "shutdown"

    # Else copy and pickle would make it anew of its message alone.
    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message, self.data), self.__dict__


# Of a topic, beside others: it is not followed.
_REFUSED = {"forbidden", "invalid_params", "not_found"}
_PASSING = {"upstream_unavailable", "rate_limited", "timeout", "overloaded"}


class ParseError(RPCError):
    """The message is not JSON; `offset`: bytes from its start to the fault."""


class InvalidRequest(RPCError):
    """The message is JSON, but not a request."""


class MethodNotFound(RPCError):
    """There is no such method; `did_you_mean`: the method probably meant, or null."""


class InvalidParams(RPCError):
    """A parameter is unknown, missing, given twice, of a wrong type or out of range; `param`, `expected`."""


class InternalError(RPCError):
    """A bug in the daemon; its log has more under `incident`."""


class Cancelled(RPCError):
    """The request was cancelled; `by`: cancel, newer (see `supersedes`) or shutdown."""


class NotFound(RPCError):
    """No such title, list, entry, download or profile, or the connection's profile was deleted; `resource`."""


class UpstreamUnavailable(RPCError):
    """The network or an upstream failed, and no other source has the answer; `source`, `reason`, `retry_after_ms` or
    null.
    """


class UpstreamUnauthorized(RPCError):
    """An API key is missing or refused; `source`, `reason`, `setting`."""


class RateLimited(RPCError):
    """An upstream's rate limit, or the daemon's own limit for it, is reached; `retry_after_ms`."""


class Timeout(RPCError):
    """The request took longer than `timeout_ms`."""


class LimitExceeded(RPCError):
    """A limit is exceeded; `limit`: its name, `max`, `got`."""


class Overloaded(RPCError):
    """Too many connections, or the daemon is shutting down; `retry_after_ms`."""


class Conflict(RPCError):
    """`if_version` does not match, or the state forbids it; `version`, `entry`, `state` where they apply."""


class StorageError(RPCError):
    """The disk is full, read-only or does not respond, or the library is damaged; nothing was changed."""


class NotAvailable(RPCError):
    """A program, a part or a required capability is missing; `missing`."""


class Forbidden(RPCError):
    """The profile does not allow it, or the PIN is wrong; `needs`: pin, age or license, `retry_after_ms`."""


class Ambiguous(RPCError):
    """The words name no title, or several; `candidates`: up to five that may be meant."""


_ERRORS: dict[str, type[RPCError]] = {
    "parse_error": ParseError,
    "invalid_request": InvalidRequest,
    "method_not_found": MethodNotFound,
    "invalid_params": InvalidParams,
    "internal_error": InternalError,
    "cancelled": Cancelled,
    "not_found": NotFound,
    "upstream_unavailable": UpstreamUnavailable,
    "upstream_unauthorized": UpstreamUnauthorized,
    "rate_limited": RateLimited,
    "timeout": Timeout,
    "limit_exceeded": LimitExceeded,
    "overloaded": Overloaded,
    "conflict": Conflict,
    "storage_error": StorageError,
    "not_available": NotAvailable,
    "forbidden": Forbidden,
    "ambiguous": Ambiguous,
}


def _refusal(error: Any) -> Error:
    """The error of a reply. One of a kind that is not known here is an RPCError."""
    if not isinstance(error, dict) or not isinstance(error.get("code"), int):
        return ProtocolError("an error without a code came")
    data = error.get("data")
    data = data if isinstance(data, dict) else {}
    made = _ERRORS.get(str(data.get("kind")), RPCError)
    return made(error["code"], str(error.get("message", "no message")), data)


def _limit(name: str, most: int, got: int) -> RPCError:
    """What the daemon would say, but could not say to whom."""
    data = {"kind": "limit_exceeded", "hint": None, "limit": name, "max": most, "got": got}
    return LimitExceeded(1006, f"{name} is at most {most}, not {got}", data)


# What comes. Fields that are not here may come too, and texts may have other values than are named.


BrowseList = Literal[
    "trending", "popular", "top_rated", "upcoming", "now_playing", "airing_today", "on_the_air", "daily", "award",
    "recommended", "downloaded",
]


MediaChoice = Literal["any", "movie", "tv"]


TrendingWindow = Literal["day", "week"]


TitleField = Literal[
    "key", "id", "media_type", "title", "original_title", "original_name", "original_language", "release_date", "year",
    "overview", "overview_source", "genres", "poster_path", "backdrop_path", "vote_average", "vote_count", "popularity",
    "adult", "gone", "source", "user_state", "matched",
]


class PageCount(TypedDict):
    page: int
    """The requested page, from 1."""
    page_size: int
    """The requested size, or the setting."""
    next_page: int | None
    """null on the last page."""
    total_pages: int
    """total_results divided by page_size, rounded up; 0 if nothing was found."""
    total_results: int
    """Results on all pages; at most 10,000."""


MediaType = Literal["movie", "tv"]


class TitleGenre(TypedDict):
    id: int
    """TMDB's number; use it as genre."""
    name: str
    """Name in the language of the title."""


class UserState(TypedDict):
    watchlist: bool
    """On the watchlist."""
    watched: bool
    """Marked as watched."""
    favorite: bool
    """One of the favourites."""
    download: str
    """State of its download, or none: none, queued, active, paused, done, failed."""


class MatchedWord(TypedDict):
    word: str
    """Of the query; neighbours that mean the same are one."""
    field: str
    """The fact that has it; director also of the creators of a series: collection, director, cast, keyword, network,
    genre, year, country, type.
    """
    text: str
    """The fact: Al Pacino, Horror, 1982, South Korea, tv."""


class Title(TypedDict):
    """With the parameter `fields`: only the members that it names, and key."""

    key: str
    """movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere."""
    id: int | None
    """TMDB's number; null for a title that only iTunes has."""
    media_type: MediaType
    """A film or a series."""
    title: str
    """TMDB's title, or its name for tv."""
    original_title: str | None
    """Title in the original language; null if unknown."""
    original_name: str | None
    """Same as original_title; for tv only."""
    original_language: str | None
    """ISO 639-1."""
    release_date: str | None
    """2021-09-15; in detail the region's date; for tv the first air date."""
    year: int | None
    """Year of the first release."""
    overview: str | None
    """Summary of the plot."""
    overview_source: str | None
    """Author of the overview; movierpc: a sentence made from facts. tmdb, itunes, movierpc."""
    genres: list[TitleGenre]
    """[] if unknown."""
    poster_path: str | None
    """TMDB's path, or a URL for a title that only iTunes has."""
    backdrop_path: str | None
    """TMDB's path."""
    vote_average: float | None
    """0 to 10."""
    vote_count: int | None
    """Votes at TMDB."""
    popularity: float | None
    """Comparable within one answer only."""
    adult: bool
    """TMDB marks it as adult or softcore."""
    gone: bool
    """TMDB has deleted it; the facts are the last known."""
    source: str
    """Where these facts are from: tmdb, itunes, catalogue, library."""
    user_state: UserState
    """State of the title in the profile."""
    matched: list[MatchedWord]
    """Why search found it, for words that are not in its names; [] in other lists and for TMDB's finds."""


class Meta(TypedDict):
    source: str
    """Where the answer is from: tmdb, itunes, youtube, catalogue, library."""
    cache: str
    """hit: cached and fresh; miss: fetched from upstream; coalesced: shared another request's fetch; stale: cached,
    too old; none: known locally.
    """
    age_ms: int
    """Milliseconds since upstream answered; 0 for local answers."""
    offline: bool
    """Upstream was tried and failed."""
    reason: str | None
    """Why upstream did not answer. intercepted: another server answers in its place, as in networks that require a
    login. no_key, key_refused, rate_limited, upstream_error, intercepted, network.
    """
    as_of: str | None
    """Date of the catalogue, if the answer is from it."""
    corrected: str | None
    """What was searched for too: words of the request may be misspelt, or too many."""
    hidden: int
    """Number of titles that the age limit hides."""
    attribution: list[str]
    """Show these with the data."""


class TitlePage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[Title]
    """A page may be short; use next_page to find the end."""
    meta: Meta
    """Where the answer is from, and how old it is."""


BrowseOrder = Literal[
    "popularity", "popularity.asc", "popularity.desc", "vote_average", "vote_average.asc", "vote_average.desc",
    "vote_count", "vote_count.asc", "vote_count.desc", "release_date", "release_date.asc", "release_date.desc", "title",
    "title.asc", "title.desc", "revenue", "revenue.asc", "revenue.desc",
]


OfferKind = Literal["flatrate", "free", "ads", "rent", "buy"]


RowName = Literal[
    "trending", "trending/movie", "trending/tv", "trending/any", "popular", "popular/movie", "popular/tv", "top_rated",
    "top_rated/movie", "top_rated/tv", "upcoming", "upcoming/movie", "now_playing", "now_playing/movie",
    "now_playing/tv", "airing_today", "airing_today/tv", "on_the_air", "on_the_air/tv", "daily", "daily/movie",
    "daily/tv", "daily/any", "award", "award/movie", "recommended", "recommended/any", "recommended/movie",
    "recommended/tv", "downloaded", "downloaded/any", "downloaded/movie", "downloaded/tv",
]


class Message(TypedDict):
    id: str
    """Identifies the sentence; see the table of messages."""
    args: dict[str, Any]
    """Its arguments, by the names in the sentence."""


class Remedy(TypedDict):
    method: NotRequired[str]
    """A method that helps; params and ask are those of its request."""
    params: NotRequired[dict[str, Any]]
    """Without method: for the same request again; null: without that parameter."""
    ask: NotRequired[list[str]]
    """Parameters of the method that a person must supply."""
    setting: NotRequired[str]
    """A setting to set."""
    install: NotRequired[str]
    """A program or a library to install."""
    wait_ms: NotRequired[int]
    """Milliseconds after which the same request may succeed."""


class Failure(TypedDict):
    kind: str
    """A kind of error."""
    message: str
    """One English sentence."""
    text: Message
    """The message, to be translated."""
    remedy: Remedy | None
    """What to do about it, for programs."""
    hint: str | None
    """What to do about it, in one English sentence."""
    hint_text: Message | None
    """The hint, to be translated."""


class HomeRow(TypedDict):
    list: str
    """A list of browse: trending, popular, top_rated, upcoming, now_playing, airing_today, on_the_air, daily, award,
    recommended, downloaded.
    """
    media_type: str
    """Films, series or both: any, movie, tv."""
    heading: str
    """The row's heading, in English."""
    results: list[Title]
    """The first titles of the list."""
    meta: Meta | None
    """Where the answer is from, and how old it is. null: the row failed."""
    error: Failure | None
    """Why the row failed; null: it did not."""


class Home(TypedDict):
    hero: Title | None
    """The film at the top; null if there is none."""
    rows: list[HomeRow]
    """In the order of the request."""
    meta: Meta
    """Where the answer is from, and how old it is."""


SearchInclude = Literal["people"]


class Person(TypedDict):
    key: str | None
    """person/N with TMDB's number; null if only the name is known."""
    id: int | None
    """TMDB's number; null if only the name is known."""
    name: str
    """Name of the person."""
    original_name: str | None
    """In the person's own script; null if unknown."""
    known_for_department: str | None
    """Acting, Directing, Writing ..."""
    profile_path: str | None
    """TMDB's path of a picture."""
    popularity: float | None
    """Comparable within one answer only."""


class SearchPage(TitlePage):
    people: list[Person] | None
    """People of that name, the best match first, at most 5; [] after the first page, null if not included."""


class Suggestion(TypedDict):
    key: str
    """Names the title everywhere."""
    media_type: MediaType
    """A film or a series."""
    title: str
    """TMDB's title, or its name for tv."""
    year: int | None
    """Of the release."""
    vote_average: float | None
    """0 to 10."""
    poster_path: str | None
    """TMDB's path."""


class Suggestions(TypedDict):
    results: list[Suggestion]
    """Best first."""
    people: list[Person] | None
    """People of that name, the best match first, at most 5; [] after the first page, null if not included."""
    meta: Meta
    """Where the answer is from, and how old it is."""


DetailField = Literal[
    "key", "id", "media_type", "title", "original_title", "original_name", "original_language", "release_date", "year",
    "overview", "overview_source", "genres", "poster_path", "backdrop_path", "vote_average", "vote_count", "popularity",
    "adult", "gone", "source", "user_state", "matched", "tagline", "status", "runtime", "homepage", "imdb_id",
    "directors", "creators", "certification", "collection", "keywords", "logo_path", "cast", "crew", "videos",
    "similar", "recommendations", "seasons", "next_episode", "last_episode", "number_of_seasons", "number_of_episodes",
    "networks", "budget", "revenue", "production_companies", "production_countries", "spoken_languages", "external_ids",
    "where_to_watch", "partial",
]


class Certification(TypedDict):
    country: str
    """Country of the certificate."""
    value: str
    """PG-13, 12, ..."""
    age: int | None
    """The age from which it may be seen."""


class Collection(TypedDict):
    id: int | None
    """TMDB's number; null if only the name is known."""
    name: str
    """Dune Collection."""


class CastMember(TypedDict):
    key: str | None
    """person/N; null if only the name is known."""
    name: str
    """The actor."""
    character: str | None
    """The character."""
    profile_path: str | None
    """TMDB's path of a picture."""


class CrewMember(TypedDict):
    key: str | None
    """person/N; null if only the name is known."""
    name: str
    """Name of the person."""
    job: str
    """Director, Writer ..."""


class Video(TypedDict):
    name: str
    """Its name on the site."""
    type: str
    """search: a search page to open in a browser. trailer, teaser, clip, featurette, behind_the_scenes, bloopers,
    opening_credits, recap, preview, search.
    """
    site: str
    """The site; file: downloaded. youtube, vimeo, itunes, file."""
    video_id: str | None
    """Its ID on the site."""
    official: bool
    """Published by the film's makers."""
    language: str | None
    """ISO 639-1."""
    url: str
    """Address to watch it."""
    embed_url: str | None
    """Address to embed in a web page."""
    thumbnail_url: str | None
    """Address of a preview picture."""
    direct: bool
    """true: any player opens the URL; false: it needs yt-dlp."""
    published_at: str | None
    """When it was published; UTC."""


class Season(TypedDict):
    season_number: int
    """0: specials."""
    name: str
    """Season 1."""
    episode_count: int | None
    """Episodes."""
    air_date: str | None
    """Air date of the first episode."""
    poster_path: str | None
    """TMDB's path."""


class Episode(TypedDict):
    season_number: int
    """0: specials."""
    episode_number: int
    """Within the season, from 1."""
    name: str | None
    """Name of the episode."""
    air_date: str | None
    """2021-09-15; null if it is not known yet."""
    runtime: int | None
    """Minutes."""
    overview: str | None
    """Summary of the plot."""
    still_path: str | None
    """TMDB's path of a picture from it."""
    vote_average: float | None
    """0 to 10."""
    vote_count: int | None
    """Votes at TMDB."""


class Company(TypedDict):
    id: int | None
    """TMDB's number; null if only the name is known."""
    name: str
    """Name of the company or network."""
    logo_path: str | None
    """TMDB's path of a picture."""
    origin_country: str | None
    """Its country."""


class NamedCode(TypedDict):
    code: str
    """ISO 3166-1 of a country, ISO 639-1 of a language."""
    name: str
    """In English."""


class ExternalIDs(TypedDict):
    imdb_id: str | None
    """tt1160419; of a person nm0634240."""
    tvdb_id: int | None
    """TVDB's number; for tv only."""
    wikidata_id: str | None
    """Q60834962."""
    facebook_id: str | None
    """Name of the page."""
    instagram_id: str | None
    """Name of the account."""
    twitter_id: str | None
    """Name of the account."""


class Offer(TypedDict):
    kind: str
    """Kind of offer: flatrate, free, ads, rent, buy."""
    provider_id: int
    """TMDB's number."""
    provider: str
    """Name of the provider."""
    logo_path: str | None
    """TMDB's path."""


class Offers(TypedDict):
    link: str | None
    """A page with the offers; show it with them."""
    offers: list[Offer]
    """[] if there are none."""


class TitleDetail(Title):
    """With the parameter `fields`: only the members that it names, and key, meta."""

    tagline: str | None
    """The line on the poster, from TMDB."""
    status: str | None
    """TMDB's word: Released, Ended, In Production ..."""
    runtime: int | None
    """Minutes."""
    homepage: str | None
    """A URL."""
    imdb_id: str | None
    """tt1160419."""
    directors: list[str]
    """Directors of a film; [] if unknown and for series."""
    creators: list[str]
    """Creators of a series; [] if unknown and for films."""
    certification: Certification | None
    """Its certificate in the region, or in another country."""
    collection: Collection | None
    """The films that it belongs to."""
    keywords: list[str]
    """Topics of the title; at most 20."""
    logo_path: str | None
    """TMDB's path of the title's logo; may be an .svg."""
    cast: list[CastMember]
    """Billing order; at most 20."""
    crew: list[CrewMember]
    """At most 12."""
    videos: list[Video]
    """As in trailer; at most 20."""
    similar: list[Title]
    """Similar titles; at most 12."""
    recommendations: list[Title]
    """Titles liked by those who liked it; at most 12."""
    seasons: list[Season]
    """[] for films and if unknown."""
    next_episode: Episode | None
    """The next to air; null if none is announced."""
    last_episode: Episode | None
    """The one that aired last; null if unknown."""
    number_of_seasons: int | None
    """Of a series, without specials."""
    number_of_episodes: int | None
    """Of a series, without specials."""
    networks: list[Company]
    """Of a series: where it was first shown."""
    budget: int | None
    """US dollars; null if unknown."""
    revenue: int | None
    """US dollars; null if unknown."""
    production_companies: list[Company]
    """At most 12."""
    production_countries: list[NamedCode]
    """At most 12."""
    spoken_languages: list[NamedCode]
    """At most 12."""
    external_ids: ExternalIDs
    """What other services call it."""
    where_to_watch: dict[str, Offers] | None
    """Offers by country, for the setting countries; null: unknown, {}: no offers."""
    partial: bool
    """The answer has local facts only."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class WatchlistEntry(TypedDict):
    added_at: str
    """When it was added to the list."""
    note: str
    """The user's note."""
    watched: bool
    """Marked as watched."""
    watched_at: str | None
    """When it was watched or marked; null also if that is unknown."""
    version: int
    """The library's version at the entry's last change; use it as if_version."""


class BestMatch(TypedDict):
    key: str
    """Key of the title."""
    title: str
    """Name of the title."""
    original_title: str | None
    """In its own language; null if unknown."""
    year: int | None
    """Year of the first release."""
    media_type: MediaType
    """A film or a series."""
    corrected: str | None
    """What was searched for too: the words may be misspelt."""


class Detail(TitleDetail):
    entry: WatchlistEntry | None
    """What is stored about it on the watchlist; null: it is not on it."""
    match: BestMatch | None
    """The title that `title` found; null if the key was sent."""


VideoType = Literal[
    "trailer", "teaser", "clip", "featurette", "behind_the_scenes", "bloopers", "opening_credits", "recap", "preview",
    "search",
]


class Trailer(TypedDict):
    key: str
    """Names the title everywhere."""
    title: str
    """Its title."""
    best: Video | None
    """The first of videos; null: there is none."""
    videos: list[Video]
    """Best first."""
    match: BestMatch | None
    """The title that `title` found; null if the key was sent."""
    meta: Meta
    """Where the answer is from, and how old it is."""


ImageKind = Literal["poster", "backdrop", "logo", "profile"]


ImageSize = Literal["w45", "w92", "w154", "w185", "w300", "w342", "w500", "w780", "w1280", "h632", "original"]


class Image(TypedDict):
    file: str
    """Absolute path; the file stays for at least an hour."""
    bytes: int
    """Size of the file."""
    content_type: str
    """Read from the bytes: image/jpeg, image/png, image/webp, image/gif."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    match: BestMatch | None
    """The title that `title` found; null if the key was sent."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class Genre(TypedDict):
    id: int
    """Use it as genre in browse."""
    name: str
    """Name of the genre; genre also accepts it."""
    media_type: MediaType
    """Films or series."""


class Genres(TypedDict):
    results: list[Genre]
    """By name."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class Country(TypedDict):
    code: str
    """ISO 3166-1, two capital letters."""
    name: str
    """In English."""
    native_name: str
    """In a language of the country."""
    where_to_watch: bool
    """TMDB has offers for this country."""


class Countries(TypedDict):
    results: list[Country]
    """By name."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class Language(TypedDict):
    code: str
    """ISO 639-1, two small letters."""
    name: str
    """In English."""
    native_name: str
    """In the language itself."""


class Languages(TypedDict):
    results: list[Language]
    """By name."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class Provider(TypedDict):
    id: int
    """TMDB's number; use it as provider."""
    name: str
    """Name of the provider."""
    logo_path: str | None
    """TMDB's path of a picture."""


class ProviderPage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[Provider]
    """Most used first."""
    meta: Meta
    """Where the answer is from, and how old it is."""


LibraryOrder = Literal[
    "added_at", "added_at.asc", "added_at.desc", "title", "title.asc", "title.desc", "release_date", "release_date.asc",
    "release_date.desc", "vote_average", "vote_average.asc", "vote_average.desc", "vote_count", "vote_count.asc",
    "vote_count.desc", "popularity", "popularity.asc", "popularity.desc",
]


LibraryField = Literal[
    "key", "id", "media_type", "title", "original_title", "original_name", "original_language", "release_date", "year",
    "overview", "overview_source", "genres", "poster_path", "backdrop_path", "vote_average", "vote_count", "popularity",
    "adult", "gone", "source", "user_state", "matched", "entry",
]


class WatchlistTitle(Title):
    """With the parameter `fields`: only the members that it names, and key."""

    entry: WatchlistEntry | None
    """What the profile stored about it."""


class WatchlistPage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    version: int
    """The library's version: as in the topic library and in entries."""
    results: list[WatchlistTitle]
    """A page may be short; use next_page to find the end."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class WatchlistChange(TypedDict):
    changed: bool
    """false: nothing had to change."""
    version: int
    """The library's version after the change."""
    item: WatchlistTitle | None
    """The title; null if it is on no list and nothing was changed, or if an age limit hides it."""
    total_results: int
    """Titles on the list after the change."""


class FavoriteEntry(TypedDict):
    added_at: str
    """When it was added to the favourites."""
    version: int
    """The library's version at the entry's last change; use it as if_version."""


class FavoriteTitle(Title):
    """With the parameter `fields`: only the members that it names, and key."""

    entry: FavoriteEntry | None
    """What the profile stored about it."""


class FavoritesPage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    version: int
    """The library's version: as in the topic library and in entries."""
    results: list[FavoriteTitle]
    """A page may be short; use next_page to find the end."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class FavoritesChange(TypedDict):
    changed: bool
    """false: nothing had to change."""
    version: int
    """The library's version after the change."""
    item: FavoriteTitle | None
    """The title; null if it is on no list and nothing was changed, or if an age limit hides it."""
    total_results: int
    """Titles on the list after the change."""


class SearchTerm(TypedDict):
    term: str
    """The term as last typed."""
    searched_at: str
    """Time of the last search."""
    count: int
    """How often it was searched for."""
    total_results: int
    """Titles found by the last search; at most 10,000."""


class SearchesPage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[SearchTerm]
    """Newest first."""


class Changed(TypedDict):
    changed: bool
    """There was something to remove."""


class ExportedSetting(TypedDict):
    kind: Literal["settings"]
    """What it is."""
    name: str
    """Name of the setting."""
    value: Any
    """The value set for this profile."""


class TitleFacts(TypedDict):
    key: str
    """movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere."""
    id: int | None
    """TMDB's number; null for a title that only iTunes has."""
    media_type: MediaType
    """A film or a series."""
    title: str
    """TMDB's title, or its name for tv."""
    original_title: str | None
    """Title in the original language; null if unknown."""
    original_name: str | None
    """Same as original_title; for tv only."""
    original_language: str | None
    """ISO 639-1."""
    release_date: str | None
    """2021-09-15; in detail the region's date; for tv the first air date."""
    year: int | None
    """Year of the first release."""
    overview: str | None
    """Summary of the plot."""
    overview_source: str | None
    """Author of the overview; movierpc: a sentence made from facts. tmdb, itunes, movierpc."""
    genres: list[TitleGenre]
    """[] if unknown."""
    poster_path: str | None
    """TMDB's path, or a URL for a title that only iTunes has."""
    backdrop_path: str | None
    """TMDB's path."""
    vote_average: float | None
    """0 to 10."""
    vote_count: int | None
    """Votes at TMDB."""
    popularity: float | None
    """Comparable within one answer only."""
    adult: bool
    """TMDB marks it as adult or softcore."""
    gone: bool
    """TMDB has deleted it; the facts are the last known."""
    source: str
    """Where these facts are from: tmdb, itunes, catalogue, library."""


class ExportedWatchlistTitle(TypedDict):
    kind: Literal["watchlist"]
    """What it is."""
    key: str
    """Names the title everywhere."""
    imdb_id: str | None
    """IMDb's number, such as tt1160419."""
    title: TitleFacts | None
    """The title; null: an age limit hides it."""
    added_at: str
    """When it was added to the list."""
    note: str
    """The user's note."""
    watched: bool
    """Marked as watched."""
    watched_at: str | None
    """When it was watched or marked; null also if that is unknown."""


class ExportedFavorite(TypedDict):
    kind: Literal["favorites"]
    """What it is."""
    key: str
    """Names the title everywhere."""
    imdb_id: str | None
    """IMDb's number, such as tt1160419."""
    title: TitleFacts | None
    """The title; null: an age limit hides it."""
    added_at: str
    """When it was added to the list."""


class ExportedSearch(TypedDict):
    kind: Literal["search"]
    """What it is."""
    term: str
    """The term as last typed."""
    searched_at: str
    """Time of the last search."""
    count: int
    """How often it was searched for."""
    total_results: int
    """Titles found by the last search; at most 10,000."""


class ExportedPerson(TypedDict):
    kind: Literal["follow"]
    """What it is."""
    key: str | None
    """person/N with TMDB's number; null if only the name is known."""
    name: str
    """Name of the person, as when it was added."""
    known_for_department: str | None
    """Acting, Directing, Writing ..."""
    profile_path: str | None
    """TMDB's path of a picture."""
    added_at: str
    """When the profile began to follow the person."""


class Export(TypedDict):
    entries: list[ExportedSetting | ExportedWatchlistTitle | ExportedFavorite | ExportedSearch | ExportedPerson]
    """At most 200."""
    next: str | None
    """The cursor of the next part; null at the end."""


ImportFormat = Literal["movierpc", "letterboxd", "imdb", "trakt"]


class Unmatched(TypedDict):
    file: str | None
    """The file of an archive; null: it is none."""
    line: int
    """Line of the file, from 1."""
    item: str | None
    """Place in a JSON document, as jq names it: ratings[3]; null: the line has it."""
    title: str | None
    """From the file."""
    year: int | None
    """From the file."""
    kind: str
    """malformed: the row cannot be read; ambiguous: several titles have the name; unavailable: a source that may
    know it could not be asked, as without a key; forbidden: an age limit hides it; unsupported: nothing that is
    stored, such as episodes and people. malformed, not_found, ambiguous, unavailable, forbidden, unsupported.
    """
    message: str
    """The reason, for people."""
    text: Message
    """The message, to be translated."""
    keys: list[str]
    """ambiguous: up to five titles with the name."""


class Dropped(TypedDict):
    file: str | None
    """The file of an archive; null: it is none."""
    field: str | None
    """The file's name of it, such as Rating; null: the whole file."""
    count: int
    """How often; of a whole file its rows."""


class TakenFor(TypedDict):
    watchlist: int
    """Titles for the watchlist that are not watched."""
    watched: int
    """Titles for the watchlist that are watched."""
    favorites: int
    """Titles for the favourites."""


class Import(TypedDict):
    dry_run: bool
    """true: nothing was changed; the numbers say what would change."""
    added: int
    """New entries: titles, searches and settings."""
    updated: int
    """Existing entries that changed, such as watched or a note."""
    unchanged: int
    """Existing entries that did not change."""
    unmatched: list[Unmatched]
    """Entries of the file that were not imported, in its order; at most 1,000."""
    unmatched_total: int
    """Number of unmatched entries."""
    pending: int
    """Unmatched titles that are stored and tried again; see library.pending."""
    dropped: list[Dropped]
    """What the file says and the library does not keep, in dry_run too."""
    change: int | None
    """What library.undo undoes it by; null: nothing was changed."""
    taken_for: TakenFor
    """What the titles of the file were taken for."""


class KeptChange(TypedDict):
    list: str
    """Where it is: watchlist, favorites, searches, settings, follow."""
    key: str
    """Of a title; else the search or the name of the setting."""
    title: str | None
    """Its name; null in a profile with an age limit, and where there is none."""


class LibraryUndone(TypedDict):
    changed: bool
    """Something was undone."""
    version: int
    """The library's version afterwards."""
    undone: int
    """Entries, searches, settings and pending titles that are as they were before."""
    kept: list[KeptChange]
    """What stays, because it was changed since; at most 1,000."""
    kept_total: int
    """Number of those that stay."""


class PendingTitle(TypedDict):
    list: str
    """The list the title is for: watchlist, favorites."""
    keys: list[str]
    """From the file."""
    title: str | None
    """From the file."""
    year: int | None
    """From the file."""
    media_type: MediaType | None
    """From the file."""
    added_at: str
    """When it was added to the list in the file."""
    note: str
    """Your note."""
    watched: bool
    """Marked as watched."""
    watched_at: str | None
    """When it was watched; null also if that is unknown."""
    kind: str
    """Result of the last try. unavailable: it is tried again; the others are final. not_found, ambiguous,
    unavailable, forbidden.
    """
    message: str
    """The reason, for people."""
    text: Message
    """The message, to be translated."""


class PendingPage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[PendingTitle]
    """A page may be short; use next_page to find the end."""


class PersonPage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[Person]
    """In TMDB's order; without a key those of the best-known titles first."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class PersonDetail(Person):
    biography: str | None
    """In the language, or in English."""
    birthday: str | None
    """1970-07-30."""
    deathday: str | None
    """null for the living and if unknown."""
    place_of_birth: str | None
    """As TMDB has it."""
    also_known_as: list[str]
    """Other names; at most 20."""
    homepage: str | None
    """A URL."""
    imdb_id: str | None
    """nm0634240."""
    known_for: list[Title]
    """The titles with most votes; at most 12."""
    partial: bool
    """The answer has local facts only."""
    meta: Meta
    """Where the answer is from, and how old it is."""


CreditOrder = Literal[
    "release_date", "release_date.asc", "release_date.desc", "title", "title.asc", "title.desc", "vote_average",
    "vote_average.asc", "vote_average.desc", "vote_count", "vote_count.asc", "vote_count.desc", "popularity",
    "popularity.asc", "popularity.desc",
]


class Credit(TypedDict):
    character: str | None
    """Of the cast; several are joined with a slash."""
    job: str | None
    """Of the crew: Director, Writer; several are joined with a comma."""
    department: str
    """Acting for the cast; else Directing, Writing ..."""
    episode_count: int | None
    """Of a series; null if unknown."""


class CreditedTitle(Title):
    """With the parameter `fields`: only the members that it names, and key."""

    credit: Credit
    """What the person did in it."""


class CreditedTitlePage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[CreditedTitle]
    """A page may be short; use next_page to find the end."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class FollowedPerson(TypedDict):
    key: str | None
    """person/N with TMDB's number; null if only the name is known."""
    name: str
    """Name of the person, as when it was added."""
    known_for_department: str | None
    """Acting, Directing, Writing ..."""
    profile_path: str | None
    """TMDB's path of a picture."""
    added_at: str
    """When the profile began to follow the person."""


class FollowedPage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[FollowedPerson]
    """Newest first."""


class FollowChange(TypedDict):
    changed: bool
    """The list is another one now."""
    item: FollowedPerson | None
    """The person; null: there was none of that key."""
    total_results: int
    """Number of people that the profile follows now."""


class SeasonDetail(TypedDict):
    key: str
    """Key of the series."""
    title: str
    """Name of the series."""
    season_number: int
    """0: specials."""
    name: str
    """Season 2."""
    overview: str | None
    """Summary of the season."""
    air_date: str | None
    """Air date of the first episode."""
    poster_path: str | None
    """TMDB's path."""
    vote_average: float | None
    """0 to 10."""
    episodes: list[Episode]
    """In their order; at most 1000."""


class SeasonWithEpisodes(SeasonDetail):
    match: BestMatch | None
    """The title that `title` found; null if the key was sent."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class FilmCollection(TypedDict):
    id: int | None
    """TMDB's number; null if only the name is known."""
    name: str
    """Dune Collection."""
    overview: str | None
    """Summary; null if unknown, and where a part is hidden."""
    poster_path: str | None
    """TMDB's path; null where a part is hidden."""
    backdrop_path: str | None
    """TMDB's path; null where a part is hidden."""
    parts: list[Title]
    """By release date, those without one last."""
    partial: bool
    """The answer has local facts only."""
    meta: Meta
    """Where the answer is from, and how old it is."""


RelatedKind = Literal["similar", "recommended"]


class RelatedPage(TitlePage):
    match: BestMatch | None
    """The title that `title` found; null if the key was sent."""


class Review(TypedDict):
    author: str
    """Name of the author."""
    rating: float | None
    """0 to 10; null if there is none."""
    content: str
    """The text, in Markdown; a long one is cut and ends with an ellipsis."""
    created_at: str | None
    """When it was written."""
    url: str | None
    """Its page at TMDB."""


class ReviewPage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[Review]
    """In TMDB's order."""
    match: BestMatch | None
    """The title that `title` found; null if the key was sent."""
    meta: Meta
    """Where the answer is from, and how old it is."""


PictureKind = Literal["poster", "backdrop", "logo"]


class Picture(TypedDict):
    kind: str
    """What it shows: poster, backdrop, logo."""
    path: str
    """Send it to image, with kind."""
    width: int | None
    """Pixels."""
    height: int | None
    """Pixels."""
    language: str | None
    """Of the text on it; null: it has none."""
    vote_average: float | None
    """0 to 10."""


class PicturePage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[Picture]
    """Posters, backdrops, logos; of each those in the language first, then without text."""
    match: BestMatch | None
    """The title that `title` found; null if the key was sent."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class FoundByID(TypedDict):
    results: list[Title]
    """Films, then series; [] if there are none."""
    people: list[Person]
    """[] if there are none."""
    meta: Meta
    """Where the answer is from, and how old it is."""


class PersonName(TypedDict):
    key: str | None
    """person/N with TMDB's number; null if only the name is known."""
    name: str
    """Name of the person."""


class Release(TypedDict):
    key: str
    """Key of the title."""
    title: str
    """Name of the title, as on the watchlist."""
    date: str
    """The day, such as 2026-11-21."""
    kind: str
    """cinema; digital: streaming, shops, television; physical: on disc; episode of a series; followed: the first
    release of a title of somebody whom the profile follows.
    """
    country: str | None
    """The region, or the country where the film came out first; for an episode the series' country."""
    episode: str | None
    """S02E09 Name, of an episode; null for films and if unknown."""
    people: list[PersonName]
    """Whose title it is, of the kind followed; else []."""


class Releases(TypedDict):
    results: list[Release]
    """By date, then by title."""
    total_results: int
    """Number of releases; `results` has the first 500."""
    pending: int
    """Titles whose dates, and people whose titles, are not yet fetched from TMDB."""
    meta: Meta
    """Where the answer is from, and how old it is."""


DownloadState = Literal["queued", "active", "paused", "done", "failed"]


class DownloadAsset(TypedDict):
    kind: str
    """Kind of asset: detail, poster, backdrop, preview, trailer."""
    state: str
    """absent: the title has none, which is not a failure. queued, active, paused, done, failed, absent."""
    file: str | None
    """Absolute path when it is done; null for detail."""
    bytes: int
    """Bytes fetched."""
    total_bytes: int | None
    """null while unknown."""
    content_type: str | None
    """Read from the bytes when it is done."""


class Download(TypedDict):
    key: str
    """Key of the title."""
    title: str
    """Name of the title."""
    year: int | None
    """Year of the first release."""
    media_type: MediaType
    """A film or a series."""
    state: str
    """State of all its assets together: queued, active, paused, done, failed."""
    bytes: int
    """Bytes fetched."""
    total_bytes: int | None
    """null while unknown."""
    rate: int
    """Bytes per second; 0 while nothing arrives."""
    tries: int
    """Tries of the asset that needed most."""
    restarts: int
    """Restarts from the beginning, because a file changed on the server."""
    error: Failure | None
    """Why it failed; null: it did not."""
    created_at: str
    """Time of the first request."""
    finished_at: str | None
    """When its last asset was done or failed."""
    assets: list[DownloadAsset]
    """The requested assets."""


class DownloadPage(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[Download]
    """A page may be short; use next_page to find the end."""


AssetKind = Literal["detail", "poster", "backdrop", "preview", "trailer"]


class PlayerState(TypedDict):
    state: str
    """What the player is doing: stopped, loading, playing, paused, failed."""
    key: str | None
    """Key of the present or last title."""
    title: str | None
    """Name of that title."""
    video: str | None
    """Which of its videos: trailer, preview, download."""
    url: str | None
    """Address of the video."""
    position: float | None
    """Seconds from the beginning."""
    duration: float | None
    """Seconds; null if unknown."""
    volume: int | None
    """0 to 100; null before the first player."""
    error: Failure | None
    """Why it failed; null: it did not."""


VideoChoice = Literal["trailer", "preview", "download"]


class PlayerStarted(PlayerState):
    match: BestMatch | None
    """The title that `title` found; null if the key was sent."""


Setting = TypedDict(
    "Setting",
    {
        # The value in force, or null; for a secret {"set":true} or {"set":false}.
        "value": Any,
        # Where the value is set: default, file, library, environment.
        "from": str,
    },
)


class Settings(TypedDict):
    settings: dict[str, Setting]
    """All settings, by name."""


class SettingsUpdate(TypedDict):
    settings: dict[str, Setting]
    """All settings, by name."""
    checked: dict[str, str]
    """Result of trying a new key, by the setting's name."""


SettingDescription = TypedDict(
    "SettingDescription",
    {
        # The value in force, or null; for a secret {"set":true} or {"set":false}.
        "value": Any,
        # Where the value is set: default, file, library, environment.
        "from": str,
        # The built-in value; shown like value.
        "default": Any,
        # One or two sentences.
        "description": str,
        # profile: clients set it, per profile; shared: clients set it, for all profiles; file: config.toml only.
        "settable": str,
        # JSON Schema of its values; writeOnly: a secret, whose value is only shown as set or not.
        "schema": dict[str, Any],
    },
)


class SettingDescriptions(TypedDict):
    settings: dict[str, SettingDescription]
    """All settings, by name."""


class Profile(TypedDict):
    name: str
    """The profile's name."""
    age_limit: int | None
    """Years; titles certified for a higher age are hidden."""
    age_region: str | None
    """The country whose certificates the age limit uses."""
    has_pin: bool
    """Entering it requires its PIN."""
    locked: bool
    """This connection must send its PIN to enter it."""
    unlock_expires_at: str | None
    """Until then no program of the user needs the PIN; UTC."""
    selected: bool
    """This connection uses it."""
    default: bool
    """New connections use it."""


class Profiles(TypedDict):
    profiles: list[Profile]
    """default first, then by name."""


ProfileProperty = Literal["age_limit", "pin"]


class ErrorHead(TypedDict):
    text: Message
    """The message, to be translated."""
    remedy: Remedy | None
    """What to do about it, for programs."""
    hint: str | None
    """What to do about it, in one English sentence."""
    hint_text: Message | None
    """The hint, to be translated."""


class ErrorData(ErrorHead):
    kind: str
    """The kind of error: parse_error, invalid_request, method_not_found, invalid_params, internal_error, cancelled,
    not_found, upstream_unavailable, upstream_unauthorized, rate_limited, timeout, limit_exceeded, overloaded,
    conflict, storage_error, not_available, forbidden, ambiguous.
    """


class ErrorObject(TypedDict):
    code: int
    """The code of its kind."""
    message: str
    """One English sentence."""
    data: ErrorData
    """What all kinds have; x-errors names the shape of each."""


class TitleChange(TypedDict):
    key: str
    """Key of the title."""
    user_state: UserState
    """State of the title in the profile."""
    version: int
    """The library's version at its last change."""


class LibraryState(TypedDict):
    watchlist: int
    """Titles on the watchlist."""
    unwatched: int
    """Titles on the watchlist not marked as watched."""
    favorites: int
    """Favourites."""
    changes: list[TitleChange] | None
    """Changes since the last event; [] in the reply to subscribe. null: more than 100, or some were dropped; read
    the lists again.
    """


class LibraryTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: LibraryState | None
    """The state; null: it is the one that `revs` names."""


class WatchlistTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: WatchlistPage | None
    """The state; null: it is the one that `revs` names."""


class DownloadSummary(TypedDict):
    key: str
    """Key of the title."""
    title: str
    """Name of the title."""
    year: int | None
    """Year of the first release."""
    media_type: MediaType
    """A film or a series."""
    state: str
    """State of all its assets together: queued, active, paused, done, failed."""
    bytes: int
    """Bytes fetched."""
    total_bytes: int | None
    """null while unknown."""
    rate: int
    """Bytes per second; 0 while nothing arrives."""
    tries: int
    """Tries of the asset that needed most."""
    restarts: int
    """Restarts from the beginning, because a file changed on the server."""
    error: Failure | None
    """Why it failed; null: it did not."""
    created_at: str
    """Time of the first request."""
    finished_at: str | None
    """When its last asset was done or failed."""


class DownloadsState(TypedDict):
    queued: int
    """Downloads that wait for their turn or for another try."""
    active: int
    """Downloads in progress."""
    paused: int
    """Paused downloads."""
    done: int
    """Finished downloads."""
    failed: int
    """Failed downloads."""
    bytes: int
    """Bytes fetched of the queued, active and paused downloads."""
    total_bytes: int | None
    """Their total size; null while unknown."""
    rate: int
    """Bytes per second."""
    items: list[DownloadSummary]
    """At most 20: unfinished ones in the order of the queue, then finished ones, newest first."""


class DownloadsTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: DownloadsState | None
    """The state; null: it is the one that `revs` names."""


class PlayerTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: PlayerState | None
    """The state; null: it is the one that `revs` names."""


class Searches(TypedDict):
    results: list[SearchTerm]
    """Newest first."""


class SearchesTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: Searches | None
    """The state; null: it is the one that `revs` names."""


class ReleasesState(TypedDict):
    results: list[Release]
    """By date, then by title."""


class ReleasesTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: ReleasesState | None
    """The state; null: it is the one that `revs` names."""


class FollowState(TypedDict):
    results: list[FollowedPerson]
    """Newest first."""


class FollowTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: FollowState | None
    """The state; null: it is the one that `revs` names."""


class SettingsTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: Settings | None
    """The state; null: it is the one that `revs` names."""


class AccountFailure(TypedDict):
    list: str
    """The list: watchlist, favorites."""
    key: str
    """The title."""
    title: str | None
    """Its name; null if it is unknown, or if an age limit hides it."""
    action: str
    """added: TMDB was to get the title; removed: it was to lose it."""
    message: str
    """What TMDB has answered, for people."""
    text: Message
    """The message, to be translated."""


class AccountStatus(TypedDict):
    service: str
    """Whose account it is: tmdb."""
    state: str
    """waiting: for the approval at link; revoked: TMDB no longer accepts the session, connect again. disconnected,
    waiting, connected, revoked.
    """
    link: str | None
    """Where the person approves."""
    expires_at: str | None
    """Until then the daemon waits for it; UTC."""
    username: str | None
    """The account's name at TMDB."""
    connected_at: str | None
    """When the person approved."""
    synced_at: str | None
    """When both sides were last made the same; null: never."""
    next_sync_at: str | None
    """When the daemon compares them next by itself; null: not yet."""
    question: str | None
    """What the last comparison asked: first or removes_much; see account.sync. Null: nothing."""
    message: str | None
    """The account in words; null: there is none."""
    text: Message | None
    """The message, to be translated."""
    pending_changes: int
    """Changes of the lists that TMDB has not got yet."""
    error: Failure | None
    """Why the last try failed; null: it did not."""
    rejected: list[AccountFailure]
    """Titles that TMDB did not take in the last comparison, at most 20."""


class AccountTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: AccountStatus | None
    """The state; null: it is the one that `revs` names."""


class SharedProfile(TypedDict):
    name: str
    """The profile's name."""
    age_limit: int | None
    """Years; titles certified for a higher age are hidden."""
    age_region: str | None
    """The country whose certificates the age limit uses."""
    has_pin: bool
    """Entering it requires its PIN."""
    locked: bool
    """A connection that has not sent its PIN must send it to enter it."""
    unlock_expires_at: str | None
    """Until then no program of the user needs the PIN; UTC."""
    default: bool
    """New connections use it."""


class SharedProfiles(TypedDict):
    profiles: list[SharedProfile]
    """default first, then by name."""


class ProfilesTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: SharedProfiles | None
    """The state; null: it is the one that `revs` names."""


class ServerTask(TypedDict):
    name: str
    """Name of the task."""
    done: int
    """Items done; of catalogue.import and catalogue.update, percent."""
    total: int | None
    """Number of items."""
    waiting: int
    """Items that wait for an unreachable upstream."""


class ServerState(TypedDict):
    state: str
    """stopping: the daemon closes the connection next. running, stopping."""
    reason: str | None
    """Why it is stopping; restart: a new daemon follows. shutdown, restart."""
    version: str
    """Version of the program."""
    network: str
    """unknown until the first request to an upstream: online, offline, unknown."""
    tasks: list[ServerTask]
    """Long tasks in progress, such as library.import."""


class ServerTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: ServerState | None
    """The state; null: it is the one that `revs` names."""


class BrowseTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: TitlePage | None
    """The state; null: it is the one that `revs` names."""


class OtherTopic(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: dict[str, Any] | None
    """The state; null: it is the one that `revs` names."""


class Subscription(TypedDict):
    subscription: str
    """Name of the subscription, for `unsubscribe`; each of its events has it."""
    instance: str
    """Identifies this run of the daemon and the profile; each `rev` belongs to one of them."""
    profile: str
    """The connection's profile, whose states these are."""
    errors: dict[str, ErrorObject]
    """Topics without a state, by name. Refused ones (forbidden, invalid_params, not_found) are not followed."""
    topics: (
        dict[str, LibraryTopic | WatchlistTopic | DownloadsTopic | PlayerTopic | SearchesTopic | ReleasesTopic |
        FollowTopic | SettingsTopic | AccountTopic | ProfilesTopic | ServerTopic | BrowseTopic | OtherTopic]
    )
    """The present states, by topic."""


class Unsubscribed(TypedDict):
    unsubscribed: bool
    """true: the subscription has ended."""


class Cancellation(TypedDict):
    cancelled: bool
    """The request was answered `cancelled`."""


class Hello(TypedDict):
    server: str
    """movierpcd"""
    version: str
    """Version of the program."""
    protocol: int
    """Version of the protocol that this connection speaks."""
    instance: str
    """Identifies this run of the daemon and the connection's profile."""
    profile: str
    """The connection's profile."""
    capabilities: list[str]
    """What this daemon supports."""
    limits: dict[str, int]
    """The limits that a client can exceed, by name."""


class SourceStatus(TypedDict):
    name: str
    """tmdb, itunes or youtube."""
    state: str
    """ok also if it was not asked yet; no_key: it needs a key; off: itunes.enabled is false; refused: it does not
    accept the key; limited: it refuses requests for now; down: it failed several times, and is tried again.
    """
    reason: str | None
    """Why it does not answer; values as in meta: no_key, key_refused, rate_limited, upstream_error, intercepted,
    network.
    """
    rate_left: int | None
    """Requests the rate limit allows now."""
    calls: int
    """Requests sent to it since the daemon's start."""
    errors: int
    """Requests that failed."""
    retry_at: str | None
    """Time of the next try; UTC."""


class SharedCacheStatus(TypedDict):
    address: str
    """Its address, without user and password."""
    state: str
    """unused until the first request needs it; down: the daemon works without it. unused, ok, down."""
    reason: str | None
    """Why it is down: unreachable, tls, timeout, closed, protocol_error, refused."""
    detail: str | None
    """The same in words of the system, or the first word of the store's error."""
    message: str
    """All of this in words."""
    text: Message
    """The message, to be translated."""
    hits: int
    """Answers found in it since the daemon's start."""
    pictures: int
    """Pictures found in it since the daemon's start."""
    retry_at: str | None
    """Earliest time of the next try; UTC."""


class CacheStatus(TypedDict):
    memory_bytes: int
    """Encoded results and upstream responses; at most limits.cached_results_bytes and upstream_memory_bytes."""
    disk_bytes: int
    """Upstream responses in cache.sqlite; 0 until it is opened."""
    images_bytes: int
    """Cached pictures on disk; at most limits.images_bytes, more within the hour. 0 until the first request."""
    hits: int
    """Answered from the cache, fresh."""
    stale: int
    """Answered from the cache, stale, because upstream failed or had not answered yet."""
    misses: int
    """Fetched from upstream."""
    coalesced: int
    """Shared another request's fetch."""
    shared: SharedCacheStatus | None
    """The store of the setting cache.shared; null: there is none."""


class CatalogueStatus(TypedDict):
    titles: int
    """Titles that are searched; 0 until the catalogue is open."""
    as_of: str | None
    """Date of the facts."""
    state: str
    """opening until titles are searched, a second or two at the first start; fetching while catalogue.update fetches
    an export, importing while titles are added: opening, fetching, importing, ready.
    """
    percent: int | None
    """How far a fetch or an import is; else null."""
    export_day: str | None
    """Day of TMDB's export that catalogue.update imported last."""
    next_update_at: str | None
    """When a weekly update is next due or tried; null: updates are manual, or one is in progress. UTC."""
    update_reason: str | None
    """Why a weekly update that is due waits: the connection is metered, the machine runs on battery, TMDB was not
    reached, or the last try failed otherwise. Null: none waits. metered, battery, offline, failed.
    """
    imports_lost: bool
    """The file of imported titles cannot be read: they must be imported again."""
    message: str
    """All of this in words."""
    text: Message
    """The message, to be translated."""


class SyncFileStatus(TypedDict):
    name: str
    """Name of the file."""
    device: str | None
    """The device that writes it; null if that is unknown."""
    device_name: str | None
    """The name of its machine."""
    state: str
    """damaged: some lines are skipped; ahead: some wait for the clock; encrypted: no passphrase here. The manual's
    page about sync has all of them. ok, damaged, ahead, forgotten, newer, full, unencrypted, encrypted, waiting,
    other_passphrase, not_a_journal, too_large, unreadable, bad_name.
    """
    changed_at: str | None
    """The time of its last change, by its machine's clock."""


class SyncStatus(TypedDict):
    folder: str
    """The setting sync.folder."""
    device: str | None
    """This library's name in the folder: movierpc-DEVICE.jsonl is its journal."""
    state: str
    """away: there is no such folder now; full: some could not be added. The manual's page about sync has all of
    them. ok, starting, away, unreadable, unwritable, no_passphrase, no_libsodium, full, record_full,
    too_many_files, failed.
    """
    encrypted: bool
    """Whether sync.passphrase_file is set."""
    message: str
    """Who shares the folder, or what is wrong with it, in words."""
    text: Message
    """The message, to be translated."""
    exported_at: str | None
    """When a change was last written to the folder."""
    merged_at: str | None
    """When changes of another device were last read."""
    files: list[SyncFileStatus]
    """The journals of other devices."""


class MethodStatus(TypedDict):
    calls: int
    """Answers since the daemon's start, including errors."""
    errors: int
    """Answers that were errors."""
    p50_us: int
    """Median time to the answer, microseconds."""
    p99_us: int
    """99th percentile of the time to the answer, microseconds."""


class Status(TypedDict):
    pid: int
    """Process ID of the daemon."""
    version: str
    """Version of the program."""
    protocol: int
    """Version of the wire contract."""
    instance: str
    """Identifies this run of the daemon and the connection's profile."""
    uptime_ms: int
    """Milliseconds since the daemon's start."""
    memory_bytes: int
    """Resident memory of the daemon."""
    connections: int
    """Open connections, including this one."""
    subscriptions: int
    """Subscriptions of all connections."""
    in_flight: int
    """Unanswered requests of all connections, without this one."""
    clock_behind_ms: int | None
    """By how much this machine's clock is behind a time that has come; null: not by more than a day."""
    network: str
    """unknown until the first request to an upstream: online, offline, unknown."""
    sources: list[SourceStatus]
    """The upstream services."""
    cache: CacheStatus
    """What is cached, and how often that helped."""
    catalogue: CatalogueStatus
    """The titles that are searched without a network."""
    sync: SyncStatus | None
    """The shared folder; null: sync.folder is not set."""
    methods: dict[str, MethodStatus]
    """Methods called since the start, by name."""


class ClientStatus(TypedDict):
    pid: int | None
    """Process ID of the client, if the kernel reports it."""
    client: str | None
    """Name from `hello`."""
    version: str | None
    """Version from `hello`."""
    profile: str
    """The connection's profile."""
    connected_at: str
    """When it connected; UTC."""
    requests: int
    """Valid requests so far, including notifications."""
    in_flight: int
    """Unanswered requests."""
    subscriptions: int
    """Open subscriptions."""
    waiting_bytes: int
    """Bytes written that the client has not read yet."""
    last_method: str | None
    """The method of the last request; null before the first."""
    self: bool
    """true for the connection of this request."""


class Clients(TypedDict):
    clients: list[ClientStatus]
    """Oldest connection first."""


class Ping(TypedDict):
    pong: bool
    """Always true."""


ShutdownReason = Literal["shutdown", "restart"]


class CatalogueChange(TypedDict):
    changed: bool
    """false: the catalogue has the newest export already."""
    titles: int
    """Titles that are searched."""
    read: int
    """Lines read."""
    added: int
    """Titles that the catalogue did not have."""
    updated: int
    """Titles that it had."""
    skipped: dict[str, int]
    """Lines that were not imported, by reason: not_json; not_title: without a media type, a number or a title;
    too_long: over 256 KiB; title_too_long: over 1,000 bytes; duplicate; adult; person: of TMDB's export of
    people; too_many: beyond two million titles. Of IMDb's files: malformed; other_type: neither a film nor a
    series; unmatched: no title of the catalogue, or several; ambiguous: several of IMDb's titles have that name.
    """
    export_day: str | None
    """Day of TMDB's export that catalogue.update imported last."""


AccountService = Literal["tmdb"]


class AccountLink(TypedDict):
    link: str
    """The page of TMDB on which the person approves."""
    expires_at: str
    """Until then the daemon waits for it; UTC."""


class AccountChange(TypedDict):
    id: int | None
    """Of the change in the journal; null: it is only planned."""
    changed_at: str
    """When it was made, undone or planned; UTC."""
    side: str
    """Where: in the library, or at tmdb."""
    list: str
    """The list: watchlist, favorites."""
    key: str
    """The title."""
    title: str | None
    """Its name; null if it is unknown, or if an age limit hides it."""
    action: str
    """added: the side got the title; removed: it lost it."""
    state: str
    """sent: TMDB has not confirmed it; the next comparison tells. planned, sent, done, undone."""


class AccountSync(TypedDict):
    question: str | None
    """Not null: nothing was changed, and the person is to agree to changes: it is the first comparison, or most
    titles would be removed. first, removes_much.
    """
    plan: str
    """Identifies changes; send it as consent."""
    changes: list[AccountChange]
    """What was done, or would be done; at most 1,000."""
    total: int
    """Number of changes."""
    pending_removals: int
    """Removals that wait for a second look, at least 10 minutes later."""
    rejected_total: int
    """Titles that one side could not take: its list is full, or it does not know or take them."""


class AccountJournal(PageCount):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[AccountChange]
    """A page may be short; use next_page to find the end."""


class AccountUndone(TypedDict):
    undone: list[AccountChange]
    """Changes that were undone."""
    kept: list[AccountChange]
    """Changes that stay, because the title was changed since."""


class AccountEnd(TypedDict):
    changed: bool
    """There was an account, or the daemon waited for one."""
    ended: bool
    """TMDB has ended the session; false: there was none, or TMDB could not be reached."""


class Finding(TypedDict):
    name: str
    """What was looked at: data folder, TMDB key, mpv ..."""
    state: str
    """warning: works, but less well than it could; problem: does not work; note: neither. ok, warning, problem,
    note.
    """
    message: str
    """What was found."""
    text: Message
    """The message, to be translated."""
    remedy: Remedy | None
    """What to do about it, for programs."""
    hint: str | None
    """What to do about it, in one English sentence."""
    hint_text: Message | None
    """The hint, to be translated."""


class Findings(TypedDict):
    findings: list[Finding]
    """In the order in which people read them."""


BrowseTopicName = Literal[
    "browse:trending", "browse:trending/movie", "browse:trending/tv", "browse:trending/any", "browse:popular",
    "browse:popular/movie", "browse:popular/tv", "browse:top_rated", "browse:top_rated/movie", "browse:top_rated/tv",
    "browse:upcoming", "browse:upcoming/movie", "browse:now_playing", "browse:now_playing/movie",
    "browse:now_playing/tv", "browse:airing_today", "browse:airing_today/tv", "browse:on_the_air",
    "browse:on_the_air/tv", "browse:daily", "browse:daily/movie", "browse:daily/tv", "browse:daily/any", "browse:award",
    "browse:award/movie", "browse:recommended", "browse:recommended/any", "browse:recommended/movie",
    "browse:recommended/tv", "browse:downloaded", "browse:downloaded/any", "browse:downloaded/movie",
    "browse:downloaded/tv",
]


TopicName = Literal[
    "library",
    "watchlist",
    "downloads",
    "player",
    "searches",
    "releases",
    "follow",
    "settings",
    "account",
    "profiles",
    "server",
] | BrowseTopicName


@dataclass(frozen=True, slots=True)
class State(Generic[_Topic, _Data]):
    """A state of a topic. Where there is none for now, `data` is None and `error` says why."""

    topic: _Topic
    data: _Data | None
    rev: int = 0
    """Grows by one with each state, while `instance` stays the same."""
    dropped: int = 0
    """How many states there were between this one and the one before."""
    instance: str = ""
    error: Error | None = None


LibraryEvent = State[Literal["library"], LibraryState]
WatchlistEvent = State[Literal["watchlist"], WatchlistPage]
DownloadsEvent = State[Literal["downloads"], DownloadsState]
PlayerEvent = State[Literal["player"], PlayerState]
SearchesEvent = State[Literal["searches"], Searches]
ReleasesEvent = State[Literal["releases"], ReleasesState]
FollowEvent = State[Literal["follow"], FollowState]
SettingsEvent = State[Literal["settings"], Settings]
BrowseEvent = State[BrowseTopicName, TitlePage]
AccountEvent = State[Literal["account"], AccountStatus]
ProfilesEvent = State[Literal["profiles"], SharedProfiles]
ServerEvent = State[Literal["server"], ServerState]
AnyState = (
    LibraryEvent
    | WatchlistEvent
    | DownloadsEvent
    | PlayerEvent
    | SearchesEvent
    | ReleasesEvent
    | FollowEvent
    | SettingsEvent
    | BrowseEvent
    | AccountEvent
    | ProfilesEvent
    | ServerEvent
)


def socket_path(environment: Mapping[str, str] = os.environ) -> str:
    """Where the daemon listens, unless it was told otherwise."""
    if named := environment.get("MOVIERPC_SOCKET"):
        return named
    uid = os.getuid()
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    if not os.path.isabs(runtime):
        runtime = f"/run/user/{uid}"
        try:
            found = os.stat(runtime)
        except OSError:
            return f"/tmp/movierpc-{uid}/socket"
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != uid:
            return f"/tmp/movierpc-{uid}/socket"
    return os.path.join(runtime, "movierpc", "socket")


def plain(text: str) -> str:
    """A text that came, for a terminal or a line: without controls and bidi characters, line ends as blanks."""
    return text.translate(_PLAIN)


_PLAIN: dict[int, str | None] = dict.fromkeys([*range(0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F])
_PLAIN |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_PLAIN |= dict.fromkeys([0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029], " ")


class _Inbox:
    """The states of one subscription that were not taken yet: of each topic the latest."""

    def __init__(self) -> None:
        self.came = asyncio.Event()
        self._name = self._instance = ""
        self._connection: _Connection | None = None
        self._states: dict[str, State[str, Any]] = {}
        self._end: Error | None = None

    def begin(self, connection: _Connection, reply: dict[str, Any]) -> None:
        """Takes the states of a reply to `subscribe`, and from now on those of its events."""
        name, topics = reply.get("subscription"), reply.get("topics")
        if not isinstance(name, str) or not isinstance(topics, dict):
            raise ProtocolError("a subscription without a name or topics came")
        self._name, self._instance, self._connection = name, str(reply.get("instance")), connection
        connection.inboxes[name] = self
        errors = reply.get("errors")
        faults = {topic: _refusal(error) for topic, error in errors.items()} if isinstance(errors, dict) else {}
        for topic, fault in faults.items():
            # Nothing of it will come.
            if fault.kind in _REFUSED:
                self.end(fault)
                return
            self._put(State(topic, None, 0, 0, self._instance, fault))
        for topic, state in topics.items():
            if not isinstance(state, dict) or not isinstance(state.get("rev"), int):
                raise ProtocolError("a topic without a state came")
            self._put(State(topic, state.get("data"), state["rev"], 0, self._instance))

    def take_event(self, params: dict[str, Any]) -> None:
        rev, dropped, topic = params.get("rev"), params.get("dropped", 0), params.get("topic")
        if not (isinstance(rev, int) and isinstance(dropped, int) and isinstance(topic, str)):
            raise ProtocolError("an event without a topic or a rev came")
        self._put(State(topic, params.get("data"), rev, dropped, self._instance))

    def _put(self, state: State[str, Any]) -> None:
        missed = self._states.pop(state.topic, None)
        if missed is not None:
            data = state.data
            # What has changed tells what of the lists to read again: here, all.
            if state.topic == "library" and isinstance(data, dict):
                data = {**data, "changes": None}
            dropped = missed.dropped + 1 + state.dropped
            state = replace(state, data=data, dropped=dropped)
        self._states[state.topic] = state
        self.came.set()

    def end(self, error: Error) -> None:
        self._end = error
        self.came.set()

    def take(self) -> State[str, Any] | None:
        """The next state, or None: there is none yet. After the last one, the error that has ended it is raised."""
        if self._states:
            return self._states.pop(next(iter(self._states)))
        if self._end is not None:
            raise self._end
        self.came.clear()
        return None

    def leave(self) -> None:
        """Ends the subscription, if it has not ended."""
        if self._connection is not None and self._connection.inboxes.pop(self._name, None) is not None:
            self._connection.mention("unsubscribe", {"subscription": self._name})


@dataclass(slots=True)
class _Asked:
    """A request that waits for its answer. The inbox is for the states in it, before anything after it is read."""

    inbox: _Inbox | None = None
    came: asyncio.Event = field(default_factory=asyncio.Event)
    _result: dict[str, Any] | None = None
    _error: Error | None = None

    def end(self, outcome: dict[str, Any] | Error) -> None:
        if isinstance(outcome, Error):
            self._error = outcome
        else:
            self._result = outcome
        self.came.set()

    def answer(self) -> dict[str, Any] | None:
        """The result, or None: there is none yet. An error is raised."""
        if self._error is not None:
            raise self._error
        return self._result


class _Connection:
    """One connection, until it is lost: then `lost` says why, and everybody who waits is told.

    How bytes get here and away is for its two kinds to say."""

    def __init__(self, max_line_bytes: int) -> None:
        self.lost: Error | None = None
        self.line_bytes = 1 << 20
        self.batch_items = _IN_FLIGHT
        self.inboxes: dict[str, _Inbox] = {}
        self._max_line_bytes = max_line_bytes
        self._asked: dict[str, _Asked] = {}
        self._ids = 0
        self._buffer = bytearray()
        self._searched = 0

    def _write(self, line: bytes) -> None:
        raise NotImplementedError

    def _hang_up(self, flush: bool) -> None:
        raise NotImplementedError

    # What comes.

    def connection_lost(self, exc: Exception | None) -> None:
        # What is left in the buffer is a part of a line.
        said = f": {exc}" if exc else ""
        self.close(Offline(f"the daemon has closed the connection{said}", "ask again"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        # Only \n ends a line: U+2028 and its like stand in titles.
        while (end := self._buffer.find(b"\n", self._searched)) >= 0:
            line = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            self._searched = 0
            if line.strip() and self.lost is None:
                self._take(line)
        self._searched = len(self._buffer)
        if self._searched > self._max_line_bytes:
            self.close(ProtocolError(f"a line of more than {self._max_line_bytes} bytes came"))

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line.decode())
        except (ValueError, RecursionError):
            self.close(ProtocolError("what came is not JSON: " + ascii(line[:80].decode(errors="replace"))))
            return
        for one in message if isinstance(message, list) else [message]:
            if not isinstance(one, dict):
                self.close(ProtocolError("what came is no reply: " + ascii(one)[:80]))
            elif "method" in one:
                self._take_event(one)
            else:
                self._take_reply(one)

    def _take_reply(self, reply: dict[str, Any]) -> None:
        name, result = reply.get("id"), reply.get("result")
        if name is None:
            # About something that could not be read, or about this connection as a whole.
            self.close(_refusal(reply.get("error")))
            return
        # Python takes true and 1.0 for 1: with texts, only the same text is the same id.
        asked = self._asked.pop(name, None) if isinstance(name, str) else None
        if asked is None:
            # Of a request that was given up.
            return
        try:
            if not isinstance(result, dict):
                raise _refusal(reply.get("error"))
            if asked.inbox is not None:
                asked.inbox.begin(self, result)
            asked.end(result)
        except Error as error:
            asked.end(error)
            if isinstance(error, ProtocolError):
                self.close(error)

    def _take_event(self, event: dict[str, Any]) -> None:
        params = event.get("params")
        if event["method"] != "event" or not isinstance(params, dict):
            return
        if inbox := self.inboxes.get(str(params.get("subscription"))):
            try:
                inbox.take_event(params)
            except ProtocolError as error:
                self.close(error)

    def close(self, why: Error, flush: bool = False) -> None:
        if self.lost is not None:
            return
        self.lost = why
        self._buffer.clear()
        self._hang_up(flush)
        for asked in self._asked.values():
            asked.end(why)
        for inbox in self.inboxes.values():
            inbox.end(why)
        self._asked.clear()
        self.inboxes.clear()

    # What goes.

    def new_id(self) -> str:
        self._ids += 1
        return f"py{self._ids}"

    def send(self, message: Any) -> None:
        if self.lost is not None:
            raise self.lost
        # A lone surrogate and NaN, which the daemon would not read, are a ValueError here.
        line = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        if len(line) > self.line_bytes:
            raise _limit("line_bytes", self.line_bytes, len(line))
        self._write(line + b"\n")

    def ask(self, requests: Iterable[tuple[str, str, dict[str, Any], _Asked]], batch: bool = False) -> None:
        """Sends requests, each with its id, method, parameters and what waits for it."""
        listed = list(requests)
        messages = [{"jsonrpc": "2.0", "id": i, "method": m, "params": p} for i, m, p, _ in listed]
        if batch and len(messages) > self.batch_items:
            raise _limit("batch_items", self.batch_items, len(messages))
        if any(name in self._asked for name, *_ in listed):
            raise ValueError("a request with this id is under way")
        self.send(messages if batch else messages[0])
        self._asked.update((name, asked) for name, _, _, asked in listed)

    def notify(self, method: str, params: dict[str, Any]) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def mention(self, method: str, params: dict[str, Any]) -> None:
        """Notifies a daemon that may be gone: then it knows already."""
        if self.lost is None:
            with contextlib.suppress(Offline):
                self.notify(method, params)

    def give_up(self, name: str) -> None:
        """Cancels a request, unless it was answered."""
        if self._asked.pop(name, None) is not None:
            self.mention("cancel", {"id": name})


class _Stream(_Connection, asyncio.Protocol):
    """The connection of a `Client`: the event loop reads and writes."""

    _transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.peer = _peer(transport.get_extra_info("socket"))

    def _write(self, line: bytes) -> None:
        self._transport.write(line)

    def _hang_up(self, flush: bool) -> None:
        self._transport.close() if flush else self._transport.abort()

    async def request(
        self,
        method: str,
        params: dict[str, Any],
        seconds: float | None,
        id: str | None = None,
        inbox: _Inbox | None = None,
    ) -> dict[str, Any]:
        name, asked = id or self.new_id(), _Asked(inbox)
        self.ask([(name, method, params, asked)])
        return await self.answer(name, asked, method, seconds)

    async def answer(self, name: str, asked: _Asked, method: str, seconds: float | None) -> dict[str, Any]:
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await asked.came.wait()
            if (result := asked.answer()) is None:
                raise _no_answer(method, seconds)
            return result
        finally:
            self.give_up(name)


class _Socket(_Connection):
    """The connection of a `BlockingClient`: it reads while somebody waits, and writes at once."""

    def __init__(self, path: str, max_line_bytes: int, seconds: float) -> None:
        super().__init__(max_line_bytes)
        self._seconds = seconds
        self._socket = sockets.socket(sockets.AF_UNIX)
        self._socket.settimeout(seconds)
        try:
            self._socket.connect(path)
        except BaseException:
            self._socket.close()
            raise
        self.peer = _peer(self._socket)

    def _write(self, line: bytes) -> None:
        self._socket.settimeout(self._seconds)
        try:
            self._socket.sendall(line)
        except OSError as error:
            # What the daemon said last may tell why it has gone.
            self.receive(0)
            self.connection_lost(error)
            raise self.lost or error
        except BaseException:
            # A part of the line may have been sent: nothing may follow it.
            self.close(Offline("given up"))
            raise

    def _hang_up(self, flush: bool) -> None:
        self._socket.close()

    def receive(self, seconds: float | None) -> None:
        """Takes what has come, or comes within that time."""
        if self.lost is not None:
            return
        self._socket.settimeout(seconds)
        try:
            data = self._socket.recv(1 << 20)
        except (TimeoutError, BlockingIOError):
            return
        except OSError as error:
            self.connection_lost(error)
            return
        if data:
            self.data_received(data)
        else:
            self.connection_lost(None)

    def request(
        self, method: str, params: dict[str, Any], seconds: float | None, inbox: _Inbox | None = None
    ) -> dict[str, Any]:
        name, asked = self.new_id(), _Asked(inbox)
        end = None if seconds is None else time.monotonic() + seconds
        self.ask([(name, method, params, asked)])
        try:
            while (result := asked.answer()) is None:
                left = None if end is None else end - time.monotonic()
                if left is not None and left <= 0:
                    raise _no_answer(method, seconds)
                self.receive(left)
            return result
        finally:
            self.give_up(name)


def _peer(socket: Any) -> int | None:
    """The user who listens, where the kernel tells."""
    if socket is None or not hasattr(sockets, "SO_PEERCRED"):
        return None
    _, uid, _ = struct.unpack("3i", socket.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, 12))
    return int(uid)


def _no_answer(method: str, seconds: float | None) -> NoAnswer:
    return NoAnswer(f"{method}: the daemon said nothing for {seconds or 0:g} s", "movierpc doctor")


@dataclass(frozen=True, slots=True)
class _Request:
    """What a method sends. What is optional and None is left out."""

    method: str
    required: dict[str, Any]
    optional: dict[str, Any]
    # It may take any time.
    endless: bool = False

    def params(self) -> dict[str, Any]:
        return self.required | {name: value for name, value in self.optional.items() if value is not None}


class _Method(Protocol[_P, _Result]):
    """A method of both clients: of `Client` it is awaited, of `BlockingClient` it returns the result."""

    @overload
    def __get__(self, client: Client, owner: Any = None) -> Callable[_P, Coroutine[Any, Any, _Result]]: ...
    @overload
    def __get__(self, client: BlockingClient, owner: Any = None) -> Callable[_P, _Result]: ...


def _returns(result: type[_T]) -> Callable[[Callable[Concatenate[Any, _P], _Request]], _Method[_P, _T]]:
    """Makes a method of a function that makes its request."""

    def made(request: Callable[Concatenate[Any, _P], _Request]) -> Any:
        # As `help` shows it.
        request.__annotations__["return"] = result

        @functools.wraps(request)
        def method(self: Any, /, *args: _P.args, **named: _P.kwargs) -> Any:
            return self._perform(request(self, *args, **named))

        return method

    return made


class _Methods:
    """What both clients have: how they are made, and the methods of the protocol."""

    def __init__(
        self,
        socket: str | None = None,
        *,
        client: str = "movierpc.py",
        version: str = __version__,
        profile: str | None = None,
        pin: str | None = None,
        require: Sequence[str] = (),
        start: bool = False,
        patience: float = 5.0,
        max_line_bytes: int = 64 << 20,
    ) -> None:
        """Nothing is opened yet.

        socket: where the daemon listens, if not at `socket_path()`.
        client, version: who is asking, for `clients`.
        profile, pin: whose lists and settings count, on each connection; `profiles_select` is of one connection only.
        require: capabilities without which there is no connection.
        start: a daemon that is not running is started, by `movierpc daemon start`.
        patience: seconds a reply may take beyond its `timeout_ms`, before the call is `NoAnswer`.
        max_line_bytes: of what the daemon sends; a longer line ends the connection.
        """
        self._named = socket
        hello: dict[str, Any] = {"client": client, "version": version, "profile": profile, "pin": pin}
        hello |= {"protocol_versions": [_PROTOCOL], "require": list(require) or None}
        self._hello = {name: value for name, value in hello.items() if value is not None}
        self._start = start
        self._patience = patience
        self._max_line_bytes = max_line_bytes
        self._closed = False

    @property
    def _path(self) -> str:
        return self._named or socket_path()

    def _seconds(self, params: Mapping[str, Any]) -> float:
        """How long the answer to a request may take."""
        return float(params.get("timeout_ms", _TIMEOUT_MS)) / 1000 + self._patience

    def _admit(self, peer: int | None) -> None:
        if peer not in (None, os.getuid()):
            raise ProtocolError(f"the user {peer} listens at {self._path}")

    def _welcome(self, connection: _Connection, said: dict[str, Any]) -> None:
        """Takes the answer to `hello`."""
        if said.get("protocol") != _PROTOCOL:
            raise ProtocolError(f"the daemon speaks version {said.get('protocol')!r} of the protocol, not {_PROTOCOL}")
        limits = said.get("limits")
        if isinstance(limits, dict):
            connection.line_bytes = int(limits.get("line_bytes", connection.line_bytes))
            connection.batch_items = int(limits.get("batch_items", connection.batch_items))

    def _absent(self, error: OSError) -> Offline:
        return Offline(f"no daemon answers at {self._path}: {error}", "movierpc daemon start")

    def _run_daemon(self) -> None:
        where = ["--socket", self._named] if self._named else []
        try:
            starter = subprocess.run(
                ["movierpc", "daemon", "start", *where],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise Offline(f"movierpc cannot be run: {error}", "put it into a folder of PATH") from error
        if starter.returncode:
            why = starter.stderr.decode(errors="replace").strip()
            raise Offline(f"the daemon could not be started: {why}", "movierpc doctor")

    @_returns(TitlePage)
    def browse(
        self,
        list: BrowseList,
        *,
        media_type: MediaChoice | None = None,
        page: int | None = None,
        page_size: int | None = None,
        window: TrendingWindow | None = None,
        fields: Sequence[TitleField] | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Read a list of films or series.

        media_type is one that the list has, its first where it is left out, else `invalid_params`: movie, tv, any of
        trending, daily; movie, tv of popular, top_rated, now_playing; movie of upcoming, award; tv of airing_today,
        on_the_air; any, movie, tv of recommended, downloaded. window applies to trending only. With a TMDB key the
        lists are TMDB's, except daily, award, recommended and downloaded. Without one they are made of the catalogue,
        which is a snapshot that grows old: trending has the most popular titles of its last twelve months, popular
        those with most votes, top_rated the best average of those with 300 votes, upcoming what is released after
        today, now_playing the last 45 days; now_playing of series is on_the_air. airing_today and on_the_air need a key
        and are `upstream_unauthorized` without one. daily has well-known titles with an average of 7 or more in another
        order each day; its first is the film of the day, the same for everybody. award has the winners of the Academy
        Award for Best Picture, newest first. recommended has titles similar to those on the lists, without these;
        without lists it is top_rated. downloaded has the downloaded titles, the last one first.

        list: Which list.
        media_type: Films, series or both; not every list has both.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        window: Trending in the last day or week; default: week.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "browse",
            {"list": list},
            {
                "media_type": media_type, "page": page, "page_size": page_size, "window": window, "fields": fields,
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(TitlePage)
    def discover(
        self,
        *,
        genre: str | None = None,
        media_type: MediaType | None = None,
        year: int | None = None,
        sort_by: BrowseOrder | None = None,
        min_votes: int | None = None,
        provider: str | None = None,
        offer: OfferKind | None = None,
        country: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        fields: Sequence[TitleField] | None = None,
        from_: str | None = None,
        to: str | None = None,
        min_runtime: int | None = None,
        max_runtime: int | None = None,
        certification: str | None = None,
        original_language: str | None = None,
        people: str | None = None,
        keywords: str | None = None,
        companies: str | None = None,
        networks: str | None = None,
        min_rating: float | None = None,
        unseen: bool | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Find films or series by genre, year, votes or offer.

        Titles that pass all filters. By provider, offer, certification, people, keywords, companies or networks, or in
        the order of revenue, it needs a TMDB key, and is `upstream_unauthorized` without one. In genre the comma binds
        tighter than the bar: drama,war|western is a drama about war, or a western. Case, accents and punctuation of
        names are ignored, and half of a double name is enough. Titles without a value to sort by come last. A page may
        be short if comma and bar are mixed or titles for adults are left out.

        genre: Names or numbers; `,` between them means and, `|` means or.
        media_type: Films or series.
        year: Year of the release.
        sort_by: A field, with .asc or .desc. Titles sort up, other fields down. Default: TMDB's popularity, or
            vote_count.
        min_votes: Minimum number of votes; TMDB by vote_average: 200.
        provider: Numbers of providers, combined as in genre.
        offer: Kind of offer.
        country: Country of the offer; default: the region.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        from_: First day of the release: 2026-01-01.
        to: Last day of the release.
        min_runtime: Minutes at least.
        max_runtime: Minutes at most.
        certification: Certificate of a film in the region: PG-13, 12.
        original_language: The language it was made in: de.
        people: Numbers of people of a film's cast or crew, combined as in genre.
        keywords: Numbers of keywords, combined as in genre.
        companies: Numbers of production companies, combined as in genre.
        networks: Numbers of networks of series, combined with |.
        min_rating: Average of the votes at least.
        unseen: Without titles that the profile has marked as watched.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "discover",
            {},
            {
                "genre": genre, "media_type": media_type, "year": year, "sort_by": sort_by, "min_votes": min_votes,
                "provider": provider, "offer": offer, "country": country, "page": page, "page_size": page_size,
                "fields": fields, "from": from_, "to": to, "min_runtime": min_runtime, "max_runtime": max_runtime,
                "certification": certification, "original_language": original_language, "people": people,
                "keywords": keywords, "companies": companies, "networks": networks, "min_rating": min_rating,
                "unseen": unseen, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only,
                "language": language, "region": region, "supersedes": supersedes,
            },
        )

    @_returns(Home)
    def home(
        self,
        *,
        rows: Sequence[RowName] | None = None,
        row_size: int | None = None,
        seed: int | None = None,
        fields: Sequence[TitleField] | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Fill a start screen: one film at the top and some rows.

        hero is a random title of the twenty most trending films, or null. The same seed gives the same title while that
        list stays the same. A row that is named twice appears once; rows without titles are left out; a failed row has
        error, and the others are still there. No rows are sent for []. With the default row_size an answer stays under
        64 KiB. With an age limit the hero is a popular film, and rows fill up over several requests while certificates
        are fetched.

        rows: Lists of browse, alone or with their media_type.
        row_size: Titles per row.
        seed: Chooses the hero; default: a new one each time.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "home",
            {},
            {
                "rows": rows, "row_size": row_size, "seed": seed, "fields": fields, "timeout_ms": timeout_ms,
                "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language, "region": region,
                "supersedes": supersedes,
            },
        )

    @_returns(SearchPage)
    def search(
        self,
        q: str,
        *,
        media_type: MediaChoice | None = None,
        year: int | None = None,
        page: int | None = None,
        page_size: int | None = None,
        debounce_ms: int | None = None,
        record: bool | None = None,
        fields: Sequence[TitleField] | None = None,
        include: Sequence[SearchInclude] | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Find films and series by title.

        Case, accents and punctuation are ignored, and the last word may be incomplete. Each word is explained by a
        name, a person, a genre, a year or another fact of a title, which its `matched` tells; the best explained and
        best known are first. Words may be corrected or left out, which `meta.corrected` tells. With a TMDB key TMDB's
        titles come first, in its order, and total_results is TMDB's; others follow where the first page has room. Where
        TMDB has no title of that name, a description such as `80s horror` finds what TMDB has of it. If itunes.enabled
        is set, the first page also asks iTunes, at most a second longer than the rest. A search that finds nothing
        answers an empty list. Searches that differ only in case and blanks are one request to TMDB.

        q: The text to search for.
        media_type: Films, series or both.
        year: Only titles of this year.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        debounce_ms: Waits so long first. Without it, a search with supersedes waits as the setting says, and only for
            TMDB.
        record: Record the answered search; default true, with supersedes false.
        include: What else to search: people, one more request to TMDB. Default: nothing.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "search",
            {"q": q},
            {
                "media_type": media_type, "year": year, "page": page, "page_size": page_size,
                "debounce_ms": debounce_ms, "record": record, "fields": fields, "include": include,
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(Suggestions)
    def suggest(
        self,
        q: str,
        *,
        limit: int | None = None,
        media_type: MediaChoice | None = None,
        include: Sequence[SearchInclude] | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Complete a title while you type.

        Finds the local titles of search, in the same order, with the few fields that a list of completions shows. If
        TMDB has answered a search for the same text, its titles follow. It never waits for the network.

        q: The text typed so far.
        limit: Maximum number of titles.
        media_type: Films, series or both.
        include: What else to complete: people, for a text of three letters or more. Default: nothing.
        """
        return _Request(
            "suggest",
            {"q": q},
            {"limit": limit, "media_type": media_type, "include": include, "timeout_ms": timeout_ms},
        )

    @_returns(Detail)
    def detail(
        self,
        key: str | None = None,
        *,
        id: int | None = None,
        media_type: MediaType | None = None,
        title: str | None = None,
        fields: Sequence[DetailField] | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Show all facts about one title.

        The title is named by key, by title, or by id (TMDB's number) with media_type. At most 20 cast, 12 crew, 20
        videos, 12 similar and 12 recommendations; no title is in both of the last. Cast and crew of a series are those
        of all seasons, people of the most episodes first. partial: the answer has local facts only; a later one may
        have more. where_to_watch has the countries of the setting countries. A title that no source knows is
        `not_found`. imdb/ttN needs TMDB or an import of IMDb's files, and itunes/N needs itunes.enabled.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        id: TMDB's number; with media_type, instead of key.
        media_type: A film or a series; used with id.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        fields: Only these members of each title, and its key; the answer has no others of it then. Default: all.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "detail",
            {},
            {
                "key": key, "id": id, "media_type": media_type, "title": title, "fields": fields,
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(Trailer)
    def trailer(
        self,
        key: str | None = None,
        *,
        types: Sequence[VideoType] | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """List trailers and other videos of a title.

        best is the first of videos, or null. The order is trailer, teaser, the other requested types, preview, search;
        within each the requested language, English, others; then official ones first, then newest first. The type
        search is a search page of a video site to open in a browser, for a title whose videos are unknown: without TMDB
        there is nothing else, but for downloaded videos, which are the first of their type, with the site file and a
        url that begins with file://. YouTube is searched only if no video is known, by its API if youtube.key is set,
        else by the program of downloads.command. The program takes some seconds, of which the answer waits 8 at most,
        and is not asked for a profile with an age limit. What is found is a trailer if its name has the title and
        neither another year nor the number of another part. If nothing is found, or the program fails, the search page
        remains. A folder of downloads that does not respond within 5 seconds is `storage_error`.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        types: Types of videos to list.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "trailer",
            {},
            {
                "key": key, "types": types, "title": title, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region, "supersedes": supersedes,
            },
        )

    @_returns(Image)
    def image(
        self,
        key: str | None = None,
        *,
        kind: ImageKind | None = None,
        size: ImageSize | None = None,
        path: str | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Fetch a picture as a file.

        The picture is named by a title or a person and kind, or by a path from a result, with kind for its sizes. It is
        fetched once for all clients and cached for five months; no key is needed. The file stays for at least an hour
        after the last answer that names it, also after a restart: read it, and do not change it. A picture from iTunes
        has one size. Type, width and height are read from the bytes: JPEG, PNG, WebP or GIF, at most 10 MiB and 20,000
        pixels a side; anything else is `upstream_unavailable`. Of a path that ends in .svg, TMDB's PNG of the same
        drawing is fetched. At most 30 pictures a second are fetched. A title without such a picture, and a path that
        upstream does not have, are `not_found`; that path is asked for again after ten minutes.

        key: The title or the person: movie/438631, tv/1399, itunes/N, imdb/tt1160419, person/525.
        kind: Kind of picture; default: poster of a title, profile of a person.
        size: A size as TMDB names it; default: w342 (poster), w780 (backdrop), w185 (logo), w185 (profile).
        path: A poster_path, backdrop_path, logo_path or profile_path, instead of key.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "image",
            {},
            {
                "key": key, "kind": kind, "size": size, "path": path, "title": title, "timeout_ms": timeout_ms,
                "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language, "region": region,
                "supersedes": supersedes,
            },
        )

    @_returns(Genres)
    def genres(
        self,
        *,
        media_type: MediaChoice | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """List the genres.

        TMDB's genres, with a key in the requested language. A number means the same for films and series, but each has
        genres that the other lacks.

        media_type: Films, series or both.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "genres",
            {},
            {
                "media_type": media_type, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only,
                "language": language, "region": region, "supersedes": supersedes,
            },
        )

    @_returns(Countries)
    def countries(
        self,
        *,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """List the countries.

        Use them in region, countries and country. where_to_watch: TMDB has offers for this country.

        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "countries",
            {},
            {
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(Languages)
    def languages(
        self,
        *,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """List the languages.

        Use them in language, alone or with a country: de or de-DE.

        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "languages",
            {},
            {
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(ProviderPage)
    def providers(
        self,
        *,
        country: str | None = None,
        media_type: MediaType | None = None,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """List the streaming services and shops of a country.

        Use their numbers as `provider` in `discover`; the most used come first. Needs a TMDB key.

        country: Country of the offers; default: the region.
        media_type: Providers of films or of series.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "providers",
            {},
            {
                "country": country, "media_type": media_type, "page": page, "page_size": page_size,
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(WatchlistPage)
    def watchlist(
        self,
        *,
        q: str | None = None,
        genre: str | None = None,
        media_type: MediaChoice | None = None,
        watched: bool | None = None,
        sort_by: LibraryOrder | None = None,
        page: int | None = None,
        page_size: int | None = None,
        fields: Sequence[LibraryField] | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """List the titles to watch, with notes.

        Newest first, unless sort_by is given. Each title has its entry. version counts the changes of the profile's
        library; topic `library` has the same number. Titles are shown from the library, so also without a network, in
        the language of the setting; where it lacks their texts, in another one until they are fetched in the
        background. A title that TMDB has deleted stays, and is gone.

        q: Only titles with these words, as in search; the last may be incomplete.
        genre: Names or numbers; `,` between them means and, `|` means or.
        media_type: Films, series or both.
        watched: true: only watched titles; false: only titles that are not watched.
        sort_by: A field, with .asc or .desc. Titles sort up, other fields down.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        fields: Only these members of each title, and its key; the answer has no others of it then. Default: all.
        """
        return _Request(
            "watchlist",
            {},
            {
                "q": q, "genre": genre, "media_type": media_type, "watched": watched, "sort_by": sort_by, "page": page,
                "page_size": page_size, "fields": fields, "timeout_ms": timeout_ms,
            },
        )

    @_returns(WatchlistChange)
    def watchlist_add(
        self,
        key: str | None = None,
        *,
        note: str | None = None,
        watched: bool | None = None,
        if_version: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Put a title on the watchlist.

        For a title already on the watchlist, only note and watched are changed, as far as they are given. The answer is
        sent when the change is on disk. changed is false if nothing changed. A title that is not known yet is fetched
        first; if that fails, nothing changes. item is null if the profile's age limit hides it. A `conflict` of
        if_version has the present version and entry, 0 and null if there is none.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        note: Your note; "" removes it.
        watched: Marked as watched.
        if_version: Change the entry only if it still has this version (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request(
            "watchlist.add",
            {},
            {
                "key": key, "note": note, "watched": watched, "if_version": if_version, "title": title,
                "timeout_ms": timeout_ms,
            },
        )

    @_returns(WatchlistChange)
    def watchlist_update(
        self,
        key: str | None = None,
        *,
        note: str | None = None,
        watched: bool | None = None,
        if_version: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Change a title's note, or mark it as watched.

        Parameters left out keep their values. A title that is not on the watchlist is `not_found`. The answer is sent
        when the change is on disk. changed is false if nothing changed. A title that is not known yet is fetched first;
        if that fails, nothing changes. item is null if the profile's age limit hides it. A `conflict` of if_version has
        the present version and entry, 0 and null if there is none.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        note: Your note; "" removes it.
        watched: Marked as watched.
        if_version: Change the entry only if it still has this version (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request(
            "watchlist.update",
            {},
            {
                "key": key, "note": note, "watched": watched, "if_version": if_version, "title": title,
                "timeout_ms": timeout_ms,
            },
        )

    @_returns(WatchlistChange)
    def watchlist_remove(
        self,
        key: str | None = None,
        *,
        if_version: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Take a title off the watchlist.

        Its note and its watched mark are removed, and entry is null. A title that is not there is no error: changed is
        false, and item is null unless another list has it. The answer is sent when the change is on disk. changed is
        false if nothing changed. A title that is not known yet is fetched first; if that fails, nothing changes. item
        is null if the profile's age limit hides it. A `conflict` of if_version has the present version and entry, 0 and
        null if there is none.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_version: Change the entry only if it still has this version (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request(
            "watchlist.remove",
            {},
            {"key": key, "if_version": if_version, "title": title, "timeout_ms": timeout_ms},
        )

    @_returns(FavoritesPage)
    def favorites(
        self,
        *,
        q: str | None = None,
        genre: str | None = None,
        media_type: MediaChoice | None = None,
        sort_by: LibraryOrder | None = None,
        page: int | None = None,
        page_size: int | None = None,
        fields: Sequence[LibraryField] | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """List the favourites.

        Newest first, unless sort_by is given. Each title has its entry. version counts the changes of the profile's
        library; topic `library` has the same number. Titles are shown from the library, so also without a network, in
        the language of the setting; where it lacks their texts, in another one until they are fetched in the
        background. A title that TMDB has deleted stays, and is gone.

        q: Only titles with these words, as in search; the last may be incomplete.
        genre: Names or numbers; `,` between them means and, `|` means or.
        media_type: Films, series or both.
        sort_by: A field, with .asc or .desc. Titles sort up, other fields down.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        fields: Only these members of each title, and its key; the answer has no others of it then. Default: all.
        """
        return _Request(
            "favorites",
            {},
            {
                "q": q, "genre": genre, "media_type": media_type, "sort_by": sort_by, "page": page,
                "page_size": page_size, "fields": fields, "timeout_ms": timeout_ms,
            },
        )

    @_returns(FavoritesChange)
    def favorites_add(
        self,
        key: str | None = None,
        *,
        if_version: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Add a title to the favourites.

        A title already there stays as it is. The answer is sent when the change is on disk. changed is false if nothing
        changed. A title that is not known yet is fetched first; if that fails, nothing changes. item is null if the
        profile's age limit hides it. A `conflict` of if_version has the present version and entry, 0 and null if there
        is none.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_version: Change the entry only if it still has this version (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request(
            "favorites.add",
            {},
            {"key": key, "if_version": if_version, "title": title, "timeout_ms": timeout_ms},
        )

    @_returns(FavoritesChange)
    def favorites_remove(
        self,
        key: str | None = None,
        *,
        if_version: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Remove a title from the favourites.

        A title that is not there stays as it is. The answer is sent when the change is on disk. changed is false if
        nothing changed. A title that is not known yet is fetched first; if that fails, nothing changes. item is null if
        the profile's age limit hides it. A `conflict` of if_version has the present version and entry, 0 and null if
        there is none.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_version: Change the entry only if it still has this version (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request(
            "favorites.remove",
            {},
            {"key": key, "if_version": if_version, "title": title, "timeout_ms": timeout_ms},
        )

    @_returns(FavoritesChange)
    def favorites_toggle(
        self,
        key: str | None = None,
        *,
        if_version: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Toggle a favourite.

        Adds the title, or removes it if it is there; entry is null if it was removed. The answer is sent when the
        change is on disk. changed is false if nothing changed. A title that is not known yet is fetched first; if that
        fails, nothing changes. item is null if the profile's age limit hides it. A `conflict` of if_version has the
        present version and entry, 0 and null if there is none.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_version: Change the entry only if it still has this version (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request(
            "favorites.toggle",
            {},
            {"key": key, "if_version": if_version, "title": title, "timeout_ms": timeout_ms},
        )

    @_returns(SearchesPage)
    def searches(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """List the latest searches, newest first.

        Each term appears once, with the time of its last search and how often it was searched for; case is ignored. An
        answered search for a first page is recorded, unless its record is false or the setting record_searches is off.
        At most limits.searches terms are stored; the oldest are removed.

        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        """
        return _Request("searches", {}, {"page": page, "page_size": page_size, "timeout_ms": timeout_ms})

    @_returns(Changed)
    def searches_remove(self, term: str, *, timeout_ms: int | None = None) -> _Request:
        """Forget a search.

        Case is ignored. The term is erased from the library, but not from its older copies, and it stays in the records
        of a shared folder for 366 days.

        term: A term of `searches`.
        """
        return _Request("searches.remove", {"term": term}, {"timeout_ms": timeout_ms})

    @_returns(Changed)
    def searches_clear(self, *, timeout_ms: int | None = None) -> _Request:
        """Forget all searches.

        Applies to this profile. The searches are erased from the library, from the records of this machine and from
        those of others that share the folder as soon as they have read it, but not from older copies.
        """
        return _Request("searches.clear", {}, {"timeout_ms": timeout_ms})

    @_returns(Export)
    def library_export(self, *, cursor: str | None = None, timeout_ms: int | None = None) -> _Request:
        """Export the profile's lists, searches and settings.

        The export comes in parts of at most 200 entries: send next as the cursor of the next request until next is
        null. A cursor stays valid after any change and after a restart. The order is settings, the people that it
        follows, the titles of both lists, then searches; titles and searches from the oldest change to the newest. An
        entry that changes meanwhile may appear twice, one that is removed not at all. Secrets are left out. title and
        imdb_id of a title that an age limit hides are null. Kinds may be added: keep entries of kinds that you do not
        know. library.import reads the answers unchanged.

        cursor: next from the previous answer; default: the beginning.
        """
        return _Request("library.export", {}, {"cursor": cursor, "timeout_ms": timeout_ms})

    @_returns(Import)
    def library_import(
        self,
        file: str,
        *,
        format: ImportFormat | None = None,
        dry_run: bool | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Import titles from a file into the library.

        An import never removes or replaces an entry: it adds titles, marks them as watched and fills in missing notes,
        so that a file may be imported twice. All matched titles are stored together, or none is. Titles without a TMDB
        number are searched for, after the requests of all clients; topic `server` reports the progress as a task
        library.import. The import goes on when its connection ends. There is no timeout; library.import.cancel ends it,
        and library.undo undoes it. Only one import runs at a time, else `conflict` with the state importing. The file
        is a regular file, not a symbolic link, in UTF-8; a ZIP is read as it was downloaded. Files of letterboxd and
        trakt that look the same inside are told apart by their names: any other name is refused. What was watched more
        than a day ahead of the daemon's clock was watched on an unknown day, which dropped tells. The manual's page
        about the library says which file goes to which list, and what is not kept.

        file: A file owned by the user who runs the daemon, at most 64 MiB.
        format: The file's format: movierpc is library.export's; the others are CSV or JSON, or a ZIP of letterboxd or
            trakt. Default: found out from the file's beginning.
        dry_run: Only reports what would change.
        """
        return _Request(
            "library.import",
            {"file": file},
            {"format": format, "dry_run": dry_run, "timeout_ms": timeout_ms},
            endless=True,
        )

    @_returns(Changed)
    def library_import_cancel(self, *, timeout_ms: int | None = None) -> _Request:
        """End an import into the library.

        Applies to the library.import that is in progress, of any connection and profile; nothing is imported. changed
        is false if there is none, or if it is being written already.
        """
        return _Request("library.import.cancel", {}, {"timeout_ms": timeout_ms})

    @_returns(LibraryUndone)
    def library_undo(self, *, id: int | None = None, timeout_ms: int | None = None) -> _Request:
        """Undo the profile's last import as a whole.

        What the import added leaves the library, and what it filled in is as before, also where a pending title was
        found later. What was changed since stays, and is in kept. Each profile has one import that can be undone, once,
        until the next one that changes something, also after a restart. Without one, or if id is another one, the
        answer is `not_found`; during an import it is `conflict` with the state importing.

        id: change of the answer of library.import; default: the last import.
        """
        return _Request("library.undo", {}, {"id": id, "timeout_ms": timeout_ms})

    @_returns(PendingPage)
    def library_pending(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """List imported titles that are not matched yet.

        In the order of the import. The daemon tries unavailable ones again when it starts, when the key, the network or
        TMDB is back, and otherwise from time to time, and puts a title that it finds on its list, as the import would
        have done. A title TMDB does not know stays here with the reason. At most 10,000 titles of a profile are
        pending. keys is [], and title, year and media_type are null, where the profile's age limit hides the title.

        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        """
        return _Request("library.pending", {}, {"page": page, "page_size": page_size, "timeout_ms": timeout_ms})

    @_returns(Changed)
    def library_pending_clear(self, *, timeout_ms: int | None = None) -> _Request:
        """Clear the pending titles.

        Applies to this profile, and also to titles that would be tried again. Import the file again to get them back.
        """
        return _Request("library.pending.clear", {}, {"timeout_ms": timeout_ms})

    @_returns(Changed)
    def sync_reset(self, *, timeout_ms: int | None = None) -> _Request:
        """Rebuild the record of changes for other machines.

        All lists and settings stay as they are, and count as added now, as when this machine began to share the folder:
        other machines get what they lack, and this one gets from them what is in their journals. So a title that was
        removed may come back from a machine that has not read of it. What was recorded of removed titles, of other
        versions and of profiles that are not here is forgotten, and so is what is known of the time. This machine's
        journal is rewritten.
        """
        return _Request("sync.reset", {}, {"timeout_ms": timeout_ms})

    @_returns(PersonPage)
    def people(
        self,
        *,
        q: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Find people by name, or list the popular ones.

        Without a TMDB key these are the directors and actors of the catalogue, of whom only the names are known; people
        then have no key, and person takes the name. Words that nobody is called are looked for with a few other
        letters, which `meta.corrected` tells.

        q: A name, or a part of one; without it the popular people.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "people",
            {},
            {
                "q": q, "page": page, "page_size": page_size, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region, "supersedes": supersedes,
            },
        )

    @_returns(PersonDetail)
    def person(
        self,
        key: str | None = None,
        *,
        name: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Show all facts about one person.

        known_for has the titles with most votes in the department that the person is known for, without those in which
        somebody appears as themselves. partial: only what the catalogue has, the name and the titles. A name that
        nobody has is looked for with a few other letters, which `meta.corrected` tells.

        key: The person: person/525.
        name: In place of key: words of the name, for the best match, or the address of a person at TMDB.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "person",
            {},
            {
                "key": key, "name": name, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only,
                "language": language, "region": region, "supersedes": supersedes,
            },
        )

    @_returns(CreditedTitlePage)
    def person_credits(
        self,
        key: str | None = None,
        *,
        name: str | None = None,
        department: str | None = None,
        media_type: MediaChoice | None = None,
        unseen: bool | None = None,
        sort_by: CreditOrder | None = None,
        page: int | None = None,
        page_size: int | None = None,
        fields: Sequence[TitleField] | None = None,
        unlisted: bool | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """List the titles of one person.

        Each title is listed once, with all that the person did in it. Titles without a value to sort by come last. A
        name that is misspelt is corrected, as in person.

        key: The person: person/525.
        name: In place of key: words of the name, for the best match, or the address of a person at TMDB.
        department: Only this department or job: Directing, acting, Director.
        media_type: Films, series or both.
        unseen: Only titles that the profile has not marked as watched.
        sort_by: A field, with .asc or .desc. Titles sort up, other fields down.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        unlisted: Only titles that are on no list of the profile.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "person.credits",
            {},
            {
                "key": key, "name": name, "department": department, "media_type": media_type, "unseen": unseen,
                "sort_by": sort_by, "page": page, "page_size": page_size, "fields": fields, "unlisted": unlisted,
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(FollowedPage)
    def followed(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """List the people that the profile follows.

        Their new titles are in `releases`, with the kind followed. At most 200 people.

        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        """
        return _Request("follow", {}, {"page": page, "page_size": page_size, "timeout_ms": timeout_ms})

    @_returns(FollowChange)
    def follow_add(self, key: str | None = None, *, name: str | None = None, timeout_ms: int | None = None) -> _Request:
        """Follow a person.

        Without a TMDB key the person is one of the catalogue, who is known by name only. One that is followed already
        is not changed. A name is that of the person, whole: of several people with that name the one is meant that is
        three times as popular as each other. Anything else is `ambiguous`; its candidates have a `name` in place of a
        `title`. The answer is sent when the change is on disk.

        key: The person: person/525.
        name: In place of key: the person's whole name, or the address of a person at TMDB.
        """
        return _Request("follow.add", {}, {"key": key, "name": name, "timeout_ms": timeout_ms})

    @_returns(FollowChange)
    def follow_remove(
        self,
        key: str | None = None,
        *,
        name: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Follow a person no longer.

        changed is false if the key is that of a person that is not followed. A name is that of the person, whole: of
        several people with that name the one is meant that is three times as popular as each other. Anything else is
        `ambiguous`; its candidates have a `name` in place of a `title`. The answer is sent when the change is on disk.

        key: The person: person/525.
        name: In place of key: the person's whole name.
        """
        return _Request("follow.remove", {}, {"key": key, "name": name, "timeout_ms": timeout_ms})

    @_returns(SeasonWithEpisodes)
    def season(
        self,
        season_number: int,
        *,
        key: str | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Show a season of a series with its episodes.

        Only TMDB knows episodes: without a key it is `upstream_unauthorized`, unless the answer is cached. Of a season
        of many episodes the overviews are cut or left out. Words in place of the key find series only. A series without
        this season is `not_found`, with the resource season.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        season_number: Number of the season; 0: specials.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "season",
            {"season_number": season_number},
            {
                "key": key, "title": title, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region, "supersedes": supersedes,
            },
        )

    @_returns(FilmCollection)
    def collection(
        self,
        *,
        id: int | None = None,
        name: str | None = None,
        key: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Show the films that belong together.

        A name that is the whole name of a collection goes first, then that of a film, then names with words that are
        misspelt, which `meta.corrected` tells. Without a TMDB key the collections of the catalogue are found by name
        and film; they have no id. If an age limit hides all parts, it is `forbidden`.

        id: TMDB's number: the id in collection of detail.
        name: In place of id: words of the name, or the name of one of its films, for the best match; or the address of
            one of them.
        key: In place of id: one of its films.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "collection",
            {},
            {
                "id": id, "name": name, "key": key, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region, "supersedes": supersedes,
            },
        )

    @_returns(RelatedPage)
    def related(
        self,
        key: str | None = None,
        *,
        kind: RelatedKind | None = None,
        page: int | None = None,
        page_size: int | None = None,
        title: str | None = None,
        fields: Sequence[TitleField] | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """List titles like one title.

        Both lists as TMDB has them, of which detail has the beginning. Without a key they are made of the catalogue, at
        most 60.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        kind: similar: with the same keywords and genres; recommended: liked by those who liked it.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "related",
            {},
            {
                "key": key, "kind": kind, "page": page, "page_size": page_size, "title": title, "fields": fields,
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(ReviewPage)
    def reviews(
        self,
        key: str | None = None,
        *,
        page: int | None = None,
        page_size: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Read what users of TMDB wrote about a title.

        In the language of the request, or in English where there is none in it. Only TMDB has reviews: without a key it
        is `upstream_unauthorized`, unless the answer is cached.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "reviews",
            {},
            {
                "key": key, "page": page, "page_size": page_size, "title": title, "timeout_ms": timeout_ms,
                "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language, "region": region,
                "supersedes": supersedes,
            },
        )

    @_returns(PicturePage)
    def images(
        self,
        key: str | None = None,
        *,
        kind: PictureKind | None = None,
        page: int | None = None,
        page_size: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """List the pictures of a title.

        Those in the language of the request, without any text, and in English: the same answer of TMDB that detail is
        made of. image fetches one of them by its path. Without a key these are the poster and the backdrop that the
        catalogue has.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        kind: Only pictures of this kind; default: all.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "images",
            {},
            {
                "key": key, "kind": kind, "page": page, "page_size": page_size, "title": title,
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(FoundByID)
    def find(
        self,
        id: str,
        *,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """Find a title or a person by what another service calls it.

        The number of IMDb (tt, nm) or TVDB (digits, of a series), the item of Wikidata (Q), the address of a page of
        TMDB, IMDb or Wikidata, or one that names its title by words (Letterboxd, Wikipedia, Rotten Tomatoes, JustWatch,
        Trakt, Metacritic), which are searched for; anything else is `invalid_params`. Without a key keys, TMDB's
        addresses and words are found in the catalogue, and IMDb's numbers after an import; any other is
        `upstream_unauthorized`.

        id: tt1160419, nm0634240, Q60834962, TVDB's number, a key, or the address of a page.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "find",
            {"id": id},
            {
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )

    @_returns(Releases)
    def releases(
        self,
        *,
        days_back: int | None = None,
        days_ahead: int | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> _Request:
        """List release dates of the watchlist's titles, and of people.

        A title is listed once for each day and kind; today is the day in the user's time zone. Films have dates in the
        region: cinemas, digital, on disc. If TMDB has none for the region, the dates are those of the country where the
        film came out first; festivals and premieres are no releases. Series have their last and their next episode.
        Films marked as watched are left out, and titles that an age limit hides, which meta.hidden counts. The titles
        of people that the profile follows have the kind followed, `people`, and the day of their first release
        anywhere, unless they are on the watchlist or watched; they are fetched in the background, each person's once a
        day. Without a key, and until TMDB has been asked, only the date is known that the title had when it was put on
        the list, with the country null. The answer has the dates known so far: unknown ones are looked up within
        timeout_ms, then in the background, and pending counts them; ask again, or follow the topic `releases`, which
        has today's.

        days_back: First day, counted back from today.
        days_ahead: Last day, counted from today.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        return _Request(
            "releases",
            {},
            {
                "days_back": days_back, "days_ahead": days_ahead, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region, "supersedes": supersedes,
            },
        )

    @_returns(DownloadPage)
    def downloads(
        self,
        *,
        state: DownloadState | None = None,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """List the downloads.

        Shared by all profiles. Unfinished downloads first, in the order of the queue; then finished ones, newest first.
        The topic `downloads` has the same order. rev changes when a download is added, removed or finished, and with
        state also when one enters or leaves that state.

        state: Only downloads in this state.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        """
        return _Request(
            "downloads",
            {},
            {"state": state, "page": page, "page_size": page_size, "timeout_ms": timeout_ms},
        )

    @_returns(Download)
    def downloads_add(
        self,
        key: str | None = None,
        *,
        assets: Sequence[AssetKind] | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Download a title for offline use.

        The answer is sent when the title's detail is stored. Poster, backdrop and, if iTunes has one and itunes.enabled
        is set, the preview are fetched afterwards. A title has one download: a second request adds assets, and tries
        its failed or absent assets again. trailer needs yt-dlp, else `not_available`. A file continues where it
        stopped, also after a restart. While a server cannot be reached the download is queued, with the error of the
        last try.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        assets: The assets to fetch; detail is always included.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request("downloads.add", {}, {"key": key, "assets": assets, "title": title, "timeout_ms": timeout_ms})

    @_returns(Download)
    def downloads_get(
        self,
        key: str | None = None,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Show one download.

        The download is named by its title's key, or by the title's name.

        key: The download's title.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request("downloads.get", {}, {"key": key, "title": title, "timeout_ms": timeout_ms})

    @_returns(Download)
    def downloads_pause(
        self,
        key: str | None = None,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Pause a download.

        Bytes already fetched are kept. A finished download stays as it is.

        key: The download's title.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request("downloads.pause", {}, {"key": key, "title": title, "timeout_ms": timeout_ms})

    @_returns(DownloadPage)
    def downloads_pause_all(self, *, timeout_ms: int | None = None) -> _Request:
        """Pause all downloads.

        The answer is the first page of `downloads`.
        """
        return _Request("downloads.pause.all", {}, {"timeout_ms": timeout_ms})

    @_returns(Download)
    def downloads_resume(
        self,
        key: str | None = None,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Resume a paused or failed download.

        It continues where it stopped, unless the file has changed on the server.

        key: The download's title.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request("downloads.resume", {}, {"key": key, "title": title, "timeout_ms": timeout_ms})

    @_returns(DownloadPage)
    def downloads_resume_all(self, *, timeout_ms: int | None = None) -> _Request:
        """Resume all paused and failed downloads.

        The answer is the first page of `downloads`.
        """
        return _Request("downloads.resume.all", {}, {"timeout_ms": timeout_ms})

    @_returns(Download)
    def downloads_remove(
        self,
        key: str | None = None,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Stop a download and remove its files.

        The answer is sent when entry and files are removed; it has the download's last state.

        key: The download's title.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        return _Request("downloads.remove", {}, {"key": key, "title": title, "timeout_ms": timeout_ms})

    @_returns(PlayerState)
    def player(self, *, timeout_ms: int | None = None) -> _Request:
        """Show what the player is doing.

        There is one player for all clients and profiles: mpv, which the daemon starts on demand and which ends with its
        video; key, title, video and url remain. The position is the present one. Where an age limit hides the title,
        its key, title, video, url and error are null.
        """
        return _Request("player", {}, {"timeout_ms": timeout_ms})

    @_returns(PlayerStarted)
    def player_play(
        self,
        key: str | None = None,
        *,
        video: VideoChoice | None = None,
        language: str | None = None,
        display: Mapping[str, Any] | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Play a trailer, a preview or a download.

        The answer is sent when the video plays or has failed; then state is failed and error has the reason. The best
        video that a player can open is chosen, never a page for a browser, and if it cannot be played the next, up to
        the fourth; without a network, the downloaded one. It replaces the one that plays now; a request that still
        looks for its video is then `cancelled` by newer. A title without a video is `not_found`. mpv is needed, and for
        videos that are not direct also yt-dlp, else `not_available`. After `timeout` it continues to load.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        video: A trailer (or teaser), iTunes' preview, or a downloaded file.
        language: Language of the trailer; default: the setting.
        display: Where its window opens: {"wayland":"wayland-0","x11":":0"}, your WAYLAND_DISPLAY and DISPLAY.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        """
        return _Request(
            "player.play",
            {},
            {
                "key": key, "video": video, "language": language, "display": display, "title": title,
                "timeout_ms": timeout_ms,
            },
        )

    @_returns(PlayerState)
    def player_pause(self, *, timeout_ms: int | None = None) -> _Request:
        """Pause the player.

        A paused player stays paused. It acts at once, even while player.play waits, and answers the new state. If
        nothing is loaded, the error is `conflict` with the player's state.
        """
        return _Request("player.pause", {}, {"timeout_ms": timeout_ms})

    @_returns(PlayerState)
    def player_resume(self, *, timeout_ms: int | None = None) -> _Request:
        """Resume the player.

        A player that plays continues. It acts at once, even while player.play waits, and answers the new state. If
        nothing is loaded, the error is `conflict` with the player's state.
        """
        return _Request("player.resume", {}, {"timeout_ms": timeout_ms})

    @_returns(PlayerState)
    def player_toggle(self, *, timeout_ms: int | None = None) -> _Request:
        """Toggle pause.

        Use it for a click on a bar. It acts at once, even while player.play waits, and answers the new state. If
        nothing is loaded, the error is `conflict` with the player's state.
        """
        return _Request("player.toggle", {}, {"timeout_ms": timeout_ms})

    @_returns(PlayerState)
    def player_stop(self, *, timeout_ms: int | None = None) -> _Request:
        """Stop the player.

        Its window closes. It also ends a player.play that still looks for its video. It acts at once, even while
        player.play waits, and answers the new state. If nothing is loaded, the error is `conflict` with the player's
        state.
        """
        return _Request("player.stop", {}, {"timeout_ms": timeout_ms})

    @_returns(PlayerState)
    def player_seek(self, seconds: float, *, relative: bool | None = None, timeout_ms: int | None = None) -> _Request:
        """Seek to a position.

        A position past the end ends playback. It acts at once, even while player.play waits, and answers the new state.
        If nothing is loaded, the error is `conflict` with the player's state.

        seconds: From the beginning, or from the present position.
        relative: Count from the present position; negative seconds go back.
        """
        return _Request("player.seek", {"seconds": seconds}, {"relative": relative, "timeout_ms": timeout_ms})

    @_returns(PlayerState)
    def player_volume(self, volume: int, *, timeout_ms: int | None = None) -> _Request:
        """Set the player's volume.

        Changes the player's volume, not the system's. It acts at once, even while player.play waits, and answers the
        new state. If nothing is loaded, the error is `conflict` with the player's state.

        volume: 100 is the file's own volume.
        """
        return _Request("player.volume", {"volume": volume}, {"timeout_ms": timeout_ms})

    @_returns(Settings)
    def settings(self, *, timeout_ms: int | None = None) -> _Request:
        """Show the settings.

        The environment overrides the library (values set by clients), which overrides the file, which overrides the
        default.
        """
        return _Request("settings", {}, {"timeout_ms": timeout_ms})

    @_returns(SettingsUpdate)
    def settings_update(
        self,
        *,
        set: Mapping[str, Any] | None = None,
        reset: Sequence[str] | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Change settings.

        All of `set` and `reset` is changed, or nothing is. The answer is sent when the change is on disk; it applies
        from the next request. A tmdb.key is tried before it is set, for at most 4 seconds: a key that TMDB refuses is
        `upstream_unauthorized`; a key that cannot be tried is set. A setting that the environment fixes is a `conflict`
        with the state environment. One that only the file sets is `forbidden`, and so is a shared one from a profile
        with an age limit (`needs` age).

        set: New values by name, such as {"region":"DE"}.
        reset: Names of settings to reset to the file's value or the default.
        """
        return _Request("settings.update", {}, {"set": set, "reset": reset, "timeout_ms": timeout_ms})

    @_returns(SettingDescriptions)
    def settings_describe(self, *, timeout_ms: int | None = None) -> _Request:
        """Show the settings, each with what it may be.

        Enough for a screen that shows and changes any setting.
        """
        return _Request("settings.describe", {}, {"timeout_ms": timeout_ms})

    @_returns(Profiles)
    def profiles(self, *, timeout_ms: int | None = None) -> _Request:
        """List the profiles.

        Each profile has its own library, searches and settings; downloads, player and cache are shared. A new
        connection uses the profile marked default. The profile `default` always exists. A PIN protects the entry to its
        profile; that of `default` is the household's, which is also needed to leave a profile with an age limit for one
        that shows more, and to change profiles from there. This separates people of a household and does not protect
        against programs with the user's login, which can read the files.
        """
        return _Request("profiles", {}, {"timeout_ms": timeout_ms})

    @_returns(Profiles)
    def profiles_create(
        self,
        name: str,
        *,
        age_limit: int | None = None,
        pin: str | None = None,
        age_region: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Create a profile.

        The new profile's lists are empty. The connection stays in its profile. A connection in a profile with an age
        limit may create one if the profile `default` has no PIN, or is unlocked, else `forbidden` (`needs` age). A name
        that is taken is a `conflict` with the state exists. PINs need libcrypt, else `not_available`.

        name: Must differ from all other names; case is ignored.
        age_limit: Years; titles certified for a higher age are hidden.
        pin: Required to enter the profile. Only its salted hash is stored.
        age_region: The country whose certificates the age limit uses; default: that of the limit before, or the region
            of the profile that sets it.
        """
        return _Request(
            "profiles.create",
            {"name": name},
            {"age_limit": age_limit, "pin": pin, "age_region": age_region, "timeout_ms": timeout_ms},
        )

    @_returns(Profiles)
    def profiles_update(
        self,
        name: str,
        *,
        new_name: str | None = None,
        age_limit: int | None = None,
        age_region: str | None = None,
        new_pin: str | None = None,
        reset: Sequence[ProfileProperty] | None = None,
        pin: str | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Change a profile.

        Changes name, age limit and PIN; lists, searches and settings stay. All given properties are changed, or none
        is. `default` cannot be renamed or have an age limit: `conflict` with the state default. Changing a profile that
        has a PIN requires that PIN, unless it or the household's is unlocked or was sent before. After a change of the
        PIN, other connections in the profile have to send the new one, and those that follow its topics are closed.

        name: Case is ignored.
        new_name: Must differ from all other names; case is ignored.
        age_limit: Years; titles certified for a higher age are hidden.
        age_region: The country whose certificates the age limit uses; default: that of the limit before, or the region
            of the profile that sets it.
        new_pin: The new PIN.
        reset: Properties to remove.
        pin: The profile's PIN, if it has one; from a profile with an age limit, the PIN of default.
        """
        return _Request(
            "profiles.update",
            {"name": name},
            {
                "new_name": new_name, "age_limit": age_limit, "age_region": age_region, "new_pin": new_pin,
                "reset": reset, "pin": pin, "timeout_ms": timeout_ms,
            },
        )

    @_returns(Profiles)
    def profiles_select(
        self,
        name: str,
        *,
        pin: str | None = None,
        default: bool | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Choose the profile of this connection.

        Entering a profile that has a PIN requires that PIN. Switching from a profile with an age limit to one that has
        no PIN and shows more requires the PIN of `default`, if it has one. After five wrong PINs in a row, further ones
        are refused for 5 seconds, then longer, at most 5 minutes: `retry_after_ms`. End subscriptions to topics of the
        profile first, else `conflict` with the state subscribed.

        name: Case is ignored.
        pin: Opens the profile to this connection; profiles.unlock opens it to all programs.
        default: Make it the profile of new connections.
        """
        return _Request("profiles.select", {"name": name}, {"pin": pin, "default": default, "timeout_ms": timeout_ms})

    @_returns(Profiles)
    def profiles_unlock(
        self,
        name: str,
        *,
        pin: str | None = None,
        duration_ms: int | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Unlock a profile for all programs of this user.

        The PIN is not required until the time is over, the profile is locked, or the daemon ends. While `default` is
        unlocked, leaving a profile with an age limit requires no PIN either. A profile without a PIN is always open.

        name: Case is ignored.
        pin: The profile's PIN; required even while it is unlocked.
        duration_ms: Time until it locks again, in milliseconds.
        """
        return _Request(
            "profiles.unlock",
            {"name": name},
            {"pin": pin, "duration_ms": duration_ms, "timeout_ms": timeout_ms},
        )

    @_returns(Profiles)
    def profiles_lock(self, *, name: str | None = None, timeout_ms: int | None = None) -> _Request:
        """Lock a profile, so that it requires its PIN again.

        This applies to every connection in the profile, even one that has sent the PIN. Connections that follow its
        topics are closed; this connection loses those subscriptions. When the time of profiles.unlock is over, the same
        happens to connections that did not send the PIN themselves.

        name: Case is ignored; default: all profiles.
        """
        return _Request("profiles.lock", {}, {"name": name, "timeout_ms": timeout_ms})

    @_returns(Profiles)
    def profiles_remove(self, name: str, *, pin: str | None = None, timeout_ms: int | None = None) -> _Request:
        """Remove a profile and all its data.

        Removes its lists, searches and settings, though not from a shared folder, and forgets the session of an
        account, which account.disconnect ends. `default` cannot be removed, nor can a profile whose topics a connection
        follows: `conflict` with the state default or subscribed. This connection switches to the default profile; other
        connections in the removed profile get not_found until they choose another one. To remove a forgotten PIN,
        unlock `default` and send profiles.update with `reset`.

        name: Case is ignored.
        pin: The profile's PIN, if it has one; from a profile with an age limit, the PIN of default.
        """
        return _Request("profiles.remove", {"name": name}, {"pin": pin, "timeout_ms": timeout_ms})

    @_returns(Subscription)
    def subscribe(
        self,
        topics: Sequence[str],
        *,
        instance: str | None = None,
        revs: Mapping[str, Any] | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Follow topics: their present state, then an event for each change.

        The reply has the present state of each topic; no event precedes it. If `instance` is still the same, `data` is
        null where the state has the `rev` that `revs` names, and `changes` of `library` has the changes since then. A
        topic without a state is in `errors`: one that is forbidden or unknown is not followed, of any other an event
        follows when it has a state. Topics that all profiles share need no PIN. If no topic has a state, nothing is
        followed and the answer is the first topic's error, with `topic`. Each later `event` has the whole new state in
        the same shape, a `rev` that increases while `instance` is the same, and in `dropped` the number of states this
        subscription missed because it read too slowly. A topic named twice counts once. A subscription ends with
        `unsubscribe`, a half-close, or its connection.

        topics: Names of topics, at least one: library, watchlist, downloads, player, searches, releases, follow,
            settings, browse:LIST, account, profiles, server.
        instance: The `instance` to which `revs` belong.
        revs: The `rev` of the state that the client has, by topic.
        """
        return _Request("subscribe", {"topics": topics}, {"instance": instance, "revs": revs, "timeout_ms": timeout_ms})

    @_returns(Unsubscribed)
    def unsubscribe(self, subscription: str, *, timeout_ms: int | None = None) -> _Request:
        """End a subscription.

        No event of it follows the reply. False: this connection has no such subscription.

        subscription: The name from the reply to `subscribe`.
        """
        return _Request("unsubscribe", {"subscription": subscription}, {"timeout_ms": timeout_ms})

    @_returns(Cancellation)
    def cancel(self, id: str | float | None, *, timeout_ms: int | None = None) -> _Request:
        """Cancel a request of this connection.

        The request is answered `cancelled` before this one is answered true. False: the request was done, unknown, or a
        change in progress. Ids are compared byte for byte: 7, 7.0 and "7" are three. If several requests have the id,
        all are cancelled. Sent as a notification it does the same, without an answer. `$/cancelRequest`, the
        notification of the Language Server Protocol, is the same method.

        id: The id of the request, exactly as it was sent.
        """
        return _Request("cancel", {"id": id}, {"timeout_ms": timeout_ms})

    @_returns(Hello)
    def hello(
        self,
        *,
        client: str | None = None,
        version: str | None = None,
        require: Sequence[str] | None = None,
        profile: str | None = None,
        pin: str | None = None,
        protocol_versions: Sequence[int] | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Name the client and learn what the daemon supports.

        Optional; may be sent at any time. The connection speaks the newest of `protocol_versions` that the daemon has;
        if it has none, the answer is `not_available` (`missing` is protocol). `require` lists capabilities that the
        client needs; a missing one is `not_available`. `profile` chooses a profile as `profiles.select` does; requests
        sent after it, without waiting for the answer, are in that profile, unless a PIN has to be tried. A refused
        hello changes nothing. `limits` has the values in force.

        client: The program's name, shown by `clients`.
        version: The program's version, shown by `clients`.
        require: Capabilities that the client needs.
        profile: Chooses this profile for the connection; case is ignored.
        pin: PIN of the chosen profile, or of the connection's present one.
        protocol_versions: Versions of the protocol that the client speaks; default: the oldest that the daemon does.
        """
        return _Request(
            "hello",
            {},
            {
                "client": client, "version": version, "require": require, "profile": profile, "pin": pin,
                "protocol_versions": protocol_versions, "timeout_ms": timeout_ms,
            },
        )

    @_returns(Status)
    def status(self, *, timeout_ms: int | None = None) -> _Request:
        """Show the daemon's state and figures.

        Answered at once. Figures count from the daemon's start; `methods` has each called method with its latency.
        """
        return _Request("status", {}, {"timeout_ms": timeout_ms})

    @_returns(Clients)
    def clients(self, *, timeout_ms: int | None = None) -> _Request:
        """List the connected clients.

        One row per connection, oldest first.
        """
        return _Request("clients", {}, {"timeout_ms": timeout_ms})

    @_returns(Ping)
    def ping(self, *, timeout_ms: int | None = None) -> _Request:
        """Check that the daemon answers.

        Answered at once, even while other requests are in progress.
        """
        return _Request("ping", {}, {"timeout_ms": timeout_ms})

    @_returns(dict[str, Any])
    def shutdown(self, *, reason: ShutdownReason | None = None, timeout_ms: int | None = None) -> _Request:
        """Shut the daemon down.

        The answer is an empty object. Then the daemon accepts no more connections, gives open requests `drain_ms` to
        finish, answers the rest `cancelled` by shutdown, and ends within a second; changes that a slow disk has begun
        have up to 4 seconds more. SIGTERM does the same.

        reason: What topic `server` says; restart: you start a new daemon.
        """
        return _Request("shutdown", {}, {"reason": reason, "timeout_ms": timeout_ms})

    @_returns(dict[str, Any])
    def rpc_discover(self, *, timeout_ms: int | None = None) -> _Request:
        """This description, as an OpenRPC document.

        Every method with its parameters, result and errors (https://spec.open-rpc.org).
        """
        return _Request("rpc.discover", {}, {"timeout_ms": timeout_ms})

    @_returns(CatalogueChange)
    def catalogue_import(
        self,
        file: str,
        *,
        accept_license: bool | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Add titles from a file to the catalogue.

        The file is one of TMDB's daily exports of film or series IDs, or one of IMDb's files title.basics,
        title.ratings and title.akas, or has a JSON object per line: its content tells. The manual's page about data has
        the form of the lines. An import adds titles, and its facts replace those of titles that are there; it removes
        none. IMDb's files only complete titles, and are `forbidden` (`needs` license) until one with accept_license has
        succeeded. The catalogue is built again with them, and the old one answers until the new one is complete; after
        an error nothing has changed. Topic `server` reports the progress in percent. It goes on when its client is
        gone. There is no timeout; catalogue.cancel ends it. Only one import runs at a time, else `conflict` with the
        state importing. A file that cannot be read, is damaged or has no titles is `invalid_params`, with read and
        skipped.

        file: A file owned by the user who runs the daemon, plain or packed by gzip.
        accept_license: You accept the terms of IMDb's files: personal and non-commercial use. Needed once.
        """
        return _Request(
            "catalogue.import",
            {"file": file},
            {"accept_license": accept_license, "timeout_ms": timeout_ms},
            endless=True,
        )

    @_returns(CatalogueChange)
    def catalogue_update(self, *, timeout_ms: int | None = None) -> _Request:
        """Fetch TMDB's daily export and add its titles to the catalogue.

        The names and the popularity of all films and series, about 40 MB; no key is needed. The newest export is
        fetched, unless the catalogue has it already: then changed is false. What a broken connection left is continued,
        after 2, 4 and 8 seconds, then by the next update. The rest is as for catalogue.import. With the setting
        catalogue.update weekly the daemon does the same by itself, and `status` says when and why it waits.
        """
        return _Request("catalogue.update", {}, {"timeout_ms": timeout_ms}, endless=True)

    @_returns(Changed)
    def catalogue_cancel(self, *, timeout_ms: int | None = None) -> _Request:
        """End an import of the catalogue.

        Applies to catalogue.import and catalogue.update, of any connection, which are answered `cancelled` a moment
        later; nothing is imported. changed is false if none was in progress.
        """
        return _Request("catalogue.cancel", {}, {"timeout_ms": timeout_ms})

    @_returns(AccountLink)
    def account_connect(self, *, service: AccountService | None = None, timeout_ms: int | None = None) -> _Request:
        """Begin to connect the profile with an account at TMDB.

        The answer has a link. The person opens it, signs in at TMDB and approves; the daemon waits for that until
        expires_at, which `account.status` with wait reports, and `account.disconnect` ends the waiting. Sent again
        meanwhile, it answers the same link; a profile that is connected is a `conflict` with the state connected.
        Nothing is changed before `account.sync` has a word of consent. A profile with an age limit cannot have an
        account: TMDB does not know the limit. The session is stored in the library, which only the user can read; no
        method shows it.

        service: Whose account; later versions may know others.
        """
        return _Request("account.connect", {}, {"service": service, "timeout_ms": timeout_ms})

    @_returns(AccountStatus)
    def account_status(
        self,
        *,
        wait: bool | None = None,
        service: AccountService | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Show the profile's account and whether something is wrong.

        Sends no request to TMDB.

        wait: While state is waiting, answer when that is over, at the latest shortly before timeout_ms.
        service: Whose account; later versions may know others.
        """
        return _Request("account.status", {}, {"wait": wait, "service": service, "timeout_ms": timeout_ms})

    @_returns(AccountSync)
    def account_sync(
        self,
        *,
        consent: str | None = None,
        service: AccountService | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Compare both lists with the account, and make them the same.

        What one side has got, the other gets; what one side has lost, the other loses after a second look, at least 10
        minutes later. A title whose note or mark was changed here since is not removed. Titles that only iTunes has,
        notes and marks are not sent. The first time, if anything would change, and when more than 10 titles and more
        than half of a list would be removed, nothing is changed: the answer has a question, and changes shows what
        would be done. To agree, send its plan as consent. From then on the daemon compares by itself every 30 minutes
        and soon after changes of the lists. A title at which TMDB fails is sent again later; one that it rejects three
        times is not, and `account.status` names both. Without an account the answer is a `conflict` with the state
        disconnected or revoked. There is no timeout.

        consent: The plan that the person has agreed to, from an earlier answer.
        service: Whose account; later versions may know others.
        """
        return _Request(
            "account.sync",
            {},
            {"consent": consent, "service": service, "timeout_ms": timeout_ms},
            endless=True,
        )

    @_returns(AccountJournal)
    def account_journal(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        service: AccountService | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """List what was changed because of the account.

        The newest first; at most 20,000 changes of the last 180 days.

        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        service: Whose account; later versions may know others.
        """
        return _Request(
            "account.journal",
            {},
            {"page": page, "page_size": page_size, "service": service, "timeout_ms": timeout_ms},
        )

    @_returns(AccountUndone)
    def account_undo(
        self,
        *,
        id: int | None = None,
        service: AccountService | None = None,
        timeout_ms: int | None = None,
    ) -> _Request:
        """Undo changes that were made because of the account.

        Here and at TMDB, where it was done, with the note, the mark and the dates that the entry had. Afterwards both
        sides differ, and stay so until the title is changed on one of them. A title that was changed since stays, and
        is in kept. A change that is not in the journal is `not_found`; one that is undone already, or that TMDB has not
        confirmed, is a `conflict` with the state undone or sent.

        id: Of the change; default: all changes of the last comparison.
        service: Whose account; later versions may know others.
        """
        return _Request("account.undo", {}, {"id": id, "service": service, "timeout_ms": timeout_ms}, endless=True)

    @_returns(AccountEnd)
    def account_disconnect(self, *, service: AccountService | None = None, timeout_ms: int | None = None) -> _Request:
        """Disconnect the profile from its account at TMDB.

        Ends the session at TMDB, and forgets it and the journal. Both lists stay as they are. Also ends the waiting of
        `account.connect`, and an `account.sync` or `account.undo` in progress.

        service: Whose account; later versions may know others.
        """
        return _Request("account.disconnect", {}, {"service": service, "timeout_ms": timeout_ms})

    @_returns(Findings)
    def doctor(self, *, timeout_ms: int | None = None) -> _Request:
        """Find problems, and what to do about them.

        Looks at the folders, the configuration, the libraries and programs that the daemon uses, and at what it knows
        of the network, of upstreams and of other machines. It changes nothing and sends no requests. `movierpcd
        --check-config --json` prints the findings that need no running daemon.
        """
        return _Request("doctor", {}, {"timeout_ms": timeout_ms})


class _Following:
    """What `follow` remembers from one subscription to the next."""

    def __init__(self, topics: Iterable[str]) -> None:
        self.topics = list(dict.fromkeys(topics))
        self.start = True
        self._shown, self._refused = "", 0

    def begun(self) -> None:
        self._shown, self._refused = "", 0

    def failed(self, error: Error) -> tuple[float, list[State[str, Any]]]:
        """The seconds to wait, and the states to show before. An error that would only come again is raised."""
        if not error.retryable:
            raise error
        self.start = False
        wait = _RECONNECT_SECONDS
        if isinstance(error, RPCError):
            wait = max(min(1 << self._refused, 30), (error.retry_after_ms or 0) / 1000)
            self._refused += self._refused < 5
        if error.kind == self._shown:
            return wait, []
        self._shown = error.kind
        return wait, [State(topic, None, error=error) for topic in self.topics]


_batch: contextvars.ContextVar[Batch | None] = contextvars.ContextVar("movierpc_batch", default=None)
_Sent = tuple[_Stream, str, _Asked]


class Batch:
    """Requests that go out together, and are answered together: `Client.batch`."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.is_open = True
        self._tasks: list[asyncio.Task[Any]] = []
        self._collected: list[tuple[str, dict[str, Any], asyncio.Future[_Sent]]] = []

    def add(self, call: Coroutine[Any, Any, _T]) -> asyncio.Task[_T]:
        """Takes the request of a call such as `movies.search("dune")`. Its result, or its error, is the task's."""
        context = contextvars.copy_context()
        context.run(_batch.set, self)
        task = asyncio.create_task(call, context=context)
        self._tasks.append(task)
        return task

    def collect(self, method: str, params: dict[str, Any]) -> Awaitable[_Sent]:
        sent: asyncio.Future[_Sent] = asyncio.get_running_loop().create_future()
        self._collected.append((method, params, sent))
        return sent

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                # After this each task has come to its request.
                await asyncio.sleep(0)
                self.is_open = False
                async with self.client._slots:
                    await self._send()
                    if self._tasks:
                        await asyncio.wait(self._tasks)
        finally:
            self.is_open = False
            for task in self._tasks:
                task.cancel()
            if kind is not None and self._tasks:
                await asyncio.wait(self._tasks)

    async def _send(self) -> None:
        try:
            connection = await self.client._connected() if self._collected else None
            wanted = [one for one in self._collected if not one[2].done()]
            if connection is None or not wanted:
                return
            asked = [(connection.new_id(), *one[:2], _Asked()) for one in wanted]
            connection.ask(asked, batch=True)
        except Exception as error:
            for _, _, sent in self._collected:
                if not sent.done():
                    sent.set_exception(error)
            return
        for (name, _, _, one), (_, _, sent) in zip(asked, wanted, strict=True):
            sent.set_result((connection, name, one))


class Client(_Methods):
    """A client of the daemon for asyncio: a method for each of the protocol's, to be awaited.

    It connects when it is first asked something, and again when that connection is lost; what was under way then is
    `Offline`, and nothing is sent twice. Cancelling a call gives its request up in the daemon too, unless it is a
    change that is being made.
    """

    _connection: _Stream | None = None
    # To connect: the last failure, and how many there were.
    _failure: Error | None = None
    _failures = 0

    @functools.cached_property
    def _turn(self) -> asyncio.Lock:
        return asyncio.Lock()

    @functools.cached_property
    def _slots(self) -> asyncio.Semaphore:
        return asyncio.Semaphore(_IN_FLIGHT)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and every `follow`. Changes that were asked for are made all the same."""
        self._closed = True
        if self._connection is not None:
            self._connection.close(Offline("the client was closed"), flush=True)

    # The connection.

    async def _connected(self, start: bool = True) -> _Stream:
        """The connection, in the order of the calls. Who waited while another tried in vain does not try again."""
        failures = self._failures
        async with self._turn:
            if self._closed:
                raise Offline("the client was closed")
            if self._connection is not None and self._connection.lost is None:
                return self._connection
            if self._failures != failures and self._failure is not None:
                raise self._failure
            try:
                self._connection = await self._connect(start and self._start)
            except Error as error:
                self._failure = error
                self._failures += 1
                raise
            if self._closed:
                self.close()
                raise Offline("the client was closed")
            return self._connection

    async def _connect(self, start: bool) -> _Stream:
        loop = asyncio.get_running_loop()
        try:
            _, connection = await loop.create_unix_connection(lambda: _Stream(self._max_line_bytes), self._path)
        except OSError as error:
            # The last one: longer than a path may be.
            if start and isinstance(error, (FileNotFoundError, ConnectionRefusedError)):
                await asyncio.to_thread(self._run_daemon)
                return await self._connect(False)
            raise self._absent(error) from error
        try:
            self._admit(connection.peer)
            self._welcome(connection, await connection.request("hello", self._hello, self._seconds({})))
        except BaseException as error:
            connection.close(error if isinstance(error, Error) else Offline("given up"))
            raise
        return connection

    # Asking.

    async def call(
        self,
        method: str,
        params: Mapping[str, Any] | None = None,
        *,
        id: str | None = None,
        seconds: float | None = None,
    ) -> dict[str, Any]:
        """Asks by a method's name: for methods this file does not know.

        id: the request's, for `cancel`.
        seconds: how long the answer may take, if not `timeout_ms` and some.
        """
        given = dict(params or {})
        return await self._ask(method, given, id, self._seconds(given) if seconds is None else seconds)

    async def _perform(self, request: _Request) -> dict[str, Any]:
        params = request.params()
        return await self._ask(request.method, params, None, None if request.endless else self._seconds(params))

    async def _ask(
        self,
        method: str,
        params: dict[str, Any],
        id: str | None,
        seconds: float | None,
        inbox: _Inbox | None = None,
        start: bool = True,
    ) -> dict[str, Any]:
        batch = _batch.get()
        if batch is not None and batch.is_open and batch.client is self:
            connection, name, asked = await batch.collect(method, params)
            return await connection.answer(name, asked, method, seconds)
        async with self._slots:
            connection = await self._connected(start)
            return await connection.request(method, params, seconds, id, inbox)

    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Asks without waiting: nothing is answered, not even an error."""
        (await self._connected()).notify(method, dict(params or {}))

    def batch(self) -> Batch:
        """Sends several requests in one message; the answers come together.

            async with movies.batch() as batch:
                found = batch.add(movies.search("dune"))
                first = batch.add(movies.home())
            print(found.result()["total_results"], first.result()["hero"])
        """
        return Batch(self)

    @overload
    def follow(self, topic: Literal["library"], /) -> AsyncGenerator[LibraryEvent, None]: ...
    @overload
    def follow(self, topic: Literal["watchlist"], /) -> AsyncGenerator[WatchlistEvent, None]: ...
    @overload
    def follow(self, topic: Literal["downloads"], /) -> AsyncGenerator[DownloadsEvent, None]: ...
    @overload
    def follow(self, topic: Literal["player"], /) -> AsyncGenerator[PlayerEvent, None]: ...
    @overload
    def follow(self, topic: Literal["searches"], /) -> AsyncGenerator[SearchesEvent, None]: ...
    @overload
    def follow(self, topic: Literal["releases"], /) -> AsyncGenerator[ReleasesEvent, None]: ...
    @overload
    def follow(self, topic: Literal["follow"], /) -> AsyncGenerator[FollowEvent, None]: ...
    @overload
    def follow(self, topic: Literal["settings"], /) -> AsyncGenerator[SettingsEvent, None]: ...
    @overload
    def follow(self, topic: BrowseTopicName, /) -> AsyncGenerator[BrowseEvent, None]: ...
    @overload
    def follow(self, topic: Literal["account"], /) -> AsyncGenerator[AccountEvent, None]: ...
    @overload
    def follow(self, topic: Literal["profiles"], /) -> AsyncGenerator[ProfilesEvent, None]: ...
    @overload
    def follow(self, topic: Literal["server"], /) -> AsyncGenerator[ServerEvent, None]: ...
    @overload
    def follow(self, *topics: TopicName) -> AsyncGenerator[AnyState, None]: ...
    @overload
    def follow(self, *topics: str) -> AsyncGenerator[State[str, Any], None]: ...
    async def follow(self, *topics: str) -> AsyncGenerator[State[str, Any], None]:
        """The present state of each topic, then each later one, whatever becomes of the daemon.

        While there is none, and while only upstream could tell and does not, `data` is None: that comes once, then it
        is tried again: every half second, or where the daemon refuses after 1, 2, 4 ... 30 s. Of states that come
        faster than they are taken, the latest is kept. A topic the daemon does not know is raised, as is whatever else
        would stay as it is. A daemon that has gone is not started again: who ended it may have meant it. Leave it by
        `contextlib.aclosing`, or close the client.
        """
        following = _Following(topics)
        while not self._closed:
            inbox = _Inbox()
            try:
                params = {"topics": following.topics}
                await self._ask("subscribe", params, None, self._seconds({}), inbox, following.start)
                following.begun()
                while True:
                    while (state := inbox.take()) is None:
                        await inbox.came.wait()
                    yield state
            except Error as error:
                if self._closed:
                    return
                wait, states = following.failed(error)
                for state in states:
                    yield state
            finally:
                inbox.leave()
            await asyncio.sleep(wait)


class BlockingClient(_Methods):
    """A client of the daemon that blocks: a method for each of the protocol's, which returns the result.

    It connects when it is first asked something, and again when that connection is lost; a call that was under way then
    raises `Offline`, and nothing is sent twice. Ctrl-C in a call gives its request up in the daemon too, unless it is a
    change that is being made. A client belongs to one thread.
    """

    _connection: _Socket | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and every `follow`. Changes that were asked for are made all the same."""
        self._closed = True
        if self._connection is not None:
            self._connection.close(Offline("the client was closed"))

    def _connected(self, start: bool = True) -> _Socket:
        if self._closed:
            raise Offline("the client was closed")
        if self._connection is not None:
            # Whether it was lost since the last call is not known before something is read.
            self._connection.receive(0)
        if self._connection is None or self._connection.lost is not None:
            self._connection = self._connect(start and self._start)
        return self._connection

    def _connect(self, start: bool) -> _Socket:
        try:
            connection = _Socket(self._path, self._max_line_bytes, self._seconds({}))
        except OSError as error:
            if start and isinstance(error, (FileNotFoundError, ConnectionRefusedError)):
                self._run_daemon()
                return self._connect(False)
            raise self._absent(error) from error
        try:
            self._admit(connection.peer)
            self._welcome(connection, connection.request("hello", self._hello, self._seconds({})))
        except BaseException as error:
            connection.close(error if isinstance(error, Error) else Offline("given up"))
            raise
        return connection

    def call(
        self, method: str, params: Mapping[str, Any] | None = None, *, seconds: float | None = None
    ) -> dict[str, Any]:
        """Asks by a method's name: for methods this file does not know.

        seconds: how long the answer may take, if not `timeout_ms` and some.
        """
        given = dict(params or {})
        return self._ask(method, given, self._seconds(given) if seconds is None else seconds)

    def _perform(self, request: _Request) -> dict[str, Any]:
        params = request.params()
        return self._ask(request.method, params, None if request.endless else self._seconds(params))

    def _ask(self, method: str, params: dict[str, Any], seconds: float | None) -> dict[str, Any]:
        return self._connected().request(method, params, seconds)

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Asks without waiting: nothing is answered, not even an error."""
        self._connected().notify(method, dict(params or {}))

    @overload
    def follow(self, topic: Literal["library"], /) -> Generator[LibraryEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["watchlist"], /) -> Generator[WatchlistEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["downloads"], /) -> Generator[DownloadsEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["player"], /) -> Generator[PlayerEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["searches"], /) -> Generator[SearchesEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["releases"], /) -> Generator[ReleasesEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["follow"], /) -> Generator[FollowEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["settings"], /) -> Generator[SettingsEvent, None, None]: ...
    @overload
    def follow(self, topic: BrowseTopicName, /) -> Generator[BrowseEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["account"], /) -> Generator[AccountEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["profiles"], /) -> Generator[ProfilesEvent, None, None]: ...
    @overload
    def follow(self, topic: Literal["server"], /) -> Generator[ServerEvent, None, None]: ...
    @overload
    def follow(self, *topics: TopicName) -> Generator[AnyState, None, None]: ...
    @overload
    def follow(self, *topics: str) -> Generator[State[str, Any], None, None]: ...
    def follow(self, *topics: str) -> Generator[State[str, Any], None, None]:
        """The present state of each topic, then each later one, as `Client.follow` has them.

        Other methods may be called between two states. Leave it by `break`, or close the client.
        """
        following = _Following(topics)
        while not self._closed:
            inbox = _Inbox()
            try:
                connection = self._connected(following.start)
                connection.request("subscribe", {"topics": following.topics}, self._seconds({}), inbox)
                following.begun()
                while True:
                    # What has come since the last state may be newer than what is in the inbox.
                    connection.receive(0)
                    while (state := inbox.take()) is None:
                        connection.receive(None)
                    yield state
            except Error as error:
                if self._closed:
                    return
                wait, states = following.failed(error)
                yield from states
            finally:
                inbox.leave()
            time.sleep(wait)


connect = BlockingClient
"""A client for a `with` of a script."""
