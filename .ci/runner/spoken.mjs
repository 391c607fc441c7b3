/** `npm run test:spoken`: what Orca speaks with Firefox, compared with the transcripts in `e2e/spoken`. `--slice` runs the same
 *  scenarios as `.ci/run`: a refused form, the answer, and that nothing was sent. */
import { programs } from '../../e2e/spoken/programs.mjs'
import { browserTests } from './browser-tests.mjs'
import { build } from './build.mjs'
import { needs } from './engines.mjs'
import { install } from './install.mjs'
import { Report } from './report.mjs'

/** The Debian packages that contain them. */
const packages = [
  'orca at-spi2-core speech-dispatcher xvfb dbus-x11 openbox xdotool x11-utils',
  'libglib2.0-bin gsettings-desktop-schemas dconf-cli firefox-esr',
].flatMap((line) => line.split(' '))

export async function spoken() {
  const args = process.argv.slice(3)
  const strange = args.find((arg) => arg !== '--slice')
  if (strange !== undefined) throw new Error(`${strange}: no such option. There is --slice.`)
  await install()
  await needs(programs, packages)
  await build()
  const report = new Report()
  const slice = args.includes('--slice') ? ['--grep=@slice'] : []
  await report.step('spoken', () => browserTests(['spoken.spec.ts', '--project=react', ...slice], {}))
  report.print()
}
