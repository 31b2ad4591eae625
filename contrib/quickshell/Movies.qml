// The connection to movierpcd, as an object for the whole shell: what it follows, and requests.
pragma Singleton

import QtQuick
import Quickshell
import Quickshell.Io

Singleton {
    id: root

    // Whether there is a daemon, and the states of the topics of these names; null without one.
    readonly property bool online: player !== null
    property var player: null
    property var library: null
    property var downloads: null
    property var releases: null

    readonly property var topics: ["player", "library", "downloads", "releases"]
    readonly property string path: Quickshell.env("MOVIERPC_SOCKET")
        || Quickshell.env("XDG_RUNTIME_DIR") + "/movierpc/socket"

    // What waits for its answer, by id: a function of a result and an error, and until when.
    property var waiting: ({})
    property int count: 0
    property double heard: 0

    // done(result, error) is called once, and one of both is null. An error has a kind and a message.
    function call(method: string, params: var, done: var): void {
        if (!link.item?.connected || Object.keys(waiting).length >= 64) {
            done?.(null, { kind: "offline", message: "movierpc offline" });
            return;
        }
        const id = ++count;
        waiting[id] = { done, until: Date.now() + 20000 };
        link.item.write(JSON.stringify({ jsonrpc: "2.0", id, method, params: params ?? {} }) + "\n");
        link.item.flush();
    }

    // A person may have stopped it: so it is started when somebody asks for that, and not by itself.
    function start(): void {
        Quickshell.execDetached(["movierpc", "daemon", "start"]);
    }

    // One line of a title, which may be anything. A Text shows it with textFormat: Text.PlainText.
    function plain(text: var): string {
        return String(text ?? "").replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
            .replace(/[\0-\x1f\x7f-\x9f\u2028\u2029\s]+/g, " ").trim().slice(0, 200);
    }

    function take(line: string): void {
        heard = Date.now();
        let message;
        try {
            message = JSON.parse(line);
        } catch (error) {
            lose();
            return;
        }
        if (message.method === "event") {
            follow(message.params.topic, message.params.data);
            return;
        }
        const asked = waiting[message.id];
        delete waiting[message.id];
        if (message.error)
            asked?.done?.(null, { kind: message.error.data?.kind ?? "", message: message.error.message });
        else
            asked?.done?.(message.result, null);
    }

    function follow(topic: string, state: var): void {
        if (topics.includes(topic))
            root[topic] = state;
    }

    function begin(): void {
        heard = Date.now();
        retry.interval = 500;
        call("hello", { client: "quickshell" }, null);
        call("subscribe", { topics }, (result, error) => {
            if (error)
                lose();
            else
                topics.forEach(topic => follow(topic, result.topics[topic]?.data ?? null));
        });
    }

    // A Socket that could not connect does not try again: another one does, less and less often.
    function lose(): void {
        link.active = false;
        topics.forEach(topic => follow(topic, null));
        const lost = Object.values(waiting);
        waiting = {};
        lost.forEach(asked => asked.done?.(null, { kind: "offline", message: "movierpc offline" }));
        retry.restart();
    }

    Loader {
        id: link

        sourceComponent: Socket {
            path: root.path
            connected: true
            // Later: it may be connected before it is the Loader's item, and cannot be destroyed by its own signal.
            onConnectionStateChanged: Qt.callLater(connected ? root.begin : root.lose)
            onError: Qt.callLater(root.lose)
            parser: SplitParser {
                onRead: line => root.take(line)
            }
        }
    }

    Timer {
        id: retry

        interval: 500
        onTriggered: {
            interval = Math.min(interval * 2, 4000);
            link.active = true;
        }
    }

    // A daemon that hangs says nothing: after 20 seconds of silence it is asked, and has 5 to answer.
    Timer {
        interval: 5000
        repeat: true
        running: link.item?.connected ?? false
        onTriggered: {
            const now = Date.now();
            for (const id of Object.keys(root.waiting)) {
                if (root.waiting[id].until > now)
                    continue;
                const asked = root.waiting[id];
                delete root.waiting[id];
                asked.done?.(null, { kind: "timeout", message: "movierpcd does not answer" });
            }
            if (now - root.heard > 25000)
                root.lose();
            else if (now - root.heard > 20000)
                root.call("ping", {}, null);
        }
    }
}
