"""What a type checker knows of the client. It is checked, and never run."""

from typing import assert_type

import movierpc


async def typed(movies: movierpc.Client) -> None:
    page = await movies.search("dune", media_type="movie")
    assert_type(page["results"][0]["year"], int | None)
    assert_type((await movies.detail("movie/438631"))["directors"], list[str])
    assert_type((await movies.settings())["settings"]["region"]["from"], str)
    assert_type((await movies.status())["sources"][0]["rate_left"], int | None)
    assert_type(await movies.downloads_pause(), movierpc.DownloadPage)
    async for one in movies.follow("library"):
        assert_type(one, movierpc.State[movierpc.LibraryState])
    async for two in movies.follow("browse:popular/tv"):
        assert_type(two.data, movierpc.TitlePage | None)
    async with movies.batch() as batch:
        home = batch.add(movies.home(rows=["popular", "top_rated/tv"]))
    assert_type(home.result(), movierpc.Home)

    # These are mistakes: a checker that lets one pass complains about the comment.
    await movies.search("dune", yeer=2021)  # type: ignore[call-arg]
    await movies.search("dune", year="2021")  # type: ignore[arg-type]
    await movies.browse("populr")  # type: ignore[arg-type]
    await movies.trailer("movie/438631", types="trailer")  # type: ignore[arg-type]
    page["titles"]  # type: ignore[typeddict-item]
