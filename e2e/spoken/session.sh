#!/usr/bin/env bash
# One session with a screen reader: the accessibility bus, a window manager, Orca and Firefox. Ends when its input ends.
# Runs in a dbus-run-session of its own, with DISPLAY, HOME, XDG_RUNTIME_DIR, ORCA_LOG, PROFILE and PAGE set.
set -u
"$(dpkg -L at-spi2-core | grep -m1 'at-spi-bus-launcher$')" --launch-immediately >/dev/null 2>&1 &
bus=$!
sleep 1
gsettings set org.gnome.desktop.interface toolkit-accessibility true
gsettings set org.gnome.desktop.a11y.applications screen-reader-enabled true
# Without a window manager no window has the focus.
openbox >/dev/null 2>&1 &
windows=$!
orca --debug-file="$ORCA_LOG" >/dev/null 2>&1 &
reader=$!
# Orca hears of a window only when it runs before the window opens.
for _ in $(seq 600); do grep -q 'Screen reader on' "$ORCA_LOG" 2>/dev/null && break; sleep 0.1; done
LIBGL_ALWAYS_SOFTWARE=1 firefox-esr --no-remote --profile "$PROFILE" --window-size=1100,950 "$PAGE" >/dev/null 2>&1 &
browser=$!
cat >/dev/null
# Orca without speech takes no other signal.
kill -KILL $reader $browser $windows $bus 2>/dev/null
