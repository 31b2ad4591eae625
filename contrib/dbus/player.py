"""The daemon's player as a player of MPRIS, https://specifications.freedesktop.org/mpris-spec/latest."""

from daemon import DEADLINE, plain
from gi.repository import Gio, GLib
from search import KEY, PLAY_DEADLINE

ROOT, PLAYER = "org.mpris.MediaPlayer2", "org.mpris.MediaPlayer2.Player"
PATH = "/org/mpris/MediaPlayer2"
INTERFACES = """<node>
<interface name="org.mpris.MediaPlayer2">
  <method name="Raise"/><method name="Quit"/>
  <property name="CanQuit" type="b" access="read"/><property name="CanRaise" type="b" access="read"/>
  <property name="HasTrackList" type="b" access="read"/><property name="Identity" type="s" access="read"/>
  <property name="DesktopEntry" type="s" access="read"/>
  <property name="SupportedUriSchemes" type="as" access="read"/>
  <property name="SupportedMimeTypes" type="as" access="read"/>
</interface>
<interface name="org.mpris.MediaPlayer2.Player">
  <method name="Next"/><method name="Previous"/><method name="Pause"/><method name="PlayPause"/><method name="Stop"/>
  <method name="Play"/>
  <method name="Seek"><arg name="Offset" type="x" direction="in"/></method>
  <method name="SetPosition">
    <arg name="TrackId" type="o" direction="in"/><arg name="Position" type="x" direction="in"/></method>
  <method name="OpenUri"><arg name="Uri" type="s" direction="in"/></method>
  <signal name="Seeked"><arg name="Position" type="x"/></signal>
  <property name="PlaybackStatus" type="s" access="read"/><property name="Rate" type="d" access="readwrite"/>
  <property name="Metadata" type="a{sv}" access="read"/><property name="Volume" type="d" access="readwrite"/>
  <property name="Position" type="x" access="read">
    <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/></property>
  <property name="MinimumRate" type="d" access="read"/><property name="MaximumRate" type="d" access="read"/>
  <property name="CanGoNext" type="b" access="read"/><property name="CanGoPrevious" type="b" access="read"/>
  <property name="CanPlay" type="b" access="read"/><property name="CanPause" type="b" access="read"/>
  <property name="CanSeek" type="b" access="read"/><property name="CanControl" type="b" access="read"/>
</interface>
</node>"""

STOPPED = dict.fromkeys(("key", "title", "video", "url", "position", "duration", "volume")) | {"state": "stopped"}
MAX_SECONDS = 1_000_000


class Player:
    """emit(interface, signal, arguments) sends a signal."""

    root = {
        "CanQuit": GLib.Variant("b", True), "CanRaise": GLib.Variant("b", False),
        "HasTrackList": GLib.Variant("b", False), "Identity": GLib.Variant("s", "movierpc"),
        "DesktopEntry": GLib.Variant("s", "movierpc"), "SupportedUriSchemes": GLib.Variant("as", []),
        "SupportedMimeTypes": GLib.Variant("as", []),
    }

    def __init__(self, daemon, emit):
        self.daemon, self.emit = daemon, emit
        self.state, self.at = STOPPED, GLib.get_monotonic_time()
        # Of which title the poster is here, and its file.
        self.art = None, None
        self.shown = self.properties()

    @property
    def is_active(self):
        return self.state["state"] in ("loading", "playing", "paused")

    def position(self):
        """In microseconds: the last known one, and what has passed since. It waits for nobody."""
        seconds = self.state["position"] or 0
        if self.state["state"] == "playing":
            seconds += (GLib.get_monotonic_time() - self.at) / 1e6
        return int(max(0, min(seconds, self.state["duration"] or MAX_SECONDS, MAX_SECONDS)) * 1e6)

    def heard(self, state, was_sought=False):
        before, expected = self.state, self.position()
        self.state, self.at = state or STOPPED, GLib.get_monotonic_time()
        key = self.state["key"]
        if self.is_active and key and self.art[0] != key:
            self.art = key, None
            self.daemon.call("image", {"key": key, "size": "w342"}, lambda result, _: self.drawn(key, result), 15000)
        self.show()
        is_same = before["state"] in ("playing", "paused") and before["url"] == self.state["url"] and self.is_active
        # What goes on by itself is no jump; a second late is a busy machine.
        if is_same and (was_sought or abs(self.position() - expected) > 2_000_000):
            self.emit(PLAYER, "Seeked", GLib.Variant("(x)", (self.position(),)))

    def drawn(self, key, result):
        if result and self.art[0] == key:
            self.art = key, result["file"]
            self.show()

    def show(self):
        """Signals what has changed, if anything has."""
        before, self.shown = self.shown, self.properties()
        changed = {name: value for name, value in self.shown.items() if not value.equal(before[name])}
        if changed:
            arguments = GLib.Variant("(sa{sv}as)", (PLAYER, changed, []))
            self.emit("org.freedesktop.DBus.Properties", "PropertiesChanged", arguments)

    def track(self):
        key = self.state["key"]
        return f"/org/movierpc/{key}" if key and KEY.fullmatch(key) else PATH + "/TrackList/NoTrack"

    def properties(self):
        """All but the position, which is not signalled."""
        state = self.state
        is_loaded = state["state"] in ("playing", "paused")
        status = {"loading": "Playing", "playing": "Playing", "paused": "Paused"}.get(state["state"], "Stopped")
        metadata = {"mpris:trackid": GLib.Variant("o", self.track())}
        if state["title"]:
            metadata["xesam:title"] = GLib.Variant("s", plain(state["title"]))
        if state["url"]:
            metadata["xesam:url"] = GLib.Variant("s", state["url"])
        if state["duration"]:
            metadata["mpris:length"] = GLib.Variant("x", int(min(state["duration"], MAX_SECONDS) * 1e6))
        if self.art[1] and self.art[0] == state["key"]:
            metadata["mpris:artUrl"] = GLib.Variant("s", Gio.File.new_for_path(self.art[1]).get_uri())
        volume = 1.0 if state["volume"] is None else state["volume"] / 100
        numbers = {"Volume": volume, "Rate": 1.0, "MinimumRate": 1.0, "MaximumRate": 1.0}
        abilities = {
            "CanGoNext": False, "CanGoPrevious": False, "CanControl": True, "CanPause": is_loaded,
            "CanPlay": is_loaded or bool(state["key"]), "CanSeek": is_loaded and bool(state["duration"]),
        }
        return (
            {"PlaybackStatus": GLib.Variant("s", status), "Metadata": GLib.Variant("a{sv}", metadata)}
            | {name: GLib.Variant("d", value) for name, value in numbers.items()}
            | {name: GLib.Variant("b", value) for name, value in abilities.items()})

    def get(self, interface, name):
        if interface == ROOT:
            return self.root[name]
        return GLib.Variant("x", self.position()) if name == "Position" else self.shown[name]

    def set(self, name, value):
        number = value.get_double()
        if name == "Volume" and self.is_active and number == number:
            self.control("volume", {"volume": round(100 * max(0, min(number, 1)))}, lambda **_: None)
        elif name == "Rate" and number == 0 and self.state["state"] == "playing":
            self.control("pause", {}, lambda **_: None)

    def called(self, method, arguments, reply):
        if method == "OpenUri":
            reply(error=("org.freedesktop.DBus.Error.NotSupported", "movierpc opens no addresses"))
        elif method == "Seek":
            self.seek(arguments[0] / 1e6, True, reply)
        elif method == "SetPosition":
            track, position = arguments
            is_inside = track == self.track() and 0 <= position <= (self.state["duration"] or 0) * 1e6
            self.seek(position / 1e6 if is_inside else None, False, reply)
        elif method in ("Play", "PlayPause") and not self.is_active and self.state["key"]:
            params = {"key": self.state["key"], "video": self.state["video"] or "trailer"}
            self.control("play", params, reply, PLAY_DEADLINE)
        else:
            self.control(self.request(method), {}, reply)

    def request(self, method):
        """None where nothing is to be done."""
        if method in ("Stop", "Quit"):
            return "stop" if self.is_active else None
        return {
            ("PlayPause", "playing"): "pause", ("PlayPause", "paused"): "resume",
            ("Play", "paused"): "resume", ("Pause", "playing"): "pause",
        }.get((method, self.state["state"]))

    def seek(self, seconds, is_relative, reply):
        can = seconds is not None and self.shown["CanSeek"].get_boolean()
        params = {"seconds": max(-MAX_SECONDS, min(seconds, MAX_SECONDS)), "relative": is_relative} if can else {}
        self.control("seek" if can else None, params, reply)

    def control(self, request, params, reply, deadline=DEADLINE):
        """Where there is nothing to do, MPRIS wants no error."""
        if not request:
            reply()
            return

        def done(result, error):
            if result:
                self.daemon.heard(result, request == "seek")
            if error and error["kind"] not in ("conflict", "cancelled"):
                reply(error=("org.movierpc.Error", plain(error["message"])))
            else:
                reply()

        self.daemon.call("player." + request, params, done, deadline)
