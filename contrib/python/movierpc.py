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
# As the contract has them: what a request has where it does not say, and the requests of a connection that are under
# way at once. One less than these is sent, so that a `cancel` always gets through.
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
    """The daemon's own answer. It has a class for each kind; `data` has what more there is, by the table of errors."""

    def __init__(self, code: int, message: str, data: Mapping[str, Any]) -> None:
        hint, wait = data.get("hint"), data.get("retry_after_ms")
        super().__init__(message, hint if isinstance(hint, str) else None)
        self.code = code
        self.data = dict(data)
        self.kind = str(data.get("kind", "error"))
        self.retry_after_ms = wait if isinstance(wait, int) else None
        self.retryable = self.kind in _PASSING or data.get("by") == "shutdown"

    # Else copy and pickle would make it anew of its message alone.
    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message, self.data), self.__dict__


_PASSING = {"upstream_unavailable", "rate_limited", "timeout", "overloaded"}


class ParseError(RPCError):
    """The message is not JSON; `offset`: bytes from its start to the fault."""


class InvalidRequest(RPCError):
    """The message is JSON, but no request."""


class MethodNotFound(RPCError):
    """There is no such method; `did_you_mean`: one that was probably meant, or null."""


class InvalidParams(RPCError):
    """A parameter is unknown, missing, given twice, of a wrong type or out of range; `param`, `expected`."""


class InternalError(RPCError):
    """A bug of the daemon; its log has more under `incident`."""


class Cancelled(RPCError):
    """The request was given up; `by`: cancel, newer (see `supersedes`) or shutdown."""


class NotFound(RPCError):
    """No such title, list, entry, download or profile, or the connection's profile was deleted; `what`."""


class UpstreamUnavailable(RPCError):
    """The network or an upstream server failed, and nothing else knows; `source`, `reason`, `retry_after_ms` or
    null.
    """


class UpstreamUnauthorized(RPCError):
    """An API key is missing or refused; `source`, `reason`, `setting`."""


class RateLimited(RPCError):
    """Upstream takes no more for now, or our own limit would; `retry_after_ms`."""


class Timeout(RPCError):
    """Not done in `timeout_ms`."""


class LimitExceeded(RPCError):
    """Over a bound; `limit`: its name, `max`, `got`."""


class Overloaded(RPCError):
    """Too many connections, or the daemon is shutting down; `retry_after_ms`."""


class Conflict(RPCError):
    """`if_rev` does not match, or the state forbids it; `rev`, `entry`, `state` where they apply."""


class StorageError(RPCError):
    """The disk is full or read-only, or the library damaged; nothing of what was asked happened."""


class NotAvailable(RPCError):
    """A program, a part or a required capability that is not there; `missing`."""


class Forbidden(RPCError):
    """The profile does not allow it, or a wrong PIN; `needs`: pin or age, `retry_after_ms`."""


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
    return LimitExceeded(-32006, f"{name} is at most {most}, not {got}", data)


# What comes. Fields that are not here may come too, and texts may have other values than are named.


BrowseList = Literal[
    "trending", "popular", "top_rated", "upcoming", "now_playing", "airing_today", "on_the_air", "discover", "award",
    "recommended", "downloaded",
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
    """Among the favourites."""
    download: str
    """State of its download, or none: none, queued, active, paused, done, failed."""


class Title(TypedDict):
    key: str
    """movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere."""
    id: int | None
    """TMDB's number; null for a title only iTunes knows."""
    media_type: str
    """A film or a series: movie, tv."""
    title: str
    """TMDB's title, or its name for tv."""
    original_title: str
    """In its original language; the title where nothing else is known."""
    original_name: str | None
    """original_title, for tv only."""
    original_language: str | None
    """ISO 639-1."""
    release_date: str | None
    """2021-09-15; in detail the region's; for tv the first air date."""
    year: int | None
    """Of the first release."""
    overview: str | None
    """What it is about."""
    overview_source: str | None
    """Whose words; movierpc: a sentence made from facts. tmdb, itunes, movierpc."""
    genres: list[str]
    """[] where unknown."""
    genre_ids: list[int]
    """In the order of genres."""
    poster_path: str | None
    """TMDB's path, or a URL for a title only iTunes knows."""
    backdrop_path: str | None
    """TMDB's path."""
    vote_average: float | None
    """0 to 10."""
    vote_count: int | None
    """Votes at TMDB."""
    popularity: float | None
    """Compares within one answer only."""
    adult: bool
    """TMDB marks it as adult or softcore."""
    source: str
    """Who said these facts: tmdb, itunes, catalogue, library."""
    on: UserState


class Meta(TypedDict):
    source: str
    """Who said it: tmdb, itunes, youtube, catalogue, library."""
    cache: str
    """hit: kept and fresh; miss: asked upstream for this; coalesced: shared another request's call; stale: kept, too
    old; none: known locally.
    """
    age_ms: int
    """Milliseconds since upstream said it; 0 for local answers."""
    offline: bool
    """Upstream was tried and failed."""
    reason: str | None
    """Why upstream did not answer: no_key, key_refused, rate_limited, upstream_error, intercepted, network; more may
    come.
    """
    as_of: str | None
    """Date of the catalogue when it answered."""
    hidden: int
    """Titles an age limit took out."""
    attribution: list[str]
    """Show these beside the data."""


class TitlePage(TypedDict):
    rev: str
    """Of the list, to be compared only: where two pages differ in it, begin again at page 1."""
    results: list[Title]
    """A page may be short: go by next_page."""
    page: int
    """As asked for, from 1."""
    page_size: int
    """As asked for, or the setting."""
    next_page: int | None
    """Null at the end."""
    total_pages: int
    """total_results by page_size; 0 where nothing was found."""
    total_results: int
    """Titles that match; at most 10,000."""
    meta: Meta


RowName = Literal[
    "trending", "trending/movie", "trending/tv", "trending/any", "popular", "popular/movie", "popular/tv", "top_rated",
    "top_rated/movie", "top_rated/tv", "upcoming", "upcoming/movie", "now_playing", "now_playing/movie",
    "now_playing/tv", "airing_today", "airing_today/tv", "on_the_air", "on_the_air/tv", "discover", "discover/movie",
    "discover/tv", "award", "award/movie", "recommended", "recommended/any", "recommended/movie", "recommended/tv",
    "downloaded", "downloaded/any", "downloaded/movie", "downloaded/tv",
]


class HomeError(TypedDict):
    kind: str
    """Kind of the error."""
    message: str
    """An English sentence."""
    hint: str | None
    """What to do."""


class HomeRow(TypedDict):
    list: str
    """A list of browse."""
    media_type: str
    """Films, series or both: any, movie, tv."""
    title: str
    """What to write over the row, in English."""
    results: list[Title]
    """The beginning of the list."""
    meta: Meta | None
    error: HomeError | None


class Home(TypedDict):
    hero: Title | None
    rows: list[HomeRow]
    """In the order asked for."""
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


class Suggest(TypedDict):
    results: list[Suggestion]
    """Best first."""
    meta: Meta


class Certification(TypedDict):
    country: str
    """Whose."""
    value: str
    """PG-13, 12, ..."""
    age: int | None
    """The age from which it may be seen."""


class Collection(TypedDict):
    id: int | None
    """TMDB's number, null where only the name is known."""
    name: str
    """Dune Collection."""


class CastMember(TypedDict):
    name: str
    """Who plays."""
    character: str | None
    """Whom."""
    profile_path: str | None
    """TMDB's path of a picture."""


class CrewMember(TypedDict):
    name: str
    """Who."""
    job: str
    """Director, Writer ..."""


class Video(TypedDict):
    name: str
    """What the site calls it."""
    type: str
    """search: a page for a browser. trailer, teaser, clip, featurette, behind_the_scenes, bloopers, opening_credits,
    recap, preview, search.
    """
    site: str
    """Where it is; file: kept for offline use. youtube, vimeo, itunes, file."""
    video_id: str | None
    """The site's name for it."""
    official: bool
    """Published by those who made the film."""
    language: str | None
    """ISO 639-1."""
    url: str
    """To watch it."""
    embed_url: str | None
    """For a frame in a page."""
    thumbnail_url: str | None
    """A picture of it."""
    direct: bool
    """A media URL any player opens; others need yt-dlp."""
    published_at: str | None
    """RFC 3339."""


class Season(TypedDict):
    season_number: int
    """0: specials."""
    name: str
    """Season 1."""
    episode_count: int | None
    """Episodes."""
    air_date: str | None
    """Of the first one."""
    poster_path: str | None
    """TMDB's path."""


class Offer(TypedDict):
    kind: str
    """How: flatrate, free, ads, rent, buy."""
    provider_id: int
    """TMDB's number."""
    provider: str
    """Where."""
    logo_path: str | None
    """TMDB's path."""


class Offers(TypedDict):
    link: str | None
    """To show with the offers."""
    offers: list[Offer]
    """[] where there is none."""


class TitleDetail(TypedDict):
    key: str
    """movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere."""
    id: int | None
    """TMDB's number; null for a title only iTunes knows."""
    media_type: str
    """A film or a series: movie, tv."""
    title: str
    """TMDB's title, or its name for tv."""
    original_title: str
    """In its original language; the title where nothing else is known."""
    original_name: str | None
    """original_title, for tv only."""
    original_language: str | None
    """ISO 639-1."""
    release_date: str | None
    """2021-09-15; in detail the region's; for tv the first air date."""
    year: int | None
    """Of the first release."""
    overview: str | None
    """What it is about."""
    overview_source: str | None
    """Whose words; movierpc: a sentence made from facts. tmdb, itunes, movierpc."""
    genres: list[str]
    """[] where unknown."""
    genre_ids: list[int]
    """In the order of genres."""
    poster_path: str | None
    """TMDB's path, or a URL for a title only iTunes knows."""
    backdrop_path: str | None
    """TMDB's path."""
    vote_average: float | None
    """0 to 10."""
    vote_count: int | None
    """Votes at TMDB."""
    popularity: float | None
    """Compares within one answer only."""
    adult: bool
    """TMDB marks it as adult or softcore."""
    source: str
    """Who said these facts: tmdb, itunes, catalogue, library."""
    on: UserState
    tagline: str | None
    """TMDB's one line for a poster."""
    status: str | None
    """TMDB's word: Released, Ended, In Production ..."""
    runtime: int | None
    """Minutes."""
    homepage: str | None
    """A URL."""
    imdb_id: str | None
    """tt1160419."""
    director: list[str]
    """Of a film; [] where unknown, and for series."""
    creators: list[str]
    """Of a series; [] where unknown, and for films."""
    certification: Certification | None
    collection: Collection | None
    keywords: list[str]
    """What it is about; at most 20."""
    logo_path: str | None
    """TMDB's path of the title as a picture, perhaps an .svg."""
    cast: list[CastMember]
    """First names on the bill first; at most 20."""
    crew: list[CrewMember]
    """At most 12."""
    videos: list[Video]
    """As in trailer; at most 20."""
    similar: list[Title]
    """Like it; at most 12."""
    recommendations: list[Title]
    """For those who liked it; at most 12."""
    seasons: list[Season]
    """[] for films, and where unknown."""
    where_to_watch: dict[str, Offers] | None
    """By country of the setting countries; null: unknown, {}: nowhere."""
    partial: bool
    """Only local facts were at hand."""
    meta: Meta


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
    meta: Meta


ImageSize = Literal[
    "w45", "w92", "w154", "w185", "w300", "w342", "w500", "w780", "w1280", "h632", "original",
]


class Image(TypedDict):
    file: str
    """Its absolute path, which stays at least an hour."""
    bytes: int
    """Of the file."""
    content_type: str
    """By its bytes: image/jpeg, image/png, image/webp, image/gif."""
    width: int
    """Pixels."""
    height: int
    """Pixels."""
    meta: Meta


class Genre(TypedDict):
    id: int
    """For genre of browse."""
    name: str
    """For people; genre takes it too."""
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
    """TMDB knows where titles can be seen there."""


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
    """TMDB's number, for provider."""
    name: str
    """For people."""
    logo_path: str | None
    """TMDB's path of a picture."""


class ProviderPage(TypedDict):
    results: list[Provider]
    """Those used most first."""
    page: int
    """As asked for, from 1."""
    page_size: int
    """As asked for, or the setting."""
    next_page: int | None
    """Null at the end."""
    total_pages: int
    """total_results by page_size."""
    total_results: int
    """In all pages."""
    meta: Meta


WatchlistSortBy = Literal[
    "added_at", "added_at.asc", "added_at.desc", "title", "title.asc", "title.desc", "release_date", "release_date.asc",
    "release_date.desc", "vote_average", "vote_average.asc", "vote_average.desc", "vote_count", "vote_count.asc",
    "vote_count.desc", "popularity", "popularity.asc", "popularity.desc",
]


class LibraryEntry(TypedDict):
    added_at: str
    """When it was put on the list."""
    note: str
    """The user's words; "" of a favourite."""
    watched: bool
    """Marked as watched, on the watchlist."""
    watched_at: str | None
    """Since when."""
    rev: int
    """The library's rev of the entry's last change; for if_rev."""


class LibraryTitle(TypedDict):
    key: str
    """movie/N and tv/N with TMDB's number, or itunes/N; names the title everywhere."""
    id: int | None
    """TMDB's number; null for a title only iTunes knows."""
    media_type: str
    """A film or a series: movie, tv."""
    title: str
    """TMDB's title, or its name for tv."""
    original_title: str
    """In its original language; the title where nothing else is known."""
    original_name: str | None
    """original_title, for tv only."""
    original_language: str | None
    """ISO 639-1."""
    release_date: str | None
    """2021-09-15; in detail the region's; for tv the first air date."""
    year: int | None
    """Of the first release."""
    overview: str | None
    """What it is about."""
    overview_source: str | None
    """Whose words; movierpc: a sentence made from facts. tmdb, itunes, movierpc."""
    genres: list[str]
    """[] where unknown."""
    genre_ids: list[int]
    """In the order of genres."""
    poster_path: str | None
    """TMDB's path, or a URL for a title only iTunes knows."""
    backdrop_path: str | None
    """TMDB's path."""
    vote_average: float | None
    """0 to 10."""
    vote_count: int | None
    """Votes at TMDB."""
    popularity: float | None
    """Compares within one answer only."""
    adult: bool
    """TMDB marks it as adult or softcore."""
    source: str
    """Who said these facts: tmdb, itunes, catalogue, library."""
    on: UserState
    entry: LibraryEntry | None


class LibraryPage(TypedDict):
    rev: int
    """Counts the changes of the profile's library; another one on a later page: begin again."""
    results: list[LibraryTitle]
    """A page may be short: go by next_page."""
    page: int
    """As asked for, from 1."""
    page_size: int
    """As asked for, or the setting."""
    next_page: int | None
    """Null at the end."""
    total_pages: int
    """total_results by page_size; 0 where nothing was found."""
    total_results: int
    """Titles that match; at most 10,000."""
    meta: Meta


class LibraryChange(TypedDict):
    changed: bool
    """false: all was so already."""
    rev: int
    """The library's, after it."""
    title: LibraryTitle | None


class HistoryTerm(TypedDict):
    term: str
    """As it was asked the last time."""
    searched_at: str
    """When it was asked the last time."""
    count: int
    """How often."""
    total_results: int
    """Titles found the last time; at most 10,000."""


class History(TypedDict):
    results: list[HistoryTerm]
    """Newest first."""


class Changed(TypedDict):
    changed: bool
    """It was there."""


class Export(TypedDict):
    entries: list[dict[str, Any]]
    """At most 200. Each kind has fields of its own."""
    next: str | None
    """The cursor to go on with; null: that was all."""


class Unmatched(TypedDict):
    line: int
    """Of the file, from 1."""
    title: str | None
    """As the file has it."""
    year: int | None
    """As the file has it."""
    kind: str
    """unavailable: who may know it could not be asked. malformed, not_found, ambiguous, unavailable, forbidden,
    unsupported.
    """
    reason: str
    """Why, for people."""


class Import(TypedDict):
    dry_run: bool
    """true: nothing was changed; the numbers are what would have been."""
    added: int
    """Entries of titles, searches and settings that were not there."""
    updated: int
    """Entries that were there and have something new, such as watched or a note."""
    unchanged: int
    """Entries that were there."""
    unmatched: list[Unmatched]
    """What of the file went nowhere, in its order; at most 1,000."""
    unmatched_total: int
    """How many there are."""
    pending: int
    """Of them, those that are kept and tried again: see library.pending."""


class PendingTitle(TypedDict):
    list: str
    """Where it is to be: watchlist, favorites."""
    keys: list[str]
    """As the file has them."""
    title: str | None
    """As the file has it."""
    year: int | None
    """As the file has it."""
    media_type: str | None
    """As the file has it: movie, tv."""
    added_at: str
    """When it was added to the list it comes from."""
    note: str
    """Your words."""
    watched: bool
    """Marked as watched."""
    watched_at: str | None
    """When it was watched."""
    kind: str
    """Of the last try. unavailable: it is tried again; the others have been answered. not_found, ambiguous,
    unavailable, forbidden.
    """
    reason: str
    """Why, for people."""


class PendingPage(TypedDict):
    results: list[PendingTitle]
    """A page may be short: go by next_page."""
    page: int
    """As asked for, from 1."""
    page_size: int
    """As asked for, or the setting."""
    next_page: int | None
    """Null at the end."""
    total_pages: int
    """total_results by page_size; 0 where nothing was found."""
    total_results: int
    """Titles that are pending; at most 10,000."""


class Release(TypedDict):
    key: str
    """The title's."""
    title: str
    """As the watchlist shows it."""
    date: str
    """The day, as 2026-11-21."""
    kind: str
    """cinema; digital: streaming, shops, television; physical: on disc; episode: of a series."""
    country: str | None
    """Where: the region, else where the film came out first; of an episode the series' own."""


class Releases(TypedDict):
    results: list[Release]
    """By date, then by title."""
    total_results: int
    """In all; `results` has the first 500."""
    pending: int
    """Titles whose dates are still to be fetched from TMDB: only their first release is known, or nothing."""
    meta: Meta


class DownloadAsset(TypedDict):
    kind: str
    """What it is: detail, poster, backdrop, preview, trailer."""
    state: str
    """absent: there is none, which is no failure. queued, active, paused, done, failed, absent."""
    file: str | None
    """Its absolute path once it is done; null for detail."""
    bytes: int
    """That are there."""
    total_bytes: int | None
    """Null while nobody knows."""
    content_type: str | None
    """By its bytes, once it is done."""


class Failure(TypedDict):
    kind: str
    """A kind of error."""
    message: str
    """One English sentence."""


class Download(TypedDict):
    key: str
    """The title's."""
    title: str
    """Its title."""
    media_type: str
    """A film or a series: movie, tv."""
    state: str
    """Of all its assets together: queued, active, paused, done, failed."""
    bytes: int
    """That are there."""
    total_bytes: int | None
    """Null while nobody knows."""
    rate: int
    """Bytes a second; 0 while nothing comes."""
    tries: int
    """Of the asset that needed most."""
    restarts: int
    """How often one was begun anew, because the server had changed it."""
    assets: list[DownloadAsset]
    """Those that were asked for."""
    error: Failure | None
    created_at: str
    """When it was asked for first."""
    finished_at: str | None
    """When the last of it was done, or failed."""


class DownloadPage(TypedDict):
    results: list[Download]
    """A page may be short: go by next_page."""
    page: int
    """As asked for, from 1."""
    page_size: int
    """As asked for, or the setting."""
    next_page: int | None
    """Null at the end."""
    total_pages: int
    """total_results by page_size; 0 where nothing was found."""
    total_results: int
    """Downloads there are; at most 10,000."""


AssetKind = Literal[
    "detail", "poster", "backdrop", "preview", "trailer",
]


class PlayerState(TypedDict):
    state: str
    """What it is doing: stopped, loading, playing, paused, failed."""
    key: str | None
    """The title's that is played, or was played last."""
    title: str | None
    """Its title."""
    what: str | None
    """What of it: trailer, preview, download."""
    url: str | None
    """The address that is played."""
    position: float | None
    """Seconds from the beginning."""
    duration: float | None
    """Seconds; null where it is not known."""
    volume: int | None
    """0 to 100; null where no player has said."""
    error: Failure | None


Setting = TypedDict(
    "Setting",
    {
        # In force, null where there is none; of a secret {"set":true} or {"set":false}.
        "value": Any,
        # Without file, library and environment; shown like value.
        "default": Any,
        # Who has set the value: default, file, library, environment.
        "from": str,
        # One sentence or two.
        "description": str,
        # profile: by clients, one a profile; shared: by clients, one for all; file: in config.toml only.
        "settable": str,
    },
)


class Settings(TypedDict):
    settings: dict[str, Setting]
    """All there are, by name."""
    checked: dict[str, str]
    """What TMDB said of a key that was set, by the setting's name."""


class Profile(TypedDict):
    name: str
    """Names it."""
    age_limit: int | None
    """Years: what is certified for older people is hidden."""
    age_region: str | None
    """The country whose certificates the age limit goes by."""
    has_pin: bool
    """Entering it needs its PIN."""
    locked: bool
    """This connection would have to show its PIN."""
    unlock_expires_at: str | None
    """Until then all programs of the user get in; UTC."""
    selected: bool
    """This connection is in it."""
    default: bool
    """New connections begin in it."""


class Profiles(TypedDict):
    profiles: list[Profile]
    """default first, then by name."""


class TopicState(TypedDict):
    rev: int
    """Grows by one with each new state."""
    data: dict[str, Any]
    """The state; its shape is the topic's."""


class Subscribe(TypedDict):
    subscription: str
    """Its name in this connection, for `unsubscribe`; its events carry it."""
    instance: str
    """Another one after each start of the daemon; `rev` begins anew with it."""
    failed: dict[str, dict[str, Any]]
    """Topics that have no state yet, by their names. They are followed all the same."""
    topics: dict[str, TopicState]
    """The present states, by the names of the topics."""


class Unsubscribe(TypedDict):
    unsubscribed: bool
    """It was there, and has ended."""


class Cancel(TypedDict):
    cancelled: bool
    """The request was answered `cancelled`."""


class Hello(TypedDict):
    server: str
    """movierpcd"""
    version: str
    """Version of the program."""
    protocol: int
    """Version of the wire contract."""
    instance: str
    """Another one after each start of the daemon."""
    profile: str
    """The connection's profile."""
    capabilities: list[str]
    """What this daemon has."""
    limits: dict[str, int]
    """The limits of Protocol/README.md, by name."""


class SourceStatus(TypedDict):
    name: str
    """tmdb, itunes or youtube."""
    state: str
    """How it is with it: ok, no_key, refused, limited, down, off."""
    reason: str | None
    """Why it does not answer, as in meta."""
    rate_left: int | None
    """Calls it would take now."""
    calls: int
    """Sent to it since the daemon's start."""
    errors: int
    """Calls that failed."""
    retry_at: str | None
    """Not asked before; RFC 3339, UTC."""


class StatusCache(TypedDict):
    memory_bytes: int
    """Encoded results and what upstream said; at most limits.kept_results_bytes and upstream_memory_bytes."""
    disk_bytes: int
    """What upstream said, in cache.sqlite; 0 until it is opened."""
    images_bytes: int
    """Of the disk, for pictures; at most limits.images_bytes, more within the hour. 0 until somebody asks."""
    hits: int
    """Answered from what was kept and fresh."""
    stale: int
    """Answered with something too old, because upstream failed or was being asked."""
    misses: int
    """Asked upstream."""
    coalesced: int
    """Shared another request's upstream call."""


class StatusCatalogue(TypedDict):
    titles: int
    """How many are known locally; 0 until the catalogue is open."""
    as_of: str | None
    """Date of the facts, 2026-07-29."""


class MethodStatus(TypedDict):
    calls: int
    """Answered since the daemon's start, errors too."""
    errors: int
    """Of these, answered with an error."""
    p50_us: int
    """Median time to the answer, microseconds."""
    p99_us: int
    """99 of 100 took no longer, microseconds."""


class Status(TypedDict):
    pid: int
    """Of the daemon."""
    version: str
    """Version of the program."""
    protocol: int
    """Version of the wire contract."""
    instance: str
    """Another one after each start of the daemon."""
    uptime_ms: int
    """Milliseconds since the daemon's start."""
    memory_bytes: int
    """Resident memory of the daemon."""
    connections: int
    """Open connections, this one too."""
    subscriptions: int
    """Of all connections."""
    in_flight: int
    """Requests of all connections that wait for their answer; never this one."""
    network: str
    """unknown while nothing upstream has been asked: online, offline, unknown."""
    sources: list[SourceStatus]
    """Who is asked over the network."""
    cache: StatusCache
    catalogue: StatusCatalogue
    methods: dict[str, MethodStatus]
    """Those that were called, by name."""


class ClientStatus(TypedDict):
    pid: int | None
    """Of the process that connected, where the kernel knows it."""
    client: str | None
    """As `hello` said."""
    version: str | None
    """As `hello` said."""
    profile: str
    """The connection's profile."""
    connected_at: str
    """RFC 3339, UTC."""
    requests: int
    """So far, notifications too; not what was no request at all."""
    in_flight: int
    """Requests that wait for their answer."""
    subscriptions: int
    """Those it has now."""
    waiting_bytes: int
    """Written, but not yet taken by the client."""
    last_method: str | None
    """The method asked for last; null before the first."""
    self: bool
    """The connection that asks."""


class Clients(TypedDict):
    clients: list[ClientStatus]
    """Oldest connection first."""


class Ping(TypedDict):
    pong: bool
    """Always true."""


class TitleChange(TypedDict):
    key: str
    """The title's."""
    on: UserState
    rev: int
    """The library's, of its last change."""


class LibraryState(TypedDict):
    watchlist: int
    """Titles on the watchlist."""
    unwatched: int
    """Of them, those not marked as watched."""
    favorites: int
    """Favourites."""
    changed: list[TitleChange] | None
    """Since the last event, [] in the reply to subscribe; null: more than 100, or some were dropped: read your lists
    again.
    """


class DownloadsState(TypedDict):
    queued: int
    """Downloads that wait for their turn, or for another try."""
    active: int
    """That are being fetched."""
    paused: int
    """That wait to be resumed."""
    done: int
    """That are there."""
    failed: int
    """That are given up."""
    bytes: int
    """That are there of those queued, active and paused."""
    total_bytes: int | None
    """That they will have; null while nobody knows."""
    rate: int
    """Bytes a second."""
    items: list[Download]
    """At most 20: those not finished, in the order of the queue, then those finished last."""


class ReleasesState(TypedDict):
    results: list[Release]
    """By date, then by title."""


class SettingsState(TypedDict):
    settings: dict[str, Setting]
    """All there are, by name."""


BrowseTopic = Literal[
    "browse:trending", "browse:trending/movie", "browse:trending/tv", "browse:trending/any", "browse:popular",
    "browse:popular/movie", "browse:popular/tv", "browse:top_rated", "browse:top_rated/movie", "browse:top_rated/tv",
    "browse:upcoming", "browse:upcoming/movie", "browse:now_playing", "browse:now_playing/movie",
    "browse:now_playing/tv", "browse:airing_today", "browse:airing_today/tv", "browse:on_the_air",
    "browse:on_the_air/tv", "browse:discover", "browse:discover/movie", "browse:discover/tv", "browse:award",
    "browse:award/movie", "browse:recommended", "browse:recommended/any", "browse:recommended/movie",
    "browse:recommended/tv", "browse:downloaded", "browse:downloaded/any", "browse:downloaded/movie",
    "browse:downloaded/tv",
]


class ServerTask(TypedDict):
    name: str
    """What is being done."""
    done: int
    """So much of it."""
    total: int | None
    """Of so much."""
    waiting: int
    """So much of it waits for an upstream that cannot be asked now."""


class ServerState(TypedDict):
    state: str
    """stopping: the connection is closed next. running, stopping."""
    reason: str | None
    """Why it is stopping; upgrade: another one follows. shutdown, upgrade."""
    version: str
    """Version of the program."""
    network: str
    """unknown while nothing upstream has been asked: online, offline, unknown."""
    tasks: list[ServerTask]
    """Long work under way, such as library.import."""


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
    max_age_ms: An answer older than this is requested again (0: always); if that fails the old one comes, marked stale.
    cache_only: No request is sent upstream.
    language: Language of titles and texts, de or de-DE; default: the setting.
    region: Country whose dates and certificates count; default: the setting.
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
        self._hello = {"client": client, "version": version, "profile": profile, "pin": pin}
        self._require = list(require)
        self._start = start
        self._patience = patience
        self._max_line_bytes = max_line_bytes
        self._connection: _Connection | None = None
        self._turn = asyncio.Lock()
        # To connect: the last one, and how many there were.
        self._failure: Error | None = None
        self._failures = 0
        self._slots = asyncio.Semaphore(_IN_FLIGHT - 1)
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
    def follow(self, topic: Literal["downloads"], /) -> AsyncGenerator[State[DownloadsState], None]: ...
    @overload
    def follow(self, topic: Literal["player"], /) -> AsyncGenerator[State[PlayerState], None]: ...
    @overload
    def follow(self, topic: Literal["history"], /) -> AsyncGenerator[State[History], None]: ...
    @overload
    def follow(self, topic: Literal["releases"], /) -> AsyncGenerator[State[ReleasesState], None]: ...
    @overload
    def follow(self, topic: Literal["settings"], /) -> AsyncGenerator[State[SettingsState], None]: ...
    @overload
    def follow(self, topic: BrowseTopic, /) -> AsyncGenerator[State[TitlePage], None]: ...
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
    ) -> TitlePage:
        """Read a list of films or series.

        media_type is one that the list has, its first where it is left out, else `invalid_params`: movie, tv, any of
        trending; movie, tv of popular, top_rated, now_playing, discover; movie of upcoming, award; tv of airing_today,
        on_the_air; any, movie, tv of recommended, downloaded. now_playing of series is on_the_air. window goes with
        trending only, and genre to country go with discover only. Lists that only TMDB has are `upstream_unauthorized`
        without its key: airing_today, on_the_air, and discover by provider, offer or revenue.

        list: Which list.
        media_type: Films, series or both, as the list has them.
        page: From 1; past the end it is empty, no error.
        page_size: Titles a page; default: the setting page_size, 20.
        window: Trending in the last day or week; default: week.
        genre: Names or numbers: `,` between them means and, `|` means or.
        year: Of the release.
        sort_by: A field, with .asc or .desc; titles go up, all else down. Default: TMDB's popularity, or vote_count.
        min_votes: At least so many votes; TMDB by vote_average: 200.
        provider: Numbers of providers, as in genre.
        offer: How it is offered there.
        country: Where it is offered; default: the region.
        """
        result: TitlePage = await self._call(
            "browse",
            {"list": list},
            {
                "media_type": media_type, "page": page, "page_size": page_size, "window": window, "genre": genre,
                "year": year, "sort_by": sort_by, "min_votes": min_votes, "provider": provider, "offer": offer,
                "country": country, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only,
                "language": language, "region": region,
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
    ) -> Home:
        """The first screen: a hero and some rows.

        hero is a random title of the first page of trending films: the same one for the same seed as long as that list
        stays the same, another one each time without a seed. With an age limit it is a popular film, and rows of titles
        whose certificates are not known yet fill up from one request to the next. Rows without titles are left out,
        unless they failed: then error says why.

        rows: Lists of browse, alone or with their media_type.
        row_size: Titles a row.
        seed: Chooses the hero; without it a new one each time.
        """
        result: Home = await self._call(
            "home",
            {},
            {
                "rows": rows, "row_size": row_size, "seed": seed, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region,
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
        supersedes: str | None = None,
        record: bool | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
    ) -> TitlePage:
        """Find films and series by title.

        Case, accents and punctuation do not count, and the last word may be a beginning. Whole titles come first, then
        beginnings of titles, then titles with all the words, each by votes. A newer search of this connection with the
        same `supersedes` has older ones answered `cancelled`.

        q: What is looked for.
        media_type: Films, series or both.
        year: Only titles of this year.
        page: From 1; past the end it is empty, no error.
        page_size: Titles a page; default: the setting page_size, 20.
        debounce_ms: Nothing is done before this time has passed; default 0, with supersedes the setting, 250.
        supersedes: A name: older searches of this connection with it are answered `cancelled` first.
        record: Put an answered search into the history; default true, with supersedes false.
        """
        result: TitlePage = await self._call(
            "search",
            {"q": q},
            {
                "media_type": media_type, "year": year, "page": page, "page_size": page_size,
                "debounce_ms": debounce_ms, "supersedes": supersedes, "record": record, "timeout_ms": timeout_ms,
                "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language, "region": region,
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
    ) -> Suggest:
        """Complete what is being typed.

        The same titles as search finds, in the same order, but only what a list of completions shows. Always from what
        is known locally, so it never waits for the network.

        q: What was typed so far.
        limit: Titles at most.
        media_type: Films, series or both.
        """
        result: Suggest = await self._call(
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
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
    ) -> TitleDetail:
        """All about one title.

        Named by key, or by TMDB's number id together with media_type. At most 20 cast, 12 crew, 20 videos, 12 similar
        and 12 recommendations. partial: only local facts were at hand, so more may be known elsewhere.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        id: TMDB's number; with media_type, in place of key.
        media_type: A film or a series; with id.
        """
        result: TitleDetail = await self._call(
            "detail",
            {},
            {
                "key": key, "id": id, "media_type": media_type, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region,
            },
        )
        return result

    async def trailer(
        self,
        key: str,
        *,
        types: Sequence[TrailerType] | None = None,
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
    ) -> Trailer:
        """Trailers and other videos of a title.

        best is the first of videos, or null. In the order trailer, teaser, the other types asked for, preview, search;
        in each the wanted language, English, others; official ones first, newest first. The type search is a page of a
        video site for a browser, for a title whose videos are unknown.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        types: Which videos are wanted.
        """
        result: Trailer = await self._call(
            "trailer",
            {"key": key},
            {
                "types": types, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only,
                "language": language, "region": region,
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
        timeout_ms: int | None = None,
        max_age_ms: int | None = None,
        cache_only: bool | None = None,
        language: str | None = None,
        region: str | None = None,
    ) -> Image:
        """The file of a picture.

        Named by the key of a title and kind, or by the path that a result has for it, with kind for its sizes. It is
        fetched once for all clients and kept; file stays at least an hour after it was last named. A picture of iTunes
        comes in the one size it has. Its type is that of its bytes: JPEG, PNG, WebP or GIF.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        kind: What it shows; profile (a person) by path only.
        size: TMDB's names; default: w342 (poster), w780 (backdrop), w185 (logo), w185 (profile).
        path: A poster_path, backdrop_path, logo_path or profile_path, in place of key.
        """
        result: Image = await self._call(
            "image",
            {},
            {
                "key": key, "kind": kind, "size": size, "path": path, "timeout_ms": timeout_ms,
                "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language, "region": region,
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
    ) -> Genres:
        """The genres there are.

        TMDB's. A number means the same for films and series, but each has genres that the other lacks.

        media_type: Films, series or both.
        """
        result: Genres = await self._call(
            "genres",
            {},
            {
                "media_type": media_type, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only,
                "language": language, "region": region,
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
    ) -> Countries:
        """The countries there are.

        For region, countries and country. where_to_watch: TMDB knows where titles can be seen there.
        """
        result: Countries = await self._call(
            "countries",
            {},
            {
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region,
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
    ) -> Languages:
        """The languages there are.

        For language, alone or with a country: de or de-DE.
        """
        result: Languages = await self._call(
            "languages",
            {},
            {
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region,
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
    ) -> ProviderPage:
        """Who shows or sells titles in a country.

        Their numbers are what `provider` of `browse` takes. Needs a TMDB key.

        country: Where; default: the region.
        media_type: Of films or of series.
        page: From 1; past the end it is empty, no error.
        page_size: Titles a page; default: the setting page_size, 20.
        """
        result: ProviderPage = await self._call(
            "providers",
            {},
            {
                "country": country, "media_type": media_type, "page": page, "page_size": page_size,
                "timeout_ms": timeout_ms, "max_age_ms": max_age_ms, "cache_only": cache_only, "language": language,
                "region": region,
            },
        )
        return result

    async def watchlist(
        self,
        *,
        genre: str | None = None,
        media_type: Literal["any", "movie", "tv"] | None = None,
        unwatched: bool | None = None,
        sort_by: WatchlistSortBy | None = None,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryPage:
        """The titles to watch, with notes.

        Newest first unless sort_by says otherwise. Each title has its entry. rev counts the changes of the profile's
        library; topic `library` has the same.

        genre: Names or numbers: `,` between them means and, `|` means or.
        media_type: Films, series or both.
        unwatched: true: without those marked as watched; false: those alone.
        sort_by: A field, with .asc or .desc; titles go up, all else down.
        page: From 1; past the end it is empty, no error.
        page_size: Titles a page; default: the setting page_size, 20.
        """
        result: LibraryPage = await self._call(
            "watchlist",
            {},
            {
                "genre": genre, "media_type": media_type, "unwatched": unwatched, "sort_by": sort_by, "page": page,
                "page_size": page_size, "timeout_ms": timeout_ms,
            },
        )
        return result

    async def watchlist_add(
        self,
        key: str,
        *,
        note: str | None = None,
        watched: bool | None = None,
        if_rev: int | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Put a title on the watchlist.

        A title that is there already stays as it is, but for what note and watched say. It is on the disk when this is
        answered. changed is false where all was so already. A title that is not known yet is fetched first; when that
        fails nothing is kept.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        note: Your words; "" takes them away.
        watched: Marked as watched.
        if_rev: Only if the entry still has this rev (0: only if there is none), else `conflict`.
        """
        result: LibraryChange = await self._call(
            "watchlist.add",
            {"key": key},
            {"note": note, "watched": watched, "if_rev": if_rev, "timeout_ms": timeout_ms},
        )
        return result

    async def watchlist_update(
        self,
        key: str,
        *,
        note: str | None = None,
        watched: bool | None = None,
        if_rev: int | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Change a title's note, or mark it as watched.

        What is not given stays. A title that is not on the watchlist is `not_found`. It is on the disk when this is
        answered. changed is false where all was so already. A title that is not known yet is fetched first; when that
        fails nothing is kept.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        note: Your words; "" takes them away.
        watched: Marked as watched.
        if_rev: Only if the entry still has this rev (0: only if there is none), else `conflict`.
        """
        result: LibraryChange = await self._call(
            "watchlist.update",
            {"key": key},
            {"note": note, "watched": watched, "if_rev": if_rev, "timeout_ms": timeout_ms},
        )
        return result

    async def watchlist_remove(
        self,
        key: str,
        *,
        if_rev: int | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Take a title off the watchlist.

        Its note and mark go with it. It is on the disk when this is answered. changed is false where all was so
        already. A title that is not known yet is fetched first; when that fails nothing is kept.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_rev: Only if the entry still has this rev (0: only if there is none), else `conflict`.
        """
        result: LibraryChange = await self._call(
            "watchlist.remove",
            {"key": key},
            {"if_rev": if_rev, "timeout_ms": timeout_ms},
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
        """The titles liked best.

        Newest first unless sort_by says otherwise. Each title has its entry. rev counts the changes of the profile's
        library; topic `library` has the same.

        genre: Names or numbers: `,` between them means and, `|` means or.
        media_type: Films, series or both.
        sort_by: A field, with .asc or .desc; titles go up, all else down.
        page: From 1; past the end it is empty, no error.
        page_size: Titles a page; default: the setting page_size, 20.
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
        key: str,
        *,
        if_rev: int | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Make a title a favourite.

        A favourite stays one. It is on the disk when this is answered. changed is false where all was so already. A
        title that is not known yet is fetched first; when that fails nothing is kept.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_rev: Only if the entry still has this rev (0: only if there is none), else `conflict`.
        """
        result: LibraryChange = await self._call(
            "favorites.add",
            {"key": key},
            {"if_rev": if_rev, "timeout_ms": timeout_ms},
        )
        return result

    async def favorites_remove(
        self,
        key: str,
        *,
        if_rev: int | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Let a title be no favourite any more.

        What is no favourite stays none. It is on the disk when this is answered. changed is false where all was so
        already. A title that is not known yet is fetched first; when that fails nothing is kept.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_rev: Only if the entry still has this rev (0: only if there is none), else `conflict`.
        """
        result: LibraryChange = await self._call(
            "favorites.remove",
            {"key": key},
            {"if_rev": if_rev, "timeout_ms": timeout_ms},
        )
        return result

    async def favorites_toggle(
        self,
        key: str,
        *,
        if_rev: int | None = None,
        timeout_ms: int | None = None,
    ) -> LibraryChange:
        """Make a title a favourite, or a favourite none.

        Whatever it is when this is done; entry tells which. It is on the disk when this is answered. changed is false
        where all was so already. A title that is not known yet is fetched first; when that fails nothing is kept.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        if_rev: Only if the entry still has this rev (0: only if there is none), else `conflict`.
        """
        result: LibraryChange = await self._call(
            "favorites.toggle",
            {"key": key},
            {"if_rev": if_rev, "timeout_ms": timeout_ms},
        )
        return result

    async def history(self, *, limit: int | None = None, timeout_ms: int | None = None) -> History:
        """What was searched for, newest first.

        A search is in it once, with the time of the last one and how often it was asked; search with record false is
        not, nor where the setting record_history is off. At most 1,000 are kept.

        limit: At most so many.
        """
        result: History = await self._call("history", {}, {"limit": limit, "timeout_ms": timeout_ms})
        return result

    async def history_remove(self, term: str, *, timeout_ms: int | None = None) -> Changed:
        """Forget a search.

        Case does not count. It is gone from the library when this is answered, though not from copies of before.

        term: As `history` tells it.
        """
        result: Changed = await self._call("history.remove", {"term": term}, {"timeout_ms": timeout_ms})
        return result

    async def history_clear(self, *, timeout_ms: int | None = None) -> Changed:
        """Forget all searches.

        Those of this profile. They are gone from the library when this is answered, though not from copies of before.
        """
        result: Changed = await self._call("history.clear", {}, {"timeout_ms": timeout_ms})
        return result

    async def library_export(self, *, cursor: str | None = None, timeout_ms: int | None = None) -> Export:
        """All the profile owns, to be kept elsewhere.

        Some of it at a time: ask again with cursor as the last answer had next, until that is null. Settings, then the
        titles of both lists, then searches, each from the oldest change to the newest: what changes meanwhile comes, or
        comes once more. Secrets are not in it. library.import takes the answers as they are.

        cursor: next of the answer before; none: from the beginning.
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
        """Take titles from a file into the library.

        Nothing that is there is lost or replaced: titles are added, marked as watched, and given the note they do not
        have. Either all that matched is in the library when this is answered, or nothing. Titles without a number of
        TMDB's are looked for; topic `server` tells how far that is. There is no timeout, and one import at a time.

        file: A file of the user who runs the daemon, at most 64 MiB.
        format: Who wrote it: library.export, or a CSV or JSON file of one of the others.
        dry_run: Nothing is changed, only told.
        """
        result: Import = await self._call(
            "library.import",
            {"file": file, "format": format},
            {"dry_run": dry_run, "timeout_ms": timeout_ms},
            endless=True,
        )
        return result

    async def library_pending(
        self,
        *,
        page: int | None = None,
        page_size: int | None = None,
        timeout_ms: int | None = None,
    ) -> PendingPage:
        """Titles of imports that could not be looked up.

        In the order in which it was imported. The daemon tries again by itself when TMDB can be asked; a title that is
        found then is put on its list. What TMDB does not know stays here, with what it said. At most 10,000 are kept.

        page: From 1; past the end it is empty, no error.
        page_size: Titles a page; default: the setting page_size, 20.
        """
        result: PendingPage = await self._call(
            "library.pending",
            {},
            {"page": page, "page_size": page_size, "timeout_ms": timeout_ms},
        )
        return result

    async def library_pending_clear(self, *, timeout_ms: int | None = None) -> Changed:
        """Forget what is pending.

        Those of this profile, also what was to be tried again. Importing the file again brings them back.
        """
        result: Changed = await self._call("library.pending.clear", {}, {"timeout_ms": timeout_ms})
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
    ) -> Releases:
        """When the titles of the watchlist come out.

        Films by their dates in the region: cinemas, digital, on disc. Where TMDB has none for it, those of the country
        where the film came out first. Series by their last and their next episode. Films marked as watched are left
        out. Topic `releases` has what comes out today.

        days_back: From so many days before today.
        days_ahead: To so many days after today.
        """
        result: Releases = await self._call(
            "releases",
            {},
            {
                "days_back": days_back, "days_ahead": days_ahead, "timeout_ms": timeout_ms, "max_age_ms": max_age_ms,
                "cache_only": cache_only, "language": language, "region": region,
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
        """The downloads.

        Those not finished first, in the order of the queue, then those that are, the last one first: as topic
        `downloads`.

        state: Only those in this state.
        page: From 1; past the end it is empty, no error.
        page_size: Titles a page; default: the setting page_size, 20.
        """
        result: DownloadPage = await self._call(
            "downloads",
            {},
            {"state": state, "page": page, "page_size": page_size, "timeout_ms": timeout_ms},
        )
        return result

    async def downloads_add(
        self,
        key: str,
        *,
        assets: Sequence[AssetKind] | None = None,
        timeout_ms: int | None = None,
    ) -> Download:
        """Keep a title for offline use.

        Its detail is kept when this is answered; poster, backdrop and, where iTunes has one, the preview are fetched
        then. One download per title: asking again adds assets, and tries again those asked for that failed or were
        absent. trailer needs yt-dlp.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        assets: What is wanted; detail always is.
        """
        result: Download = await self._call("downloads.add", {"key": key}, {"assets": assets, "timeout_ms": timeout_ms})
        return result

    async def downloads_get(self, key: str, *, timeout_ms: int | None = None) -> Download:
        """One download.

        Named by its title's key.

        key: Names the download: the key of its title.
        """
        result: Download = await self._call("downloads.get", {"key": key}, {"timeout_ms": timeout_ms})
        return result

    async def downloads_pause(self, key: str | None = None, *, timeout_ms: int | None = None) -> DownloadPage:
        """Let a download wait.

        What is there is kept. One that is finished stays as it is. Without key it applies to all. Answered with a list
        like that of downloads: with key of this one download, without it the first page.

        key: Names the download; none: all.
        """
        result: DownloadPage = await self._call("downloads.pause", {}, {"key": key, "timeout_ms": timeout_ms})
        return result

    async def downloads_resume(self, key: str | None = None, *, timeout_ms: int | None = None) -> DownloadPage:
        """Go on with a download that waits or has failed.

        It goes on where it was, unless the server has changed the file meanwhile. Without key it applies to all.
        Answered with a list like that of downloads: with key of this one download, without it the first page.

        key: Names the download; none: all.
        """
        result: DownloadPage = await self._call("downloads.resume", {}, {"key": key, "timeout_ms": timeout_ms})
        return result

    async def downloads_remove(self, key: str, *, timeout_ms: int | None = None) -> Download:
        """Stop a download and remove its files.

        Entry and files are gone when this is answered, with what the download was.

        key: Names the download: the key of its title.
        """
        result: Download = await self._call("downloads.remove", {"key": key}, {"timeout_ms": timeout_ms})
        return result

    async def player(self, *, timeout_ms: int | None = None) -> PlayerState:
        """What the player is doing.

        The position is that of this moment.
        """
        result: PlayerState = await self._call("player", {}, {"timeout_ms": timeout_ms})
        return result

    async def player_play(
        self,
        key: str,
        *,
        what: Literal["trailer", "preview", "download"] | None = None,
        language: str | None = None,
        display: Mapping[str, Any] | None = None,
        timeout_ms: int | None = None,
    ) -> PlayerState:
        """Play a trailer, a preview or a download.

        Answered when it plays or has failed: then state is failed and error says why. The best video that a player can
        open is taken; what is played already gives way. A title of which there is none is `not_found`.

        key: Names the title: movie/438631, tv/1399, itunes/N or imdb/tt1160419.
        what: A trailer (or teaser), iTunes' preview, or what was downloaded.
        language: Language of the trailer; default: the setting.
        display: Where its window opens: {"wayland":"wayland-0","x11":":0"}, the asking program's WAYLAND_DISPLAY and
            DISPLAY.
        """
        result: PlayerState = await self._call(
            "player.play",
            {"key": key},
            {"what": what, "language": language, "display": display, "timeout_ms": timeout_ms},
        )
        return result

    async def player_pause(self, *, timeout_ms: int | None = None) -> PlayerState:
        """Pause what is played.

        What is paused stays so. With nothing loaded it is a `conflict`.
        """
        result: PlayerState = await self._call("player.pause", {}, {"timeout_ms": timeout_ms})
        return result

    async def player_resume(self, *, timeout_ms: int | None = None) -> PlayerState:
        """Go on with what is paused.

        What is playing goes on. With nothing loaded it is a `conflict`.
        """
        result: PlayerState = await self._call("player.resume", {}, {"timeout_ms": timeout_ms})
        return result

    async def player_toggle(self, *, timeout_ms: int | None = None) -> PlayerState:
        """Pause, or go on.

        For a click on a bar. With nothing loaded it is a `conflict`.
        """
        result: PlayerState = await self._call("player.toggle", {}, {"timeout_ms": timeout_ms})
        return result

    async def player_stop(self, *, timeout_ms: int | None = None) -> PlayerState:
        """End what is played.

        The player's window closes. With nothing loaded it is a `conflict`.
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
        """Go to another moment.

        Beyond the end it ends. With nothing loaded it is a `conflict`.

        seconds: From the beginning, or from here.
        relative: From here; backwards where seconds is negative.
        """
        result: PlayerState = await self._call(
            "player.seek",
            {"seconds": seconds},
            {"relative": relative, "timeout_ms": timeout_ms},
        )
        return result

    async def player_volume(self, volume: int, *, timeout_ms: int | None = None) -> PlayerState:
        """Set the player's volume.

        Its own, not the system's. With nothing loaded it is a `conflict`.

        volume: 100 is as loud as the file has it.
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
        """See and change the settings.

        Without parameters it only tells. All that `set` and `reset` name is changed at once, or nothing is; what is
        changed is on the disk when this is answered, and counts from the next request. A tmdb.key is tried before it is
        set: one that TMDB refuses is `upstream_unauthorized`, and one that cannot be tried is set all the same. From
        weak to strong a value comes from the default, the file, the library (what clients set) or the environment.

        set: New values by name, such as {"region":"DE"}.
        reset: Names that are to have what the file or the default says.
        """
        result: Settings = await self._call("settings", {}, {"set": set, "reset": reset, "timeout_ms": timeout_ms})
        return result

    async def profiles(self, *, timeout_ms: int | None = None) -> Profiles:
        """The people of the household.

        Each profile has a library, a history and settings of its own; downloads, player and cache are shared. A
        connection begins in the one marked default.
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
        """Make a profile.

        It begins with nothing on its lists. The connection stays in the profile it has. A connection in a profile with
        an age limit may do it where the household has no PIN, or its PIN was unlocked.

        name: Another one than all others, whatever the case.
        age_limit: Titles certified for older people are hidden; years.
        pin: Needed to enter it. Nothing else but its salted hash is stored.
        age_region: The country whose certificates the age limit goes by; left out, the region of those who set the
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

        Changes name, age limit and PIN, and nothing that the profile owns. All that is named is changed, or nothing is.
        `default` cannot have another name or an age limit.

        name: Case does not count.
        new_name: Another one than all others, whatever the case.
        age_limit: Titles certified for older people are hidden; years.
        age_region: The country whose certificates the age limit goes by; left out, the region of those who set the
            limit.
        new_pin: Needed to enter it from now on.
        reset: What it is not to have any more.
        pin: Its PIN, where it has one; from a profile with an age limit, that of default.
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

        Entering a profile that has a PIN needs that PIN. Leaving one with an age limit, for one that has no PIN and
        shows more, needs the PIN of `default`, where there is one. Tries are slowed. A connection with subscriptions
        has to end them first.

        name: Case does not count.
        pin: For this connection; profiles.unlock is for all programs.
        default: New connections begin in it from now on.
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
        """Open a profile to all programs of this user.

        Its PIN is not asked for any more until the time is over, the profile is locked, or the daemon ends. That of
        `default` is the household's: while that is unlocked, profiles with an age limit are left without a PIN too.

        name: Case does not count.
        pin: Its PIN. Each time, also while it is unlocked.
        duration_ms: How long, in milliseconds.
        """
        result: Profiles = await self._call(
            "profiles.unlock",
            {"name": name},
            {"pin": pin, "duration_ms": duration_ms, "timeout_ms": timeout_ms},
        )
        return result

    async def profiles_lock(self, *, name: str | None = None, timeout_ms: int | None = None) -> Profiles:
        """Have a profile ask for its PIN again.

        Of each connection that is in it, whatever PIN that has shown. Those that follow topics of it are closed; this
        one loses its subscriptions.

        name: Case does not count; left out, all of them.
        """
        result: Profiles = await self._call("profiles.lock", {}, {"name": name, "timeout_ms": timeout_ms})
        return result

    async def profiles_remove(self, name: str, *, pin: str | None = None, timeout_ms: int | None = None) -> Profiles:
        """Remove a profile with all it owns.

        Its lists, history and settings are gone; default cannot go. Not while a connection follows topics of it. This
        connection goes on in the default profile; others that are in it are answered not_found until they choose
        another one.

        name: Case does not count.
        pin: Its PIN, where it has one; from a profile with an age limit, that of default.
        """
        result: Profiles = await self._call("profiles.remove", {"name": name}, {"pin": pin, "timeout_ms": timeout_ms})
        return result

    async def subscribe(self, topics: Sequence[str], *, timeout_ms: int | None = None) -> Subscribe:
        """Follow topics: their state now, and an event for each later one.

        The reply has the present state of each topic; no event precedes it. A topic whose state is not to be had stands
        in `failed`, and an event comes as soon as there is one; where none is to be had, nothing is followed and the
        first one's error, with `topic`, is the answer. Each later `event` has the whole new state in the same shape, a
        `rev` that grows while `instance` stays, and in `dropped` how many states this subscription did not get because
        it read too slowly. A topic named twice counts once. A subscription ends by `unsubscribe`, by a half-close, and
        with its connection.

        topics: Names of topics, at least one: library, downloads, player, history, releases, settings, browse:LIST,
            server.
        """
        result: Subscribe = await self._call("subscribe", {"topics": topics}, {"timeout_ms": timeout_ms})
        return result

    async def unsubscribe(self, subscription: str, *, timeout_ms: int | None = None) -> Unsubscribe:
        """End a subscription.

        After the reply no event of it comes any more. False: this connection has no such subscription.

        subscription: As the reply to `subscribe` named it.
        """
        result: Unsubscribe = await self._call(
            "unsubscribe",
            {"subscription": subscription},
            {"timeout_ms": timeout_ms},
        )
        return result

    async def cancel(self, id: str | float | None, *, timeout_ms: int | None = None) -> Cancel:
        """Give up a request of this connection.

        The request is answered `cancelled` before this one is answered true. False: it was done, unknown, or a change
        under way. Ids are compared byte for byte; where several requests have the id, all are cancelled.

        id: The id of the request, as it was sent.
        """
        result: Cancel = await self._call("cancel", {"id": id}, {"timeout_ms": timeout_ms})
        return result

    async def hello(
        self,
        *,
        client: str | None = None,
        version: str | None = None,
        require: Sequence[str] | None = None,
        profile: str | None = None,
        pin: str | None = None,
        timeout_ms: int | None = None,
    ) -> Hello:
        """Say who you are, learn what the daemon can do.

        Optional, at any time. `require` names capabilities without which the client is of no use; a missing one is
        `not_available`. `profile` chooses one as `profiles.select` does; what is refused changes nothing. The limits
        are those in force.

        client: The program's name, shown by `clients`.
        version: The program's version, shown by `clients`.
        require: Capabilities the client cannot do without.
        profile: Choose this profile for the connection; case does not count.
        pin: That of the profile chosen, or of the one the connection is in.
        """
        result: Hello = await self._call(
            "hello",
            {},
            {
                "client": client, "version": version, "require": require, "profile": profile, "pin": pin,
                "timeout_ms": timeout_ms,
            },
        )
        return result

    async def status(self, *, timeout_ms: int | None = None) -> Status:
        """How the daemon is doing.

        Figures since the daemon's start; `methods` has those that were called, with their latency.
        """
        result: Status = await self._call("status", {}, {"timeout_ms": timeout_ms})
        return result

    async def clients(self, *, timeout_ms: int | None = None) -> Clients:
        """Who is connected.

        One row a connection, oldest first.
        """
        result: Clients = await self._call("clients", {}, {"timeout_ms": timeout_ms})
        return result

    async def ping(self, *, timeout_ms: int | None = None) -> Ping:
        """See that the daemon answers.

        Answered at once, whatever else is under way.
        """
        result: Ping = await self._call("ping", {}, {"timeout_ms": timeout_ms})
        return result

    async def shutdown(self, *, timeout_ms: int | None = None) -> dict[str, Any]:
        """End the daemon.

        Answered with an empty object; then no connection is taken any more, what is under way has `drain_ms` to end,
        the rest is answered `cancelled`, and the daemon ends.
        """
        result: dict[str, Any] = await self._call("shutdown", {}, {"timeout_ms": timeout_ms})
        return result

    async def rpc_discover(self, *, timeout_ms: int | None = None) -> dict[str, Any]:
        """This description, as an OpenRPC document.

        Every method with its parameters, result and errors (https://spec.open-rpc.org).
        """
        result: dict[str, Any] = await self._call("rpc.discover", {}, {"timeout_ms": timeout_ms})
        return result


def _begin(inbox: _Inbox, reply: dict[str, Any]) -> None:
    """Puts the states of a reply to `subscribe` into the inbox."""
    name, topics = reply.get("subscription"), reply.get("topics")
    if not isinstance(name, str) or not isinstance(topics, dict):
        raise ProtocolError("a subscription without a name or topics came")
    inbox.name, inbox.instance = name, str(reply.get("instance"))
    for topic, state in topics.items():
        if not isinstance(state, dict) or not isinstance(state.get("rev"), int):
            raise ProtocolError("a topic without a state came")
        inbox.put(State(topic, state.get("data"), state["rev"], 0, inbox.instance))
