// What plays, what is to watch, and a search. Put it into any window.
import QtQuick

Column {
    id: panel

    property color foreground: "#d8dee9"
    property color accent: "#e0af68"
    property int size: 15
    property var found: []
    property string problem: ""

    spacing: 8

    component Line: Text {
        width: panel.width
        color: panel.foreground
        font.pixelSize: panel.size
        // Titles are text, whatever they look like.
        textFormat: Text.PlainText
        elide: Text.ElideRight
        maximumLineCount: 1
    }

    function search(words: string): void {
        const q = words.trim().slice(0, 200);
        if (!q) {
            found = [];
            return;
        }
        if (!Movies.online)
            Movies.start();
        const fields = ["title", "year", "media_type", "vote_average", "poster_path"];
        Movies.call("search", { q, supersedes: "panel", page_size: 8, fields }, (result, error) => {
            // A later key has taken its place.
            if (error?.kind === "cancelled")
                return;
            problem = error?.message ?? "";
            found = result?.results ?? [];
        });
    }

    Line {
        readonly property bool isLoaded: ["playing", "paused"].includes(Movies.player?.state)

        visible: isLoaded
        color: panel.accent
        text: (Movies.player?.state === "paused" ? "❚❚ " : "▶ ") + Movies.plain(Movies.player?.title)
        MouseArea {
            anchors.fill: parent
            acceptedButtons: Qt.LeftButton | Qt.RightButton
            onClicked: mouse => Movies.call(mouse.button === Qt.RightButton ? "player.stop" : "player.toggle", {}, null)
            onWheel: wheel => Movies.call("player.seek", { seconds: wheel.angleDelta.y > 0 ? 10 : -10, relative: true }, null)
        }
    }

    Line {
        text: Movies.online ? `★ ${Movies.library?.unwatched ?? 0} to watch` : "movierpc offline"
        MouseArea {
            anchors.fill: parent
            onClicked: if (!Movies.online) Movies.start()
        }
    }

    Rectangle {
        width: panel.width
        height: input.height + 12
        radius: 4
        color: "transparent"
        border.color: input.activeFocus ? panel.accent : panel.foreground

        TextInput {
            id: input

            objectName: "search"
            x: 8
            width: parent.width - 16
            anchors.verticalCenter: parent.verticalCenter
            color: panel.foreground
            font.pixelSize: panel.size
            clip: true
            focus: true
            onTextChanged: panel.search(text)
        }
    }

    Line {
        visible: text !== ""
        text: Movies.plain(panel.problem)
    }

    Repeater {
        model: panel.found

        Row {
            id: row

            required property var modelData

            width: panel.width
            spacing: 8

            Image {
                id: poster

                objectName: "poster"
                width: 24
                height: 36
                asynchronous: true
                Component.onCompleted: {
                    if (row.modelData.poster_path)
                        Movies.call("image", { key: row.modelData.key, size: "w92" }, result => {
                            // The row may have gone since.
                            if (result && poster)
                                poster.source = "file://" + result.file.split("/").map(encodeURIComponent).join("/");
                        });
                }
            }
            Line {
                objectName: "title"
                width: panel.width - 32
                anchors.verticalCenter: parent.verticalCenter
                text: Movies.plain(row.modelData.title) + (row.modelData.year ? ` (${row.modelData.year})` : "")
                MouseArea {
                    anchors.fill: parent
                    acceptedButtons: Qt.LeftButton | Qt.RightButton
                    onClicked: mouse => {
                        const method = mouse.button === Qt.RightButton ? "watchlist.add" : "player.play";
                        Movies.call(method, { key: row.modelData.key }, (_, error) => panel.problem = error?.message ?? "");
                    }
                }
            }
        }
    }
}
