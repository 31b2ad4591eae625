import Testing

@testable import MovieServer

@Suite struct PlayerProgramTests {
  private let surroundings = [
    "PATH": "/bin", "WAYLAND_DISPLAY": "old", "DISPLAY": ":9", "TMDB_API_KEY": "secret",
    "YOUTUBE_API_KEY": "secret",
  ]

  @Test func words_of_the_user_come_first() {
    let program = PlayerProgram(["mpv", "--mute"], surroundings, nil, unit: nil)
    #expect(program.arguments.prefix(2) == ["mpv", "--mute"])
    #expect(program.arguments.contains("--input-ipc-client=fd://0"))
    #expect(program.environment == ["DISPLAY=:9", "PATH=/bin", "WAYLAND_DISPLAY=old"])
  }

  @Test func window_opens_where_the_asking_client_is() {
    let display = PlayerProgram.Display(wayland: "wayland-1", x11: ":0")
    let program = PlayerProgram(["mpv"], surroundings, display, unit: nil)
    #expect(program.environment == ["DISPLAY=:0", "PATH=/bin", "WAYLAND_DISPLAY=wayland-1"])
    // Without Wayland it is not to open in another session's.
    let x11 = PlayerProgram(["mpv"], surroundings, PlayerProgram.Display(x11: ":0"), unit: nil)
    #expect(x11.environment == ["DISPLAY=:0", "PATH=/bin"])
  }

  @Test func service_starts_it_as_a_unit_of_its_own() {
    let display = PlayerProgram.Display(wayland: "wayland-1", x11: ":0")
    let unit = PlayerUnit()
    let program = PlayerProgram(["mpv"], surroundings, display, unit: unit)
    #expect(
      program.arguments.prefix(11) == [
        "systemd-run", "--user", "--quiet", "--collect", "--wait", "--pipe", "--unit=\(unit.name)",
        "--property=TimeoutStopSec=1", "--setenv=DISPLAY=:0", "--setenv=WAYLAND_DISPLAY=wayland-1", "--",
      ])
    #expect(PlayerUnit() != unit)
    #expect(PlayerProgram.isService(["SYSTEMD_EXEC_PID": "7"], pid: 7))
    #expect(
      !PlayerProgram.isService(["SYSTEMD_EXEC_PID": "7"], pid: 8) && !PlayerProgram.isService([:], pid: 8))
  }

  @Test func display_is_a_name() {
    for name in ["wayland-0", "/run/user/1000/wayland-0", ":0", "host:0.0"] {
      #expect(PlayerProgram.Display.isName(name), "\(name)")
    }
    for name in ["", "a b", "x\n", "é", "$(id)", String(repeating: "a", count: 256)] {
      #expect(!PlayerProgram.Display.isName(name), "\(name)")
    }
  }
}
