/** `npm run test:spoken`: what Orca speaks with Firefox, compared with the transcripts in `e2e/spoken`. `--slice` runs the three
 *  scenarios that `.ci/run` runs when the form has changed: a refused form, the answer, and that nothing was sent. */
import { programs } from '../../e2e/spoken/programs.mjs'
import { browserTests } from './browser-tests.mjs'
import { haveChanged } from './changed.mjs'
import { needs } from './program.mjs'
import { Report } from './report.mjs'

/** The Debian packages that contain them. */
const packages = [
  'orca at-spi2-core speech-dispatcher xvfb dbus-x11 openbox xdotool x11-utils',
  'libglib2.0-bin gsettings-desktop-schemas dconf-cli firefox-esr',
].flatMap((line) => line.split(' '))

export async function spoken(args) {
  const report = new Report()
  await report.step('spoken', () => hear(args.includes('--slice') ? ['--grep=@slice'] : []))
  report.print()
}

async function hear(args) {
  await needs(programs, packages)
  await browserTests(['spoken.spec.ts', '--project=react', ...args], {})
}

/** What is spoken depends on these. */
const paths = ['src/form/widget', 'src/form/locales/en.ts', 'e2e/spoken', 'e2e/spoken.spec.ts']

/** Hears the slice from the existing build, if what is spoken may have changed. Prints a notice where Orca cannot be installed. */
export async function changedSpeech(report) {
  if (!haveChanged(paths)) return console.log('Nothing is heard: nothing that is spoken has changed.')
  try {
    await needs(programs, packages)
  } catch (error) {
    return console.log(`Nothing is heard. ${error.message}`)
  }
  await report.step('spoken', () => hear(['--grep=@slice']))
}
