/** Installs what tests need of the distribution, on a Debian or Ubuntu as root: `node .ci/debian.mjs nginx fonts`. Elsewhere, and when
 *  that fails, it says what is missing. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { hasPhp, phpPackages } from '../e2e/hosts/wordpress/php.mjs'
import { programs } from '../e2e/spoken/programs.mjs'

const noto = ['/usr/share/fonts/truetype/noto', '/usr/share/fonts/opentype/noto']

/** By name: programs or files, Debian's packages, and what happens without them. */
const needs = {
  nginx: [['nginx'], ['nginx-light'], 'The documented nginx configuration is not tested.'],
  promtool: [['promtool'], ['prometheus'], 'The alerts are not tested.'],
  fonts: [noto, ['fonts-noto-core', 'fonts-noto-cjk'], 'A test that measures lines may fail.'],
  php: [[hasPhp], phpPackages, 'WordPress is not tested.'],
  chromium: [['chromium'], ['chromium'], 'There is no Chromium of the distribution.'],
  'headless-shell': [['chromium-headless-shell'], ['chromium-headless-shell'], 'Tests use the whole Chromium.'],
  firefox: [['firefox-esr'], ['firefox-esr'], 'Firefox is not tested.'],
  webkitgtk: [
    ['WebKitWebDriver', 'Xvfb', 'openbox'],
    ['webkit2gtk-driver', 'xvfb', 'openbox'],
    'WebKitGTK is not tested.',
  ],
  spoken: [
    programs,
    [
      'orca at-spi2-core speech-dispatcher xvfb dbus-x11 openbox xdotool x11-utils',
      'libglib2.0-bin gsettings-desktop-schemas dconf-cli firefox-esr',
    ].flatMap((line) => line.split(' ')),
    'No screen reader is tested.',
  ],
}

/** Returns the path of a program. Debian has some in a folder that only root's search path names. */
export const onPath = (name) =>
  [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin']
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))

const isThere = (item) => {
  if (typeof item === 'function') return item()
  return item.startsWith('/') ? existsSync(item) : onPath(item) !== undefined
}

/** Installs what is missing where that is allowed. Returns whether all of it is there. */
export function installFromDebian(name) {
  const [items, packages, consequence] = needs[name]
  const isComplete = () => items.every(isThere)
  if (!isComplete() && process.platform === 'linux' && process.getuid() === 0 && onPath('apt-get'))
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
      try {
        execFileSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', '-q', ...args], {
          stdio: 'inherit',
          env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        })
      } catch (error) {
        console.log(error.message)
      }
  if (!isComplete()) console.log(`${consequence} It needs: apt-get install ${packages.join(' ')}`)
  return isComplete()
}

if (process.argv[1] === import.meta.filename) process.argv.slice(2).forEach(installFromDebian)
