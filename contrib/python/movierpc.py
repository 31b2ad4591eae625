"""A client of movierpcd, the movie service of the desktop. Python 3.11, asyncio, nothing but the standard library.

    async with movierpc.Client() as movies:
        for title in (await movies.search("dune"))["results"]:
            print(movierpc.plain(title["title"]), title["year"])

Made by `generate`, of openrpc.json and template.py: change these.
Protocol/README.md of movierpc is the contract.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import os
import socket as sockets
import stat
import struct
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Generic, Literal, TypedDict, TypeVar, overload

__version__ = "0.1.0"

_T = TypeVar("_T")
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
    """`if_rev` does not match, or the state forbids it; `rev`, `entry`, `state` where they apply."""


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
    "trending", "popular", "top_rated", "upcoming", "now_playing", "airing_today", "on_the_air", "discover", "daily",
    "award", "recommended", "downloaded",
]


BrowseSortBy = Literal[
    "popularity", "popularity.asc", "popularity.desc", "vote_average", "vote_average.asc", "vote_average.desc",
    "vote_count", "vote_count.asc", "vote_count.desc", "release_date", "release_date.asc", "release_date.desc", "title",
    "title.asc", "title.desc", "revenue", "revenue.asc", "revenue.desc",
]


class UserState(TypedDict):
    watchlist: bool
    """On the watchlist."""
    watched: bool
    """Marked as watched."""
    favorite: bool
    """One of the favourites."""
    download: str
    """State of its download, or none: none, queued, active, paused, done, failed."""


class Title(TypedDict):
    key: str
    """movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere."""
    id: int | None
    """TMDB's number; null for a title that only iTunes has."""
    media_type: str
    """A film or a series: movie, tv."""
    title: str
    """TMDB's title, or its name for tv."""
    original_title: str
    """Title in the original language; title if that is unknown."""
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
    genres: list[str]
    """[] if unknown."""
    genre_ids: list[int]
    """In the order of genres."""
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
    """Why upstream did not answer, or not all titles were searched: no_key, key_refused, rate_limited,
    upstream_error, intercepted, network, catalogue_building.
    """
    as_of: str | None
    """Date of the catalogue, if the answer is from it."""
    corrected: str | None
    """What was searched for too: the request may be misspelt."""
    hidden: int
    """Number of titles that the age limit hides."""
    attribution: list[str]
    """Show these with the data."""


class TitlePage(TypedDict):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[Title]
    """A page may be short; use next_page to find the end."""
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
    meta: Meta


RowName = Literal[
    "trending", "trending/movie", "trending/tv", "trending/any", "popular", "popular/movie", "popular/tv", "top_rated",
    "top_rated/movie", "top_rated/tv", "upcoming", "upcoming/movie", "now_playing", "now_playing/movie",
    "now_playing/tv", "airing_today", "airing_today/tv", "on_the_air", "on_the_air/tv", "discover", "discover/movie",
    "discover/tv", "daily", "daily/movie", "daily/tv", "daily/any", "award", "award/movie", "recommended",
    "recommended/any", "recommended/movie", "recommended/tv", "downloaded", "downloaded/any", "downloaded/movie",
    "downloaded/tv",
]


class Message(TypedDict):
    id: str
    """Identifies the sentence; see the table of messages."""
    args: dict[str, Any]
    """Its arguments, by the names in the sentence."""


class MethodRemedy(TypedDict):
    method: str
    """A method that helps."""
    params: dict[str, Any]
    """Its parameters."""
    ask: list[str]
    """Parameters that a person must supply."""


class ParamsRemedy(TypedDict):
    params: dict[str, Any]
    """For the same request again; null: without that parameter."""


class SettingRemedy(TypedDict):
    setting: str
    """A setting to set."""


class InstallRemedy(TypedDict):
    install: str
    """A program or a library to install."""


class WaitRemedy(TypedDict):
    wait_ms: int
    """Milliseconds after which the same request may succeed."""


class HomeError(TypedDict):
    kind: str
    """Kind of the error."""
    message: str
    """An English sentence."""
    text: Message
    remedy: MethodRemedy | ParamsRemedy | SettingRemedy | InstallRemedy | WaitRemedy | None
    """What to do, for programs."""
    hint: str | None
    """What to do, in one English sentence."""
    hint_text: Message | None


class HomeRow(TypedDict):
    list: str
    """A list of browse: trending, popular, top_rated, upcoming, now_playing, airing_today, on_the_air, discover,
    daily, award, recommended, downloaded.
    """
    media_type: str
    """Films, series or both: any, movie, tv."""
    title: str
    """The row's heading, in English."""
    results: list[Title]
    """The first titles of the list."""
    meta: Meta | None
    error: HomeError | None


class Home(TypedDict):
    hero: Title | None
    rows: list[HomeRow]
    """In the order of the request."""
    meta: Meta


class Suggestion(TypedDict):
    key: str
    """Names the title everywhere."""
    media_type: str
    """A film or a series: movie, tv."""
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
    meta: Meta


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
    name: str
    """The actor."""
    character: str | None
    """The character."""
    profile_path: str | None
    """TMDB's path of a picture."""


class CrewMember(TypedDict):
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


class BestMatch(TypedDict):
    key: str
    """Key of the title."""
    title: str
    """Name of the title."""
    original_title: str
    """In its own language."""
    year: int | None
    """Year of the first release."""
    media_type: str
    """A film or a series: movie, tv."""
    corrected: str | None
    """What was searched for too: the words may be misspelt."""


class Detail(TypedDict):
    key: str
    """movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere."""
    id: int | None
    """TMDB's number; null for a title that only iTunes has."""
    media_type: str
    """A film or a series: movie, tv."""
    title: str
    """TMDB's title, or its name for tv."""
    original_title: str
    """Title in the original language; title if that is unknown."""
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
    genres: list[str]
    """[] if unknown."""
    genre_ids: list[int]
    """In the order of genres."""
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
    collection: Collection | None
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
    where_to_watch: dict[str, Offers] | None
    """Offers by country, for the setting countries; null: unknown, {}: no offers."""
    partial: bool
    """The answer has local facts only."""
    meta: Meta
    match: BestMatch | None


TrailerType = Literal[
    "trailer", "teaser", "clip", "featurette", "behind_the_scenes", "bloopers", "opening_credits", "recap", "preview",
    "search",
]


class Trailer(TypedDict):
    key: str
    """Names the title everywhere."""
    title: str
    """Its title."""
    best: Video | None
    videos: list[Video]
    """Best first."""
    match: BestMatch | None
    meta: Meta


ImageSize = Literal[
    "w45", "w92", "w154", "w185", "w300", "w342", "w500", "w780", "w1280", "h632", "original",
]


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
    meta: Meta


class Genre(TypedDict):
    id: int
    """Use it as genre in browse."""
    name: str
    """Name of the genre; genre also accepts it."""
    media_type: str
    """Films or series: movie, tv."""


class Genres(TypedDict):
    results: list[Genre]
    """By name."""
    meta: Meta


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


class Provider(TypedDict):
    id: int
    """TMDB's number; use it as provider."""
    name: str
    """Name of the provider."""
    logo_path: str | None
    """TMDB's path of a picture."""


class ProviderPage(TypedDict):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[Provider]
    """Most used first."""
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
    meta: Meta


WatchlistSortBy = Literal[
    "added_at", "added_at.asc", "added_at.desc", "title", "title.asc", "title.desc", "release_date", "release_date.asc",
    "release_date.desc", "vote_average", "vote_average.asc", "vote_average.desc", "vote_count", "vote_count.asc",
    "vote_count.desc", "popularity", "popularity.asc", "popularity.desc",
]


class LibraryEntry(TypedDict):
    added_at: str
    """When it was added to the list."""
    note: str
    """The user's note; always "" for a favourite."""
    watched: bool
    """Marked as watched, on the watchlist."""
    watched_at: str | None
    """When it was watched or marked; null also if that is unknown."""
    rev: int
    """The library's rev of the entry's last change; use it as if_rev."""


class LibraryTitle(TypedDict):
    key: str
    """movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere."""
    id: int | None
    """TMDB's number; null for a title that only iTunes has."""
    media_type: str
    """A film or a series: movie, tv."""
    title: str
    """TMDB's title, or its name for tv."""
    original_title: str
    """Title in the original language; title if that is unknown."""
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
    genres: list[str]
    """[] if unknown."""
    genre_ids: list[int]
    """In the order of genres."""
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
    entry: LibraryEntry | None


class LibraryPage(TypedDict):
    rev: int
    """Counts the changes of the profile's library. If it differs on a later page, start again."""
    results: list[LibraryTitle]
    """A page may be short; use next_page to find the end."""
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
    meta: Meta


class LibraryChange(TypedDict):
    changed: bool
    """false: nothing had to change."""
    rev: int
    """The library's rev after the change."""
    title: LibraryTitle | None
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


class Searches(TypedDict):
    results: list[SearchTerm]
    """Newest first."""


class Changed(TypedDict):
    changed: bool
    """There was something to remove."""


class ExportedSetting(TypedDict):
    kind: Literal["settings"]
    name: str
    """Name of the setting."""
    value: Any
    """The value set for this profile."""


class TitleFacts(TypedDict):
    key: str
    """movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere."""
    id: int | None
    """TMDB's number; null for a title that only iTunes has."""
    media_type: str
    """A film or a series: movie, tv."""
    title: str
    """TMDB's title, or its name for tv."""
    original_title: str
    """Title in the original language; title if that is unknown."""
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
    genres: list[str]
    """[] if unknown."""
    genre_ids: list[int]
    """In the order of genres."""
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
    key: str
    """Names the title everywhere."""
    imdb_id: str | None
    """IMDb's number, such as tt1160419."""
    title: TitleFacts | None
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
    key: str
    """Names the title everywhere."""
    imdb_id: str | None
    """IMDb's number, such as tt1160419."""
    title: TitleFacts | None
    added_at: str
    """When it was added to the list."""


class ExportedSearch(TypedDict):
    kind: Literal["search"]
    term: str
    """The term as last typed."""
    searched_at: str
    """Time of the last search."""
    count: int
    """How often it was searched for."""
    total_results: int
    """Titles found by the last search; at most 10,000."""


class Export(TypedDict):
    entries: list[ExportedSetting | ExportedWatchlistTitle | ExportedFavorite | ExportedSearch]
    """At most 200."""
    next: str | None
    """The cursor of the next part; null at the end."""


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
    """unavailable: TMDB could not be reached. malformed, not_found, ambiguous, unavailable, forbidden, unsupported."""
    message: str
    """The reason, for people."""
    text: Message
    keys: list[str]
    """ambiguous: up to five titles with the name."""


class Dropped(TypedDict):
    file: str | None
    """The file of an archive; null: it is none."""
    field: str | None
    """The file's name of it, such as Rating; null: the whole file."""
    count: int
    """How often; of a whole file its rows."""


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


class KeptChange(TypedDict):
    list: str
    """Where it is: watchlist, favorites, searches, settings."""
    key: str
    """Of a title; else the search or the name of the setting."""
    title: str | None
    """Its name; null in a profile with an age limit, and where there is none."""


class LibraryUndone(TypedDict):
    changed: bool
    """Something was undone."""
    rev: int
    """The library's rev afterwards."""
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
    media_type: str | None
    """From the file: movie, tv."""
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


class PendingPage(TypedDict):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[PendingTitle]
    """A page may be short; use next_page to find the end."""
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


class Release(TypedDict):
    key: str
    """Key of the title."""
    title: str
    """Name of the title, as on the watchlist."""
    date: str
    """The day, such as 2026-11-21."""
    kind: str
    """cinema; digital: streaming, shops, television; physical: on disc; episode of a series."""
    country: str | None
    """The region, or the country where the film came out first; for an episode the series' country."""


class Releases(TypedDict):
    results: list[Release]
    """By date, then by title."""
    total_results: int
    """Number of releases; `results` has the first 500."""
    pending: int
    """Titles whose dates are not yet fetched from TMDB; at most their first release is known."""
    meta: Meta


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


class Failure(TypedDict):
    kind: str
    """A kind of error."""
    message: str
    """One English sentence."""
    text: Message


class Download(TypedDict):
    key: str
    """Key of the title."""
    title: str
    """Name of the title."""
    year: int | None
    """Year of the first release."""
    media_type: str
    """A film or a series: movie, tv."""
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
    assets: list[DownloadAsset]
    """The requested assets."""
    error: Failure | None
    created_at: str
    """Time of the first request."""
    finished_at: str | None
    """When its last asset was done or failed."""


class DownloadPage(TypedDict):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[Download]
    """A page may be short; use next_page to find the end."""
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


AssetKind = Literal[
    "detail", "poster", "backdrop", "preview", "trailer",
]


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


class PlayerStarted(TypedDict):
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
    match: BestMatch | None


Setting = TypedDict(
    "Setting",
    {
        # The value in force, or null; for a secret {"set":true} or {"set":false}.
        "value": Any,
        # The built-in value; shown like value.
        "default": Any,
        # Where the value is set: default, file, library, environment.
        "from": str,
        # One or two sentences.
        "description": str,
        # profile: clients set it, per profile; shared: clients set it, for all profiles; file: config.toml only.
        "settable": str,
        # JSON Schema of its values; writeOnly: a secret, whose value is only shown as set or not.
        "schema": dict[str, Any],
    },
)


class Settings(TypedDict):
    settings: dict[str, Setting]
    """All settings, by name."""
    checked: dict[str, str]
    """Result of trying a new key, by the setting's name."""


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


class ErrorObject(TypedDict):
    code: int
    """The code of its kind."""
    message: str
    """One English sentence."""
    data: dict[str, Any]
    """kind, text, remedy, hint, hint_text, and what the kind has; see x-errors."""


class TopicState(TypedDict):
    rev: int
    """Increases by one with each new state."""
    data: dict[str, Any] | None
    """The state; its shape is the topic's. null: it is the one that `revs` names."""


class Subscription(TypedDict):
    subscription: str
    """Name of the subscription, for `unsubscribe`; each of its events has it."""
    instance: str
    """Identifies this run of the daemon and the profile; each `rev` belongs to one of them."""
    profile: str
    """The connection's profile, whose states these are."""
    failed: dict[str, ErrorObject]
    """Topics without a state, by name. Refused ones (forbidden, invalid_params, not_found) are not followed."""
    topics: dict[str, TopicState]
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
    """The limits of Protocol/README.md, by name."""


class SourceStatus(TypedDict):
    name: str
    """tmdb, itunes or youtube."""
    state: str
    """State of the upstream: ok, no_key, refused, limited, down, off."""
    reason: str | None
    """Why it does not answer; values as in meta: no_key, key_refused, rate_limited, upstream_error, intercepted,
    network, catalogue_building.
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


class CatalogueStatus(TypedDict):
    titles: int
    """Titles that are searched; 0 until the catalogue is open."""
    as_of: str | None
    """Date of the facts."""
    state: str
    """building until all titles are searched, not only the best known; fetching while catalogue.update fetches an
    export, importing while titles are added: building, fetching, importing, ready.
    """
    percent: int | None
    """How far that is; null with ready."""
    export_day: str | None
    """Day of TMDB's export that catalogue.update imported last."""
    next_update_at: str | None
    """When a weekly update is next due or tried; null: updates are manual, or one is in progress. UTC."""
    update_reason: str | None
    """Why a weekly update that is due waits: the connection is metered, the machine runs on battery, TMDB was not
    reached, or the last try failed otherwise. Null: none waits. metered, battery, offline, failed.
    """
    imports_lost: bool
    """The catalogue's file was damaged, and titles that were imported must be imported again."""


class SyncFileStatus(TypedDict):
    name: str
    """Name of the file."""
    device: str | None
    """The device that writes it; null if that is unknown."""
    device_name: str | None
    """The name of its machine."""
    state: str
    """damaged: some lines are skipped; ahead: some wait for the clock; encrypted: no passphrase here. ok, damaged,
    ahead, forgotten, newer, full, unencrypted, encrypted, waiting, other_passphrase, not_a_journal, too_large,
    unreadable, bad_name.
    """
    changed_at: str | None
    """The time of its last change, by its machine's clock."""


class SyncStatus(TypedDict):
    folder: str
    """The setting sync.folder."""
    device: str | None
    """This library's name in the folder: movierpc-DEVICE.jsonl is its journal."""
    state: str
    """away: there is no such folder now; full: some could not be added. ok, starting, away, unreadable, unwritable,
    no_passphrase, no_libsodium, full, record_full, too_many_files, failed.
    """
    encrypted: bool
    """Whether sync.passphrase_file is set."""
    message: str | None
    """What is wrong, in words."""
    text: Message | None
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
    catalogue: CatalogueStatus
    sync: SyncStatus | None
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
    """Lines that were not imported, by reason."""
    export_day: str | None
    """Day of TMDB's export that catalogue.update imported last."""


class AccountLink(TypedDict):
    link: str
    """The page of TMDB on which the person approves."""
    expires_at: str
    """Until then the daemon waits for it; UTC."""


class AccountFailure(TypedDict):
    list: str
    """The list: watchlist, favorites."""
    key: str
    """The title."""
    title: str | None
    """Its name; null if it is unknown, or if an age limit hides it."""
    added: bool
    """true: TMDB was to get the title; false: it was to lose it."""
    message: str
    """What TMDB has answered, for people."""
    text: Message


class AccountStatus(TypedDict):
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
    pending_changes: int
    """Changes of the lists that TMDB has not got yet."""
    error: Failure | None
    failed: list[AccountFailure]
    """Titles that TMDB did not take in the last comparison, at most 20."""


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
    added: bool
    """true: the side got the title; false: it lost it."""
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
    skipped: int
    """Titles that one side could not take: its list is full, or it does not know or take them."""


class AccountJournal(TypedDict):
    rev: str
    """Revision of the list. If it differs between two pages, start again at page 1."""
    results: list[AccountChange]
    """A page may be short; use next_page to find the end."""
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


class TitleChange(TypedDict):
    key: str
    """Key of the title."""
    user_state: UserState
    rev: int
    """The library's rev of its last change."""


class LibraryState(TypedDict):
    watchlist: int
    """Titles on the watchlist."""
    unwatched: int
    """Titles on the watchlist not marked as watched."""
    favorites: int
    """Favourites."""
    changed: list[TitleChange] | None
    """Changes since the last event; [] in the reply to subscribe. null: more than 100, or some were dropped; read
    the lists again.
    """


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
    items: list[Download]
    """At most 20: unfinished ones in the order of the queue, then finished ones, newest first."""


class ReleasesState(TypedDict):
    results: list[Release]
    """By date, then by title."""


class SettingsState(TypedDict):
    settings: dict[str, Setting]
    """All settings, by name."""


BrowseTopic = Literal[
    "browse:trending", "browse:trending/movie", "browse:trending/tv", "browse:trending/any", "browse:popular",
    "browse:popular/movie", "browse:popular/tv", "browse:top_rated", "browse:top_rated/movie", "browse:top_rated/tv",
    "browse:upcoming", "browse:upcoming/movie", "browse:now_playing", "browse:now_playing/movie",
    "browse:now_playing/tv", "browse:airing_today", "browse:airing_today/tv", "browse:on_the_air",
    "browse:on_the_air/tv", "browse:discover", "browse:discover/movie", "browse:discover/tv", "browse:daily",
    "browse:daily/movie", "browse:daily/tv", "browse:daily/any", "browse:award", "browse:award/movie",
    "browse:recommended", "browse:recommended/any", "browse:recommended/movie", "browse:recommended/tv",
    "browse:downloaded", "browse:downloaded/any", "browse:downloaded/movie", "browse:downloaded/tv",
]


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
    """Why it is stopping; upgrade: a new daemon follows. shutdown, upgrade."""
    version: str
    """Version of the program."""
    network: str
    """unknown until the first request to an upstream: online, offline, unknown."""
    tasks: list[ServerTask]
    """Long tasks in progress, such as library.import."""


@dataclass(frozen=True, slots=True)
class State(Generic[_T]):
    """A state of a topic. Where there is none for now, `data` is None and `error` says why."""

    topic: str
    data: _T | None
    rev: int = 0
    """Grows by one with each state, while `instance` stays the same."""
    dropped: int = 0
    """How many states there were between this one and the one before."""
    instance: str = ""
    error: Error | None = None


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
        self.name = self.instance = ""
        self._states: dict[str, State[Any]] = {}
        self._news = asyncio.Event()
        self._end: Error | None = None

    def put(self, state: State[Any]) -> None:
        missed = self._states.pop(state.topic, None)
        if missed is not None:
            data = state.data
            # What has changed tells what of the lists to read anew: here, all.
            if state.topic == "library" and isinstance(data, dict):
                data = {**data, "changed": None}
            dropped = missed.dropped + 1 + state.dropped
            state = replace(state, data=data, dropped=dropped)
        self._states[state.topic] = state
        self._news.set()

    def end(self, error: Error) -> None:
        self._end = error
        self._news.set()

    async def get(self) -> State[Any]:
        while not self._states:
            if self._end is not None:
                raise self._end
            self._news.clear()
            await self._news.wait()
        return self._states.pop(next(iter(self._states)))


@dataclass(slots=True)
class _Asked:
    """A request that waits for its answer."""

    answer: asyncio.Future[dict[str, Any]]
    # Called with the answer, before anything behind it is read.
    then: Callable[[dict[str, Any]], None] | None = None


class _Connection(asyncio.Protocol):
    """One connection, until it is lost: then `lost` says why, and everybody who waits is told."""

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
        self._transport: asyncio.Transport | None = None

    # What comes.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        # What is left in the buffer was cut.
        said = f": {error}" if error else ""
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
        if asked.answer.done():
            return
        try:
            if not isinstance(result, dict):
                raise _refusal(reply.get("error"))
            if asked.then is not None:
                asked.then(result)
            asked.answer.set_result(result)
        except Error as error:
            asked.answer.set_exception(error)
            if isinstance(error, ProtocolError):
                self.close(error)

    def _take_event(self, event: dict[str, Any]) -> None:
        params = event.get("params")
        if event["method"] != "event" or not isinstance(params, dict):
            return
        inbox = self.inboxes.get(str(params.get("subscription")))
        if inbox is None:
            return
        rev, dropped, topic = params.get("rev"), params.get("dropped", 0), params.get("topic")
        if isinstance(rev, int) and isinstance(dropped, int) and isinstance(topic, str):
            inbox.put(State(topic, params.get("data"), rev, dropped, inbox.instance))
        else:
            self.close(ProtocolError("an event without a topic or a rev came"))

    def close(self, why: Error, flush: bool = False) -> None:
        if self.lost is not None:
            return
        self.lost = why
        self._buffer.clear()
        if self._transport is not None:
            self._transport.close() if flush else self._transport.abort()
        for asked in self._asked.values():
            if not asked.answer.done():
                asked.answer.set_exception(why)
                # Nobody may be waiting any more.
                asked.answer.exception()
        self._asked.clear()
        for inbox in self.inboxes.values():
            inbox.end(why)
        self.inboxes.clear()

    # What goes.

    def new_id(self) -> str:
        self._ids += 1
        return f"py{self._ids}"

    def send(self, message: Any) -> None:
        if self.lost is not None or self._transport is None:
            raise self.lost or Offline("there is no connection yet")
        # A lone surrogate and NaN, which the daemon would not read, are a ValueError here.
        line = json.dumps(message, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        if len(line) > self.line_bytes:
            raise _limit("line_bytes", self.line_bytes, len(line))
        self._transport.write(line + b"\n")

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

    async def answer(self, name: str, asked: _Asked, method: str, seconds: float | None) -> dict[str, Any]:
        try:
            await asyncio.wait((asked.answer,), timeout=seconds)
            if asked.answer.done():
                return asked.answer.result()
            raise NoAnswer(f"{method}: the daemon said nothing for {seconds:g} s", "movierpc doctor")
        finally:
            if self._asked.pop(name, None) is not None and self.lost is None:
                self.notify("cancel", {"id": name})

    def peer(self) -> int | None:
        """The user who listens, where the kernel tells."""
        socket = self._transport.get_extra_info("socket") if self._transport else None
        if socket is None or not hasattr(sockets, "SO_PEERCRED"):
            return None
        _, uid, _ = struct.unpack("3i", socket.getsockopt(sockets.SOL_SOCKET, sockets.SO_PEERCRED, 12))
        return int(uid)


_batch: contextvars.ContextVar[Batch | None] = contextvars.ContextVar("movierpc_batch", default=None)
_Sent = tuple[_Connection, str, _Asked]


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

    async def __aenter__(self) -> Batch:
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
            loop = asyncio.get_running_loop()
            asked = [(connection.new_id(), *one[:2], _Asked(loop.create_future())) for one in wanted]
            connection.ask(asked, batch=True)
        except Exception as error:
            for _, _, sent in self._collected:
                if not sent.done():
                    sent.set_exception(error)
            return
        for (name, _, _, one), (_, _, sent) in zip(asked, wanted, strict=True):
            sent.set_result((connection, name, one))


class Client:
    """A client of the daemon: a method for each of the protocol's.

    It connects when it is first asked something, and again when that connection is lost; what was under way then is
    `Offline`, and nothing is sent twice. Cancelling a call gives its request up in the daemon too, unless it is a
    change that is being made. What is None is not sent. These parameters are the same wherever they are:

    timeout_ms: Milliseconds after which the request is answered with `timeout`.
    max_age_ms: Fetch again if the cached answer is older than this (0: always); if that fails, the old one is served,
        stale.
    cache_only: Send no request upstream.
    language: Language of titles and texts, de or de-DE; default: the setting.
    region: Country of dates and certificates; default: the setting.
    """

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
        self._socket = socket
        self._hello: dict[str, Any] = {"client": client, "version": version, "profile": profile, "pin": pin}
        self._hello["protocol_versions"] = [_PROTOCOL]
        self._require = list(require)
        self._start = start
        self._patience = patience
        self._max_line_bytes = max_line_bytes
        self._connection: _Connection | None = None
        self._turn = asyncio.Lock()
        # To connect: the last one, and how many there were.
        self._failure: Error | None = None
        self._failures = 0
        self._slots = asyncio.Semaphore(_IN_FLIGHT)
        self._closed = False

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection, and every `follow`. Changes that were asked for are made all the same."""
        self._closed = True
        if self._connection is not None:
            self._connection.close(Offline("the client was closed"), flush=True)

    # The connection.

    async def _connected(self, start: bool = True) -> _Connection:
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

    async def _connect(self, start: bool) -> _Connection:
        path = self._socket or socket_path()
        loop = asyncio.get_running_loop()
        try:
            _, connection = await loop.create_unix_connection(lambda: _Connection(self._max_line_bytes), path)
        except OSError as error:
            # The last one: longer than a path may be.
            if start and isinstance(error, (FileNotFoundError, ConnectionRefusedError)):
                await self._run_daemon()
                return await self._connect(False)
            raise Offline(f"no daemon answers at {path}: {error}", "movierpc daemon start") from error
        try:
            peer = connection.peer()
            if peer not in (None, os.getuid()):
                raise ProtocolError(f"the user {peer} listens at {path}")
            hello = {name: value for name, value in self._hello.items() if value is not None}
            await self._greet(connection, {**hello, "require": self._require} if self._require else hello)
        except BaseException as error:
            connection.close(error if isinstance(error, Error) else Offline("given up"))
            raise
        return connection

    async def _greet(self, connection: _Connection, hello: dict[str, Any]) -> None:
        name, asked = connection.new_id(), _Asked(asyncio.get_running_loop().create_future())
        connection.ask([(name, "hello", hello, asked)])
        said = await connection.answer(name, asked, "hello", _TIMEOUT_MS / 1000 + self._patience)
        if said.get("protocol") != _PROTOCOL:
            raise ProtocolError(f"the daemon speaks version {said.get('protocol')!r} of the protocol, not {_PROTOCOL}")
        limits = said.get("limits")
        if isinstance(limits, dict):
            connection.line_bytes = int(limits.get("line_bytes", connection.line_bytes))
            connection.batch_items = int(limits.get("batch_items", connection.batch_items))

    async def _run_daemon(self) -> None:
        where = ["--socket", self._socket] if self._socket else []
        try:
            starter = await asyncio.create_subprocess_exec(
                *("movierpc", "daemon", "start", *where),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            raise Offline(f"movierpc cannot be run: {error}", "put it into a folder of PATH") from error
        _, said = await starter.communicate()
        if starter.returncode:
            why = said.decode(errors="replace").strip()
            raise Offline(f"the daemon could not be started: {why}", "movierpc doctor")

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
        if seconds is None:
            seconds = given.get("timeout_ms", _TIMEOUT_MS) / 1000 + self._patience
        return await self._ask(method, given, id, seconds)

    async def _call(
        self, method: str, required: dict[str, Any], optional: dict[str, Any], endless: bool = False
    ) -> Any:
        given = {name: value for name, value in optional.items() if value is not None}
        seconds = None if endless else given.get("timeout_ms", _TIMEOUT_MS) / 1000 + self._patience
        return await self._ask(method, required | given, None, seconds)

    async def _ask(
        self,
        method: str,
        params: dict[str, Any],
        id: str | None,
        seconds: float | None,
        then: Callable[[_Connection, dict[str, Any]], None] | None = None,
        start: bool = True,
    ) -> dict[str, Any]:
        batch = _batch.get()
        if batch is not None and batch.is_open and batch.client is self:
            connection, name, asked = await batch.collect(method, params)
            return await connection.answer(name, asked, method, seconds)
        async with self._slots:
            connection = await self._connected(start)
            name, asked = id or connection.new_id(), _Asked(asyncio.get_running_loop().create_future())
            if then is not None:
                asked.then = lambda result: then(connection, result)
            connection.ask([(name, method, params, asked)])
            return await connection.answer(name, asked, method, seconds)

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
    def follow(self, topic: Literal["library"], /) -> AsyncGenerator[State[LibraryState], None]: ...
    @overload
    def follow(self, topic: Literal["watchlist"], /) -> AsyncGenerator[State[LibraryPage], None]: ...
    @overload
    def follow(self, topic: Literal["downloads"], /) -> AsyncGenerator[State[DownloadsState], None]: ...
    @overload
    def follow(self, topic: Literal["player"], /) -> AsyncGenerator[State[PlayerState], None]: ...
    @overload
    def follow(self, topic: Literal["searches"], /) -> AsyncGenerator[State[Searches], None]: ...
    @overload
    def follow(self, topic: Literal["releases"], /) -> AsyncGenerator[State[ReleasesState], None]: ...
    @overload
    def follow(self, topic: Literal["settings"], /) -> AsyncGenerator[State[SettingsState], None]: ...
    @overload
    def follow(self, topic: BrowseTopic, /) -> AsyncGenerator[State[TitlePage], None]: ...
    @overload
    def follow(self, topic: Literal["account"], /) -> AsyncGenerator[State[AccountStatus], None]: ...
    @overload
    def follow(self, topic: Literal["profiles"], /) -> AsyncGenerator[State[SharedProfiles], None]: ...
    @overload
    def follow(self, topic: Literal["server"], /) -> AsyncGenerator[State[ServerState], None]: ...
    @overload
    def follow(self, *topics: str) -> AsyncGenerator[State[Any], None]: ...
    async def follow(self, *topics: str) -> AsyncGenerator[State[Any], None]:
        """The present state of each topic, then each later one, whatever becomes of the daemon.

        While there is none, and while only upstream could tell and does not, `data` is None: that comes once, then it
        is tried again: every half second, or where the daemon refuses after 1, 2, 4 ... 30 s. Of states that come
        faster than they are taken, the latest is kept. A topic the daemon does not know is raised, as is whatever else
        would stay as it is. A daemon that has gone is not started again: who ended it may have meant it. Leave it by
        `contextlib.aclosing`, or close the client.
        """
        names = list(dict.fromkeys(topics))
        shown, start, refused = "", True, 0
        while not self._closed:
            inbox = _Inbox()
            connection: _Connection | None = None

            def begin(on: _Connection, reply: dict[str, Any], inbox: _Inbox = inbox) -> None:
                nonlocal connection
                _begin(inbox, reply)
                connection, on.inboxes[inbox.name] = on, inbox

            wait = _RECONNECT_SECONDS
            try:
                seconds = _TIMEOUT_MS / 1000 + self._patience
                await self._ask("subscribe", {"topics": names}, None, seconds, begin, start)
                shown, refused = "", 0
                while True:
                    yield await inbox.get()
            except Error as error:
                if self._closed:
                    return
                if not error.retryable:
                    raise
                if isinstance(error, RPCError):
                    wait = max(min(1 << refused, 30), (error.retry_after_ms or 0) / 1000)
                    refused += refused < 5
                if error.kind != shown:
                    shown = error.kind
                    for topic in names:
                        yield State(topic, None, error=error)
            finally:
                if connection is not None and connection.inboxes.pop(inbox.name, None) is not None:
                    connection.notify("unsubscribe", {"subscription": inbox.name})
            start = False
            await asyncio.sleep(wait)

    # The protocol's methods.

    async def browse(
        self,
        list: BrowseList,
        *,
        media_type: Literal["any", "movie", "tv"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        window: Literal["day", "week"] | None = None,
        genre: str | None = None,
        year: int | None = None,
        sort_by: BrowseSortBy | None = None,
        min_votes: int | None = None,
        provider: str | None = None,
        offer: Literal["flatrate", "free", "ads", "rent", "buy"] | None = None,
        country: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> TitlePage:
        """Read a list of films or series.

        media_type is one that the list has, its first where it is left out, else `invalid_params`: movie, tv, any of
        trending, daily; movie, tv of popular, top_rated, now_playing, discover; movie of upcoming, award; tv of
        airing_today, on_the_air; any, movie, tv of recommended, downloaded. now_playing of series is on_the_air. window
        applies to trending only, and genre to country apply to discover only. Some lists need a TMDB key and are
        `upstream_unauthorized` without one: airing_today, on_the_air, and discover by provider, offer or revenue.

        list: Which list.
        media_type: Films, series or both; not every list has both.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        window: Trending in the last day or week; default: week.
        genre: Names or numbers; `,` between them means and, `|` means or.
        year: Year of the release.
        sort_by: A field, with .asc or .desc. Titles sort up, other fields down. Default: TMDB's popularity, or
            vote_count.
        min_votes: Minimum number of votes; TMDB by vote_average: 200.
        provider: Numbers of providers, combined as in genre.
        offer: Kind of offer.
        country: Country of the offer; default: the region.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: TitlePage = await self._call(
            "browse",
            {"list": list},
            {
                "media_type": media_type, "page": page, "page_size": page_size, "window": window, "genre": genre,
                "year": year, "sort_by": sort_by, "min_votes": min_votes, "provider": provider, "offer": offer,
                "country": country, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only,
                "language": language, "region": region, "supersedes": supersedes,
            },
        )
        return result

    async def home(
        self,
        *,
        rows: Sequence[RowName] | None = None,
        row_size: int | None = None,
        seed: int | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> Home:
        """Fill a start screen: one film at the top and some rows.

        hero is a random title from the first page of trending films. The same seed gives the same title while that list
        stays the same. With an age limit the hero is a popular film, and rows fill up over several requests while
        certificates are fetched. Rows without titles are left out; a failed row has error.

        rows: Lists of browse, alone or with their media_type.
        row_size: Titles per row.
        seed: Chooses the hero; default: a new one each time.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: Home = await self._call(
            "home",
            {},
            {
                "rows": rows, "row_size": row_size, "seed": seed, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region, "supersedes": supersedes,
            },
        )
        return result

    async def search(
        self,
        q: str,
        *,
        media_type: Literal["any", "movie", "tv"] | None = None,
        year: int | None = None,
        page: int | None = None,
        page_size: int | None = None,
        debounce_ms: int | None = None,
        record: bool | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> TitlePage:
        """Find films and series by title.

        Case, accents and punctuation are ignored, and the last word may be incomplete. Exact titles are first, then
        titles that begin with the text, then titles with all the words, each group by votes.

        q: The text to search for.
        media_type: Films, series or both.
        year: Only titles of this year.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        debounce_ms: Waits so long first. Without it, a search with supersedes waits as the setting says, and only for
            TMDB.
        record: Record the answered search; default true, with supersedes false.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: TitlePage = await self._call(
            "search",
            {"q": q},
            {
                "media_type": media_type, "year": year, "page": page, "page_size": page_size,
                "debounce_ms": debounce_ms, "record": record, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region, "supersedes": supersedes,
            },
        )
        return result

    async def suggest(
        self,
        q: str,
        *,
        limit: int | None = None,
        media_type: Literal["any", "movie", "tv"] | None = None,
        timeout_ms: int | None = None,
    ) -> Suggestions:
        """Complete a title while you type.

        Finds the local titles of search, in the same order, with the few fields that a list of completions shows. If
        TMDB has answered a search for the same text, its titles follow. It never waits for the network.

        q: The text typed so far.
        limit: Maximum number of titles.
        media_type: Films, series or both.
        """
        result: Suggestions = await self._call(
            "suggest",
            {"q": q},
            {"limit": limit, "media_type": media_type, "timeout_ms": timeout_ms},
        )
        return result

    async def detail(
        self,
        key: str | None = None,
        *,
        id: int | None = None,
        media_type: Literal["movie", "tv"] | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> Detail:
        """Show all facts about one title.

        The title is named by key, by title, or by id (TMDB's number) with media_type. At most 20 cast, 12 crew, 20
        videos, 12 similar and 12 recommendations. partial: the answer has local facts only; a later one may have more.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        id: TMDB's number; with media_type, instead of key.
        media_type: A film or a series; used with id.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: Detail = await self._call(
            "detail",
            {},
            {
                "key": key, "id": id, "media_type": media_type, "title": title, "timeout_ms": timeout_ms,
                "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language, "region": region,
                "supersedes": supersedes,
            },
        )
        return result

    async def trailer(
        self,
        key: str | None = None,
        *,
        types: Sequence[TrailerType] | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> Trailer:
        """List trailers and other videos of a title.

        best is the first of videos, or null. The order is trailer, teaser, the other requested types, preview, search;
        within each the requested language, English, others; then official ones first, then newest first. The type
        search is a search page of a video site to open in a browser, for a title whose videos are unknown.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        types: Types of videos to list.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: Trailer = await self._call(
            "trailer",
            {},
            {
                "key": key, "types": types, "title": title, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region, "supersedes": supersedes,
            },
        )
        return result

    async def image(
        self,
        key: str | None = None,
        *,
        kind: Literal["poster", "backdrop", "logo", "profile"] | None = None,
        size: ImageSize | None = None,
        path: str | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> Image:
        """Fetch a picture as a file.

        The picture is named by a title and kind, or by a path from a result, with kind for its sizes. It is fetched
        once for all clients and cached. The file stays for at least an hour after the last answer that names it. A
        picture from iTunes has one size. The type is read from the bytes: JPEG, PNG, WebP or GIF.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        kind: Kind of picture; profile (a person) by path only.
        size: A size as TMDB names it; default: w342 (poster), w780 (backdrop), w185 (logo), w185 (profile).
        path: A poster_path, backdrop_path, logo_path or profile_path, instead of key.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: Image = await self._call(
            "image",
            {},
            {
                "key": key, "kind": kind, "size": size, "path": path, "title": title, "timeout_ms": timeout_ms,
                "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language, "region": region,
                "supersedes": supersedes,
            },
        )
        return result

    async def genres(
        self,
        *,
        media_type: Literal["any", "movie", "tv"] | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> Genres:
        """List the genres.

        TMDB's genres. A number means the same for films and series, but each has genres that the other lacks.

        media_type: Films, series or both.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: Genres = await self._call(
            "genres",
            {},
            {
                "media_type": media_type, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only,
                "language": language, "region": region, "supersedes": supersedes,
            },
        )
        return result

    async def countries(
        self,
        *,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> Countries:
        """List the countries.

        Use them in region, countries and country. where_to_watch: TMDB has offers for this country.

        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: Countries = await self._call(
            "countries",
            {},
            {
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )
        return result

    async def languages(
        self,
        *,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> Languages:
        """List the languages.

        Use them in language, alone or with a country: de or de-DE.

        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: Languages = await self._call(
            "languages",
            {},
            {
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )
        return result

    async def providers(
        self,
        *,
        country: str | None = None,
        media_type: Literal["movie", "tv"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
        supersedes: str | None = None,
    ) -> ProviderPage:
        """List the streaming services and shops of a country.

        Use their numbers as `provider` in `browse`. Needs a TMDB key.

        country: Country of the offers; default: the region.
        media_type: Providers of films or of series.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: ProviderPage = await self._call(
            "providers",
            {},
            {
                "country": country, "media_type": media_type, "page": page, "page_size": page_size,
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region, "supersedes": supersedes,
            },
        )
        return result

    async def watchlist(
        self,
        *,
        genre: str | None = None,
        media_type: Literal["any", "movie", "tv"] | None = None,
        watched: bool | None = None,
        sort_by: WatchlistSortBy | None = None,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryPage:
        """List the titles to watch, with notes.

        Newest first, unless sort_by is given. Each title has its entry. rev counts the changes of the profile's
        library; topic `library` has the same number.

        genre: Names or numbers; `,` between them means and, `|` means or.
        media_type: Films, series or both.
        watched: true: only watched titles; false: only titles that are not watched.
        sort_by: A field, with .asc or .desc. Titles sort up, other fields down.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        """
        result: LibraryPage = await self._call(
            "watchlist",
            {},
            {
                "genre": genre, "media_type": media_type, "watched": watched, "sort_by": sort_by, "page": page,
                "page_size": page_size, "timeout_ms": timeout_ms,
            },
        )
        return result

    async def watchlist_add(
        self,
        key: str | None = None,
        *,
        note: str | None = None,
        watched: bool | None = None,
        if_rev: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Put a title on the watchlist.

        For a title already on the watchlist, only note and watched are changed. The answer is sent when the change is
        on disk. changed is false if nothing changed. A title that is not known yet is fetched first; if that fails,
        nothing changes.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        note: Your note; "" removes it.
        watched: Marked as watched.
        if_rev: Change the entry only if it still has this rev (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: LibraryChange = await self._call(
            "watchlist.add",
            {},
            {"key": key, "note": note, "watched": watched, "if_rev": if_rev, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def watchlist_update(
        self,
        key: str | None = None,
        *,
        note: str | None = None,
        watched: bool | None = None,
        if_rev: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Change a title's note, or mark it as watched.

        Parameters left out keep their values. A title that is not on the watchlist is `not_found`. The answer is sent
        when the change is on disk. changed is false if nothing changed. A title that is not known yet is fetched first;
        if that fails, nothing changes.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        note: Your note; "" removes it.
        watched: Marked as watched.
        if_rev: Change the entry only if it still has this rev (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: LibraryChange = await self._call(
            "watchlist.update",
            {},
            {"key": key, "note": note, "watched": watched, "if_rev": if_rev, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def watchlist_remove(
        self,
        key: str | None = None,
        *,
        if_rev: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Take a title off the watchlist.

        Its note and its watched mark are removed. The answer is sent when the change is on disk. changed is false if
        nothing changed. A title that is not known yet is fetched first; if that fails, nothing changes.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_rev: Change the entry only if it still has this rev (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: LibraryChange = await self._call(
            "watchlist.remove",
            {},
            {"key": key, "if_rev": if_rev, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def favorites(
        self,
        *,
        genre: str | None = None,
        media_type: Literal["any", "movie", "tv"] | None = None,
        sort_by: WatchlistSortBy | None = None,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryPage:
        """List the favourites.

        Newest first, unless sort_by is given. Each title has its entry. rev counts the changes of the profile's
        library; topic `library` has the same number.

        genre: Names or numbers; `,` between them means and, `|` means or.
        media_type: Films, series or both.
        sort_by: A field, with .asc or .desc. Titles sort up, other fields down.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        """
        result: LibraryPage = await self._call(
            "favorites",
            {},
            {
                "genre": genre, "media_type": media_type, "sort_by": sort_by, "page": page, "page_size": page_size,
                "timeout_ms": timeout_ms,
            },
        )
        return result

    async def favorites_add(
        self,
        key: str | None = None,
        *,
        if_rev: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Add a title to the favourites.

        A title already there stays as it is. The answer is sent when the change is on disk. changed is false if nothing
        changed. A title that is not known yet is fetched first; if that fails, nothing changes.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_rev: Change the entry only if it still has this rev (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: LibraryChange = await self._call(
            "favorites.add",
            {},
            {"key": key, "if_rev": if_rev, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def favorites_remove(
        self,
        key: str | None = None,
        *,
        if_rev: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Remove a title from the favourites.

        A title that is not there stays as it is. The answer is sent when the change is on disk. changed is false if
        nothing changed. A title that is not known yet is fetched first; if that fails, nothing changes.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_rev: Change the entry only if it still has this rev (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: LibraryChange = await self._call(
            "favorites.remove",
            {},
            {"key": key, "if_rev": if_rev, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def favorites_toggle(
        self,
        key: str | None = None,
        *,
        if_rev: int | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Toggle a favourite.

        Adds the title, or removes it if it is there; entry is null if it was removed. The answer is sent when the
        change is on disk. changed is false if nothing changed. A title that is not known yet is fetched first; if that
        fails, nothing changes.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_rev: Change the entry only if it still has this rev (0: only if there is none), else `conflict`.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: LibraryChange = await self._call(
            "favorites.toggle",
            {},
            {"key": key, "if_rev": if_rev, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def searches(self, *, limit: int | None = None, timeout_ms: int | None = None) -> Searches:
        """List the latest searches, newest first.

        Each term appears once, with the time of its last search and how often it was searched for. A search with record
        false is left out, as are all searches while the setting record_searches is off. At most 1,000 terms are stored.

        limit: Maximum number of searches.
        """
        result: Searches = await self._call("searches", {}, {"limit": limit, "timeout_ms": timeout_ms})
        return result

    async def searches_remove(self, term: str, *, timeout_ms: int | None = None) -> Changed:
        """Forget a search.

        Case is ignored. The term is erased from the library, but not from its older copies.

        term: A term of `searches`.
        """
        result: Changed = await self._call("searches.remove", {"term": term}, {"timeout_ms": timeout_ms})
        return result

    async def searches_clear(self, *, timeout_ms: int | None = None) -> Changed:
        """Forget all searches.

        Applies to this profile. The searches are erased from the library, but not from its older copies.
        """
        result: Changed = await self._call("searches.clear", {}, {"timeout_ms": timeout_ms})
        return result

    async def library_export(self, *, cursor: str | None = None, timeout_ms: int | None = None) -> Export:
        """Export the profile's lists, searches and settings.

        The export comes in parts: send next as the cursor of the next request until next is null. The order is
        settings, the titles of both lists, then searches, each from the oldest change to the newest. An entry that
        changes meanwhile may appear twice. Secrets are left out. library.import reads the answers unchanged.

        cursor: next from the previous answer; default: the beginning.
        """
        result: Export = await self._call("library.export", {}, {"cursor": cursor, "timeout_ms": timeout_ms})
        return result

    async def library_import(
        self,
        file: str,
        format: Literal["movierpc", "letterboxd", "imdb", "trakt"],
        *,
        dry_run: bool | None = None,
        timeout_ms: int | None = None,
    ) -> Import:
        """Import titles from a file into the library.

        An import never removes or replaces an entry: it adds titles, marks them as watched and fills in missing notes.
        All matched titles are stored together, or none is. Titles without a TMDB number are searched for; topic
        `server` reports the progress. There is no timeout; library.import.cancel ends it, and library.undo undoes it.
        Only one import runs at a time.

        file: A file owned by the user who runs the daemon, at most 64 MiB.
        format: The file's format: movierpc is library.export's; the others are CSV or JSON, or a ZIP of letterboxd or
            trakt.
        dry_run: Only reports what would change.
        """
        result: Import = await self._call(
            "library.import",
            {"file": file, "format": format},
            {"dry_run": dry_run, "timeout_ms": timeout_ms},
            endless=True,
        )
        return result

    async def library_import_cancel(self, *, timeout_ms: int | None = None) -> Changed:
        """End an import into the library.

        Applies to the library.import that is in progress, of any connection and profile; nothing is imported. changed
        is false if there is none, or if it is being written already.
        """
        result: Changed = await self._call("library.import.cancel", {}, {"timeout_ms": timeout_ms})
        return result

    async def library_undo(self, *, id: int | None = None, timeout_ms: int | None = None) -> LibraryUndone:
        """Undo the profile's last import as a whole.

        What the import added leaves the library, and what it filled in is as before, also where a pending title was
        found later. What was changed since stays, and is in kept. An import can be undone until the next one that
        changes something, also after a restart.

        id: change of the answer of library.import; default: the last import.
        """
        result: LibraryUndone = await self._call("library.undo", {}, {"id": id, "timeout_ms": timeout_ms})
        return result

    async def library_pending(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> PendingPage:
        """List imported titles that are not matched yet.

        In the order of the import. The daemon tries again when TMDB can be reached, and puts a title it finds on its
        list. A title TMDB does not know stays here with the reason. At most 10,000 titles are pending.

        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        """
        result: PendingPage = await self._call(
            "library.pending",
            {},
            {"page": page, "page_size": page_size, "timeout_ms": timeout_ms},
        )
        return result

    async def library_pending_clear(self, *, timeout_ms: int | None = None) -> Changed:
        """Clear the pending titles.

        Applies to this profile, and also to titles that would be tried again. Import the file again to get them back.
        """
        result: Changed = await self._call("library.pending.clear", {}, {"timeout_ms": timeout_ms})
        return result

    async def sync_reset(self, *, timeout_ms: int | None = None) -> Changed:
        """Rebuild the record of changes for other machines.

        All lists and settings stay as they are, and count as added now, as when this machine began to share the folder:
        other machines get what they lack, and this one gets from them what is in their journals. So a title that was
        removed may come back from a machine that has not read of it. What was recorded of removed titles, of other
        versions and of profiles that are not here is forgotten, and so is what is known of the time. This machine's
        journal is rewritten.
        """
        result: Changed = await self._call("sync.reset", {}, {"timeout_ms": timeout_ms})
        return result

    async def releases(
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
    ) -> Releases:
        """List release dates of the watchlist's titles.

        Films have dates in the region: cinemas, digital, on disc. If TMDB has none for the region, the dates are those
        of the country where the film came out first. Series have their last and their next episode. Films marked as
        watched are left out. Topic `releases` has today's releases.

        days_back: First day, counted back from today.
        days_ahead: Last day, counted from today.
        supersedes: A name: older requests of this connection with the same name are cancelled first.
        """
        result: Releases = await self._call(
            "releases",
            {},
            {
                "days_back": days_back, "days_ahead": days_ahead, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region, "supersedes": supersedes,
            },
        )
        return result

    async def downloads(
        self,
        *,
        state: Literal["queued", "active", "paused", "done", "failed"] | None = None,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> DownloadPage:
        """List the downloads.

        Unfinished downloads first, in the order of the queue; then finished ones, newest first. The topic `downloads`
        has the same order.

        state: Only downloads in this state.
        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        """
        result: DownloadPage = await self._call(
            "downloads",
            {},
            {"state": state, "page": page, "page_size": page_size, "timeout_ms": timeout_ms},
        )
        return result

    async def downloads_add(
        self,
        key: str | None = None,
        *,
        assets: Sequence[AssetKind] | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> Download:
        """Download a title for offline use.

        The answer is sent when the title's detail is stored. Poster, backdrop and, if iTunes has one, the preview are
        fetched afterwards. A title has one download: a second request adds assets, and tries its failed or absent
        assets again. trailer needs yt-dlp.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        assets: The assets to fetch; detail is always included.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: Download = await self._call(
            "downloads.add",
            {},
            {"key": key, "assets": assets, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def downloads_get(
        self,
        key: str | None = None,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> Download:
        """Show one download.

        The download is named by its title's key, or by the title's name.

        key: The download's title.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: Download = await self._call("downloads.get", {}, {"key": key, "title": title, "timeout_ms": timeout_ms})
        return result

    async def downloads_pause(
        self,
        key: str | None = None,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> DownloadPage:
        """Pause a download.

        Bytes already fetched are kept. A finished download stays as it is. Without key and title it applies to all. The
        answer is a list like that of downloads: of one download, or the first page of all.

        key: The download's title; default: all downloads.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: DownloadPage = await self._call(
            "downloads.pause",
            {},
            {"key": key, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def downloads_resume(
        self,
        key: str | None = None,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> DownloadPage:
        """Resume a paused or failed download.

        It continues where it stopped, unless the file has changed on the server. Without key and title it applies to
        all. The answer is a list like that of downloads: of one download, or the first page of all.

        key: The download's title; default: all downloads.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: DownloadPage = await self._call(
            "downloads.resume",
            {},
            {"key": key, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def downloads_remove(
        self,
        key: str | None = None,
        *,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> Download:
        """Stop a download and remove its files.

        The answer is sent when entry and files are removed; it has the download's last state.

        key: The download's title.
        title: In place of key: the title's whole name, perhaps with its year: dune 1984.
        """
        result: Download = await self._call(
            "downloads.remove",
            {},
            {"key": key, "title": title, "timeout_ms": timeout_ms},
        )
        return result

    async def player(self, *, timeout_ms: int | None = None) -> PlayerState:
        """Show what the player is doing.

        The position is the present one.
        """
        result: PlayerState = await self._call("player", {}, {"timeout_ms": timeout_ms})
        return result

    async def player_play(
        self,
        key: str | None = None,
        *,
        video: Literal["trailer", "preview", "download"] | None = None,
        language: str | None = None,
        display: Mapping[str, Any] | None = None,
        title: str | None = None,
        timeout_ms: int | None = None,
    ) -> PlayerStarted:
        """Play a trailer, a preview or a download.

        The answer is sent when the video plays or has failed; then state is failed and error has the reason. The best
        video that a player can open is chosen. It replaces the one that plays now. A title without a video is
        `not_found`.

        key: The title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        video: A trailer (or teaser), iTunes' preview, or a downloaded file.
        language: Language of the trailer; default: the setting.
        display: Where its window opens: {"wayland":"wayland-0","x11":":0"}, your WAYLAND_DISPLAY and DISPLAY.
        title: In place of key: words for the best match, perhaps with a year: dune 1984.
        """
        result: PlayerStarted = await self._call(
            "player.play",
            {},
            {
                "key": key, "video": video, "language": language, "display": display, "title": title,
                "timeout_ms": timeout_ms,
            },
        )
        return result

    async def player_pause(self, *, timeout_ms: int | None = None) -> PlayerState:
        """Pause the player.

        A paused player stays paused. If nothing is loaded, the error is `conflict`.
        """
        result: PlayerState = await self._call("player.pause", {}, {"timeout_ms": timeout_ms})
        return result

    async def player_resume(self, *, timeout_ms: int | None = None) -> PlayerState:
        """Resume the player.

        A player that plays continues. If nothing is loaded, the error is `conflict`.
        """
        result: PlayerState = await self._call("player.resume", {}, {"timeout_ms": timeout_ms})
        return result

    async def player_toggle(self, *, timeout_ms: int | None = None) -> PlayerState:
        """Toggle pause.

        Use it for a click on a bar. If nothing is loaded, the error is `conflict`.
        """
        result: PlayerState = await self._call("player.toggle", {}, {"timeout_ms": timeout_ms})
        return result

    async def player_stop(self, *, timeout_ms: int | None = None) -> PlayerState:
        """Stop the player.

        The player's window closes. If nothing is loaded, the error is `conflict`.
        """
        result: PlayerState = await self._call("player.stop", {}, {"timeout_ms": timeout_ms})
        return result

    async def player_seek(
        self,
        seconds: float,
        *,
        relative: bool | None = None,
        timeout_ms: int | None = None,
    ) -> PlayerState:
        """Seek to a position.

        A position past the end ends playback. If nothing is loaded, the error is `conflict`.

        seconds: From the beginning, or from the present position.
        relative: Count from the present position; negative seconds go back.
        """
        result: PlayerState = await self._call(
            "player.seek",
            {"seconds": seconds},
            {"relative": relative, "timeout_ms": timeout_ms},
        )
        return result

    async def player_volume(self, volume: int, *, timeout_ms: int | None = None) -> PlayerState:
        """Set the player's volume.

        Changes the player's volume, not the system's. If nothing is loaded, the error is `conflict`.

        volume: 100 is the file's own volume.
        """
        result: PlayerState = await self._call("player.volume", {"volume": volume}, {"timeout_ms": timeout_ms})
        return result

    async def settings(
        self,
        *,
        set: Mapping[str, Any] | None = None,
        reset: Sequence[str] | None = None,
        timeout_ms: int | None = None,
    ) -> Settings:
        """Show and change the settings.

        Without parameters it only reads. All of `set` and `reset` is changed, or nothing is. The answer is sent when
        the change is on disk; it applies from the next request. A tmdb.key is tried before it is set: a key that TMDB
        refuses is `upstream_unauthorized`; a key that cannot be tried is set. The environment overrides the library
        (values set by clients), which overrides the file, which overrides the default.

        set: New values by name, such as {"region":"DE"}.
        reset: Names of settings to reset to the file's value or the default.
        """
        result: Settings = await self._call("settings", {}, {"set": set, "reset": reset, "timeout_ms": timeout_ms})
        return result

    async def profiles(self, *, timeout_ms: int | None = None) -> Profiles:
        """List the profiles.

        Each profile has its own library, searches and settings; downloads, player and cache are shared. A new
        connection uses the profile marked default.
        """
        result: Profiles = await self._call("profiles", {}, {"timeout_ms": timeout_ms})
        return result

    async def profiles_create(
        self,
        name: str,
        *,
        age_limit: int | None = None,
        pin: str | None = None,
        age_region: str | None = None,
        timeout_ms: int | None = None,
    ) -> Profiles:
        """Create a profile.

        The new profile's lists are empty. The connection stays in its profile. A connection in a profile with an age
        limit may create one if the profile `default` has no PIN, or is unlocked.

        name: Must differ from all other names; case is ignored.
        age_limit: Years; titles certified for a higher age are hidden.
        pin: Required to enter the profile. Only its salted hash is stored.
        age_region: The country whose certificates the age limit uses; default: the region of the profile that sets the
            limit.
        """
        result: Profiles = await self._call(
            "profiles.create",
            {"name": name},
            {"age_limit": age_limit, "pin": pin, "age_region": age_region, "timeout_ms": timeout_ms},
        )
        return result

    async def profiles_update(
        self,
        name: str,
        *,
        new_name: str | None = None,
        age_limit: int | None = None,
        age_region: str | None = None,
        new_pin: str | None = None,
        reset: Sequence[Literal["age_limit", "pin"]] | None = None,
        pin: str | None = None,
        timeout_ms: int | None = None,
    ) -> Profiles:
        """Change a profile.

        Changes name, age limit and PIN; lists, searches and settings stay. All given properties are changed, or none
        is. `default` cannot be renamed or have an age limit.

        name: Case is ignored.
        new_name: Must differ from all other names; case is ignored.
        age_limit: Years; titles certified for a higher age are hidden.
        age_region: The country whose certificates the age limit uses; default: the region of the profile that sets the
            limit.
        new_pin: The new PIN.
        reset: Properties to remove.
        pin: The profile's PIN, if it has one; from a profile with an age limit, the PIN of default.
        """
        result: Profiles = await self._call(
            "profiles.update",
            {"name": name},
            {
                "new_name": new_name, "age_limit": age_limit, "age_region": age_region, "new_pin": new_pin,
                "reset": reset, "pin": pin, "timeout_ms": timeout_ms,
            },
        )
        return result

    async def profiles_select(
        self,
        name: str,
        *,
        pin: str | None = None,
        default: bool | None = None,
        timeout_ms: int | None = None,
    ) -> Profiles:
        """Choose the profile of this connection.

        Entering a profile that has a PIN requires that PIN. Switching from a profile with an age limit to one that has
        no PIN and shows more requires the PIN of `default`, if it has one. Wrong PINs slow down further tries. End
        subscriptions to topics of the profile first.

        name: Case is ignored.
        pin: Opens the profile to this connection; profiles.unlock opens it to all programs.
        default: Make it the profile of new connections.
        """
        result: Profiles = await self._call(
            "profiles.select",
            {"name": name},
            {"pin": pin, "default": default, "timeout_ms": timeout_ms},
        )
        return result

    async def profiles_unlock(
        self,
        name: str,
        *,
        pin: str | None = None,
        duration_ms: int | None = None,
        timeout_ms: int | None = None,
    ) -> Profiles:
        """Unlock a profile for all programs of this user.

        The PIN is not required until the time is over, the profile is locked, or the daemon ends. While `default` is
        unlocked, leaving a profile with an age limit requires no PIN either.

        name: Case is ignored.
        pin: The profile's PIN; required even while it is unlocked.
        duration_ms: Time until it locks again, in milliseconds.
        """
        result: Profiles = await self._call(
            "profiles.unlock",
            {"name": name},
            {"pin": pin, "duration_ms": duration_ms, "timeout_ms": timeout_ms},
        )
        return result

    async def profiles_lock(self, *, name: str | None = None, timeout_ms: int | None = None) -> Profiles:
        """Lock a profile, so that it requires its PIN again.

        This applies to every connection in the profile, even one that has sent the PIN. Connections that follow its
        topics are closed; this connection loses those subscriptions.

        name: Case is ignored; default: all profiles.
        """
        result: Profiles = await self._call("profiles.lock", {}, {"name": name, "timeout_ms": timeout_ms})
        return result

    async def profiles_remove(self, name: str, *, pin: str | None = None, timeout_ms: int | None = None) -> Profiles:
        """Remove a profile and all its data.

        Removes its lists, searches and settings. `default` cannot be removed, nor can a profile whose topics a
        connection follows. This connection switches to the default profile; other connections in the removed profile
        get not_found until they choose another one.

        name: Case is ignored.
        pin: The profile's PIN, if it has one; from a profile with an age limit, the PIN of default.
        """
        result: Profiles = await self._call("profiles.remove", {"name": name}, {"pin": pin, "timeout_ms": timeout_ms})
        return result

    async def subscribe(
        self,
        topics: Sequence[str],
        *,
        instance: str | None = None,
        revs: Mapping[str, Any] | None = None,
        timeout_ms: int | None = None,
    ) -> Subscription:
        """Follow topics: their present state, then an event for each change.

        The reply has the present state of each topic; no event precedes it. If `instance` is still the same, `data` is
        null where the state has the `rev` that `revs` names, and `changed` of `library` has the changes since then. A
        topic without a state is in `failed`: one that is forbidden or unknown is not followed, of any other an event
        follows when it has a state. Topics that all profiles share need no PIN. If no topic has a state, nothing is
        followed and the answer is the first topic's error, with `topic`. Each later `event` has the whole new state in
        the same shape, a `rev` that increases while `instance` is the same, and in `dropped` the number of states this
        subscription missed because it read too slowly. A topic named twice counts once. A subscription ends with
        `unsubscribe`, a half-close, or its connection.

        topics: Names of topics, at least one: library, watchlist, downloads, player, searches, releases, settings,
            browse:LIST, account, profiles, server.
        instance: The `instance` to which `revs` belong.
        revs: The `rev` of the state that the client has, by topic.
        """
        result: Subscription = await self._call(
            "subscribe",
            {"topics": topics},
            {"instance": instance, "revs": revs, "timeout_ms": timeout_ms},
        )
        return result

    async def unsubscribe(self, subscription: str, *, timeout_ms: int | None = None) -> Unsubscribed:
        """End a subscription.

        No event of it follows the reply. False: this connection has no such subscription.

        subscription: The name from the reply to `subscribe`.
        """
        result: Unsubscribed = await self._call(
            "unsubscribe",
            {"subscription": subscription},
            {"timeout_ms": timeout_ms},
        )
        return result

    async def cancel(self, id: str | float | None, *, timeout_ms: int | None = None) -> Cancellation:
        """Cancel a request of this connection.

        The request is answered `cancelled` before this one is answered true. False: the request was done, unknown, or a
        change in progress. Ids are compared byte for byte. If several requests have the id, all are cancelled.
        `$/cancelRequest`, the notification of the Language Server Protocol, is the same method.

        id: The id of the request, exactly as it was sent.
        """
        result: Cancellation = await self._call("cancel", {"id": id}, {"timeout_ms": timeout_ms})
        return result

    async def hello(
        self,
        *,
        client: str | None = None,
        version: str | None = None,
        require: Sequence[str] | None = None,
        profile: str | None = None,
        pin: str | None = None,
        protocol_versions: Sequence[int] | None = None,
        timeout_ms: int | None = None,
    ) -> Hello:
        """Name the client and learn what the daemon supports.

        Optional; may be sent at any time. The connection speaks the newest of `protocol_versions` that the daemon has;
        if it has none, the answer is `not_available` (`missing` is protocol). `require` lists capabilities that the
        client needs; a missing one is `not_available`. `profile` chooses a profile as `profiles.select` does. A refused
        hello changes nothing. `limits` has the values in force.

        client: The program's name, shown by `clients`.
        version: The program's version, shown by `clients`.
        require: Capabilities that the client needs.
        profile: Chooses this profile for the connection; case is ignored.
        pin: PIN of the chosen profile, or of the connection's present one.
        protocol_versions: Versions of the protocol that the client speaks; default: the oldest that the daemon does.
        """
        result: Hello = await self._call(
            "hello",
            {},
            {
                "client": client, "version": version, "require": require, "profile": profile, "pin": pin,
                "protocol_versions": protocol_versions, "timeout_ms": timeout_ms,
            },
        )
        return result

    async def status(self, *, timeout_ms: int | None = None) -> Status:
        """Show the daemon's state and figures.

        Figures count from the daemon's start; `methods` has each called method with its latency.
        """
        result: Status = await self._call("status", {}, {"timeout_ms": timeout_ms})
        return result

    async def clients(self, *, timeout_ms: int | None = None) -> Clients:
        """List the connected clients.

        One row per connection, oldest first.
        """
        result: Clients = await self._call("clients", {}, {"timeout_ms": timeout_ms})
        return result

    async def ping(self, *, timeout_ms: int | None = None) -> Ping:
        """Check that the daemon answers.

        Answered at once, even while other requests are in progress.
        """
        result: Ping = await self._call("ping", {}, {"timeout_ms": timeout_ms})
        return result

    async def shutdown(self, *, timeout_ms: int | None = None) -> dict[str, Any]:
        """Shut the daemon down.

        The answer is an empty object. Then the daemon accepts no more connections, gives open requests `drain_ms` to
        finish, answers the rest `cancelled`, and ends.
        """
        result: dict[str, Any] = await self._call("shutdown", {}, {"timeout_ms": timeout_ms})
        return result

    async def rpc_discover(self, *, timeout_ms: int | None = None) -> dict[str, Any]:
        """This description, as an OpenRPC document.

        Every method with its parameters, result and errors (https://spec.open-rpc.org).
        """
        result: dict[str, Any] = await self._call("rpc.discover", {}, {"timeout_ms": timeout_ms})
        return result

    async def catalogue_import(
        self,
        file: str,
        *,
        accept_license: bool | None = None,
        timeout_ms: int | None = None,
    ) -> CatalogueChange:
        """Add titles from a file to the catalogue.

        The file is one of TMDB's daily exports of film or series IDs, or one of IMDb's files title.basics,
        title.ratings and title.akas, or has a JSON object per line: its content tells. An import adds titles, and its
        facts replace those of titles that are there; it removes none. IMDb's files only complete titles. The catalogue
        is built again with them, and the old one answers until the new one is complete. Topic `server` reports the
        progress. There is no timeout; catalogue.cancel ends it. Only one import runs at a time.

        file: A file owned by the user who runs the daemon, plain or packed by gzip.
        accept_license: You accept the terms of IMDb's files: personal and non-commercial use. Needed once.
        """
        result: CatalogueChange = await self._call(
            "catalogue.import",
            {"file": file},
            {"accept_license": accept_license, "timeout_ms": timeout_ms},
            endless=True,
        )
        return result

    async def catalogue_update(self, *, timeout_ms: int | None = None) -> CatalogueChange:
        """Fetch TMDB's daily export and add its titles to the catalogue.

        The names and the popularity of all films and series, about 40 MB; no key is needed. The newest export is
        fetched, unless the catalogue has it already. What a broken connection left is continued by the next update. The
        rest is as for catalogue.import.
        """
        result: CatalogueChange = await self._call("catalogue.update", {}, {"timeout_ms": timeout_ms}, endless=True)
        return result

    async def catalogue_cancel(self, *, timeout_ms: int | None = None) -> Changed:
        """End an import of the catalogue.

        Applies to catalogue.import and catalogue.update, of any connection; nothing is imported.
        """
        result: Changed = await self._call("catalogue.cancel", {}, {"timeout_ms": timeout_ms})
        return result

    async def account_connect(self, *, timeout_ms: int | None = None) -> AccountLink:
        """Begin to connect the profile with an account at TMDB.

        The answer has a link. The person opens it, signs in at TMDB and approves; the daemon waits for that until
        expires_at, which `account.status` with wait reports, and `account.disconnect` ends the waiting. Sent again
        meanwhile, it answers the same link. Nothing is changed before `account.sync` has a word of consent. A profile
        with an age limit cannot have an account: TMDB does not know the limit.
        """
        result: AccountLink = await self._call("account.connect", {}, {"timeout_ms": timeout_ms})
        return result

    async def account_status(self, *, wait: bool | None = None, timeout_ms: int | None = None) -> AccountStatus:
        """Show the profile's account and whether something is wrong.

        Sends no request to TMDB.

        wait: While state is waiting, answer when that is over, at the latest shortly before timeout_ms.
        """
        result: AccountStatus = await self._call("account.status", {}, {"wait": wait, "timeout_ms": timeout_ms})
        return result

    async def account_sync(self, *, consent: str | None = None, timeout_ms: int | None = None) -> AccountSync:
        """Compare both lists with the account, and make them the same.

        What one side has got, the other gets; what one side has lost, the other loses after a second look, at least 10
        minutes later. The first time, if anything would change, and when most titles would be removed, nothing is
        changed: the answer has a question, and changes shows what would be done. To agree, send its plan as consent.
        From then on the daemon compares by itself every 30 minutes and after changes of the lists. There is no timeout.

        consent: The plan that the person has agreed to, from an earlier answer.
        """
        result: AccountSync = await self._call(
            "account.sync",
            {},
            {"consent": consent, "timeout_ms": timeout_ms},
            endless=True,
        )
        return result

    async def account_journal(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> AccountJournal:
        """List what was changed because of the account.

        The newest first; at most 20,000 changes of the last 180 days.

        page: From 1; a page past the end is empty.
        page_size: Titles per page; default: the setting page_size, 20.
        """
        result: AccountJournal = await self._call(
            "account.journal",
            {},
            {"page": page, "page_size": page_size, "timeout_ms": timeout_ms},
        )
        return result

    async def account_undo(self, *, id: int | None = None, timeout_ms: int | None = None) -> AccountUndone:
        """Undo changes that were made because of the account.

        Here and at TMDB, where it was done. Afterwards both sides differ, and stay so until the title is changed on one
        of them. A title that has got a note or a mark since stays.

        id: Of the change; default: all changes of the last comparison.
        """
        result: AccountUndone = await self._call("account.undo", {}, {"id": id, "timeout_ms": timeout_ms}, endless=True)
        return result

    async def account_disconnect(self, *, timeout_ms: int | None = None) -> AccountEnd:
        """Disconnect the profile from its account at TMDB.

        Ends the session at TMDB, and forgets it and the journal. Both lists stay as they are. Also ends the waiting of
        `account.connect`, and an `account.sync` or `account.undo` in progress.
        """
        result: AccountEnd = await self._call("account.disconnect", {}, {"timeout_ms": timeout_ms})
        return result


def _begin(inbox: _Inbox, reply: dict[str, Any]) -> None:
    """Puts the states of a reply to `subscribe` into the inbox."""
    name, topics = reply.get("subscription"), reply.get("topics")
    if not isinstance(name, str) or not isinstance(topics, dict):
        raise ProtocolError("a subscription without a name or topics came")
    inbox.name, inbox.instance = name, str(reply.get("instance"))
    failed = reply.get("failed")
    faults = {topic: _refusal(error) for topic, error in failed.items()} if isinstance(failed, dict) else {}
    for topic, fault in faults.items():
        # Nothing of it will come.
        if fault.kind in _REFUSED:
            inbox.end(fault)
            return
        inbox.put(State(topic, None, 0, 0, inbox.instance, fault))
    for topic, state in topics.items():
        if not isinstance(state, dict) or not isinstance(state.get("rev"), int):
            raise ProtocolError("a topic without a state came")
        inbox.put(State(topic, state.get("data"), state["rev"], 0, inbox.instance))
