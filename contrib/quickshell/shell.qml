// qs -p shell.qml: the panel at the right of the screen.
import Quickshell

PanelWindow {
    anchors {
        top: true
        right: true
        bottom: true
    }
    implicitWidth: 340
    color: "#2e3440"
    focusable: true

    MoviePanel {
        x: 16
        y: 16
        width: parent.width - 32
    }
}
