// A widget for AGS 3: what plays, with a click to pause; what is to watch; a search in a popover.
import { createBinding, createState, For } from "ags"
import { Gtk } from "ags/gtk4"
import { Movies, plain } from "./movierpc.js"

const movies = new Movies()

export default function MoviesButton() {
  const [found, setFound] = createState([])
  const player = createBinding(movies, "player")
  const library = createBinding(movies, "library")

  const search = async (words: string) => {
    const q = [...words.trim()].slice(0, 200).join("")
    try {
      setFound(q ? (await movies.call("search", { q, supersedes: "box", page_size: 10 })).results : [])
    } catch (error) {
      if (error.kind !== "cancelled") setFound([{ title: error.message }])
    }
  }
  const play = (key?: string) => key && movies.call("player.play", { key }).catch(console.error)

  return (
    <box>
      <button
        visible={player((state) => ["playing", "paused"].includes(state?.state))}
        label={player((state) => (state?.state === "paused" ? "❚❚ " : "▶ ") + plain(state?.title, 40))}
        onClicked={() => movies.call("player.toggle").catch(console.error)}
      />
      <menubutton>
        <label label={library((state) => (state ? `${state.unwatched} to watch` : "movierpc offline"))} />
        <popover>
          <box orientation={Gtk.Orientation.VERTICAL}>
            <entry placeholderText="Search" onNotifyText={({ text }) => search(text)} />
            <For each={found}>
              {(title) => (
                <button
                  label={plain(title.title, 60) + (title.year ? ` (${title.year})` : "")}
                  onClicked={() => play(title.key)}
                />
              )}
            </For>
          </box>
        </popover>
      </menubutton>
    </box>
  )
}
