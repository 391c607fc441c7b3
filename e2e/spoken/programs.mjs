/** The programs that a screen reader session needs; Debian has all of them. `.ci/debian.mjs` installs them, tests check for them. */
export const programs = [
  'orca',
  'firefox-esr',
  'Xvfb',
  'dbus-run-session',
  'openbox',
  'xdotool',
  'xprop',
  'gdbus',
  'gsettings',
  'dpkg',
]
