/** The programs that a session of a screen reader needs; Debian has each. The runner installs them, the tests look for them. */
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
