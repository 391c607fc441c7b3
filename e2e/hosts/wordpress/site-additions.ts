/** Adds to a WordPress what sites have besides the form: libraries that change the page, a banner, an optimizer. */
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { debianTree } from './programs.ts'
import type { WordPressSite } from './wordpress-site.ts'

/**
 * Installs `site-additions.php` and its files; a page has an addition when its URL requests it: `?with=mootools`. The plugin
 * must already be installed.
 */
export function installAdditions(site: WordPressSite): void {
  const folder = site.php('echo ABSPATH;')
  const files = path.join(folder, 'site')
  mkdirSync(files)
  const scripts = path.join(debianTree('libraries', ['libjs-mootools']), 'usr/share/javascript')
  copyFileSync(path.join(scripts, 'mootools/mootools-core-nc.js'), path.join(files, 'mootools.js'))
  const banner = path.join(import.meta.dirname, 'node_modules/vanilla-cookieconsent/dist')
  for (const name of ['cookieconsent.css', 'cookieconsent.umd.js'])
    copyFileSync(path.join(banner, name), path.join(files, name))
  const element = path.join(folder, 'wp-content/plugins/voter-registration/element')
  const [version = ''] = readdirSync(element)
  const script = readFileSync(path.join(element, version, 'voter-registration.js'), 'utf8')
  writeFileSync(path.join(files, 'combined.js'), `window.first = 1;\n${script}\n;window.last = 1;`)
  const always = path.join(folder, 'wp-content/mu-plugins')
  mkdirSync(always, { recursive: true })
  cpSync(path.join(import.meta.dirname, 'site-additions.php'), path.join(always, 'site-additions.php'))
}
