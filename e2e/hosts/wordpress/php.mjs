/** The PHP that the WordPress hosts need. `.ci/debian.mjs` and the hosts install it, where that is allowed. */
import { spawnSync } from 'node:child_process'

const extensions = ['curl', 'gd', 'intl', 'mbstring', 'mysqli', 'pdo_sqlite', 'xml', 'zip']

/** The Debian packages that contain it. */
export const phpPackages = ['cli', 'curl', 'gd', 'intl', 'mbstring', 'mysql', 'sqlite3', 'xml', 'zip'].map(
  (name) => `php8.2-${name}`,
)

/** Whether PHP starts here, with the extensions that WordPress needs. */
export function hasPhp() {
  const { stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' })
  const loaded = (stdout ?? '').toLowerCase().split('\n')
  return extensions.every((name) => loaded.includes(name))
}
