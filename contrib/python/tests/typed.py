"""What a type checker knows of the client. It is checked, and never run."""

from typing import Any, Literal, assert_type

import movierpc


async def typed(movies: movierpc.Client, names: list[str]) -> None:
    page = await movies.search("dune", media_type="movie")
    assert_type(page["results"][0]["year"], int | None)
    assert_type((await movies.detail("movie/438631"))["directors"], list[str])
    assert_type((await movies.settings())["settings"]["region"]["from"], str)
    assert_type((await movies.status())["sources"][0]["rate_left"], int | None)
    assert_type(await movies.downloads_pause("movie/1"), movierpc.Download)
    async for one in movies.follow("library"):
        assert_type(one, movierpc.LibraryEvent)
        assert_type(one, movierpc.State[Literal["library"], movierpc.LibraryState])
    async for two in movies.follow("browse:popular/tv"):
        assert_type(two.data, movierpc.TitlePage | None)
    async for three in movies.follow("library", "player"):
        states(three)
    async for four in movies.follow(*names):
        assert_type(four, movierpc.State[str, Any])
    async with movies.batch() as batch:
        home = batch.add(movies.home(rows=["popular", "top_rated/tv"]))
    assert_type(home.result(), movierpc.Home)

    # These are mistakes: a checker that lets one pass complains about the comment.
    await movies.search("dune", yeer=2021)  # type: ignore[call-arg]
    await movies.search("dune", year="2021")  # type: ignore[arg-type]
    await movies.browse("populr")  # type: ignore[arg-type]
    await movies.trailer("movie/438631", types="trailer")  # type: ignore[arg-type]
    page["titles"]  # type: ignore[typeddict-item]
    movies.search("dune")["results"]  # type: ignore[index]
    movies.follow("library", "playr").data  # type: ignore[attr-defined]


def states(state: movierpc.AnyState) -> None:
    if state.topic == "library":
        assert_type(state.data, movierpc.LibraryState | None)
    elif state.topic == "player":
        assert_type(state.data, movierpc.PlayerState | None)
    match state.topic:
        case "library":
            assert_type(state.data, movierpc.LibraryState | None)
        case "browse:popular" | "browse:trending/tv":
            assert_type(state.data, movierpc.TitlePage | None)


def blocking(names: list[str]) -> None:
    with movierpc.connect(client="typed") as movies:
        assert_type(movies, movierpc.BlockingClient)
        page = movies.search("dune", media_type="movie")
        assert_type(page["results"][0]["year"], int | None)
        assert_type(movies.downloads_pause("movie/1"), movierpc.Download)
        for one in movies.follow("library"):
            assert_type(one, movierpc.LibraryEvent)
        for two in movies.follow("browse:popular", "player"):
            states(two)
        for three in movies.follow(*names):
            assert_type(three, movierpc.State[str, Any])
        movies.search("dune", yeer=2021)  # type: ignore[call-arg]
        movies.search("dune", year="2021")  # type: ignore[arg-type]
        movies.batch()  # type: ignore[attr-defined]
