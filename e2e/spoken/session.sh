#!/usr/bin/env bash
# One session with a screen reader: the accessibility bus, a window manager, Orca and a browser. Ends when its input ends.
# Runs in a dbus-run-session of its own, with DISPLAY, HOME, XDG_RUNTIME_DIR, ORCA_LOG, PROFILE and PAGE set,
# and CHROMIUM where that shows the page.
# `end-session.mjs` ends its processes.
set -u
# Waits until a command succeeds, two minutes at most.
until_true() { for _ in $(seq 1200); do "$@" >/dev/null 2>&1 && return; sleep 0.1; done; echo "not within two minutes: $*" >&2; exit 1; }

"$(dpkg -L at-spi2-core | grep -m1 'at-spi-bus-launcher$')" --launch-immediately &
until_true gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method org.a11y.Bus.GetAddress
gsettings set org.gnome.desktop.interface toolkit-accessibility true
gsettings set org.gnome.desktop.a11y.applications screen-reader-enabled true
# Without a window manager no window has the focus.
openbox &
until_true xprop -root _NET_SUPPORTING_WM_CHECK
# Orca starts only where `pgrep` finds no other one of the same user, which here may belong to another session.
mkdir "$HOME/bin" && printf '#!/bin/sh\nexit 1\n' >"$HOME/bin/pgrep" && chmod +x "$HOME/bin/pgrep"
PATH="$HOME/bin:$PATH" orca --debug-file="$ORCA_LOG" &
# Orca hears of a window only when it runs before the window opens.
until_true grep -q 'Screen reader on' "$ORCA_LOG"
if [ -n "${CHROMIUM:-}" ]; then
  "$CHROMIUM" --no-sandbox --force-renderer-accessibility --disable-gpu --no-first-run --no-default-browser-check \
    --disable-background-networking --disable-sync --password-store=basic --user-data-dir="$PROFILE" --window-size=1100,950 "$PAGE" &
else
  LIBGL_ALWAYS_SOFTWARE=1 firefox-esr --no-remote --profile "$PROFILE" --window-size=1100,950 "$PAGE" &
fi
cat >/dev/null
