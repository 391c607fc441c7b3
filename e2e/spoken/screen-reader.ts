/** Orca with Firefox or Chromium, driven by keys; returns its speech as text. Each session has its own processes and ends them. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { programs } from './programs.mjs'

const scriptFolder = import.meta.dirname

/** Firefox's preferences: no welcome page, no prompts, no requests to other hosts. */
const preferences = {
  'accessibility.force_disabled': -1,
  'browser.aboutwelcome.enabled': false,
  'browser.newtab.preload': false,
  'browser.newtabpage.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.translations.automaticallyPopup': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'extensions.formautofill.addresses.capture.enabled': false,
  'extensions.formautofill.addresses.enabled': false,
  'signon.rememberSignons': false,
  'termsofuse.bypassNotification': true,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

const isThere = (name: string) => spawnSync('which', [name]).status === 0

/** Whether this machine has a screen reader. */
export const hasScreenReader = programs.every(isThere)

const chromium = process.env.CHROMIUM || 'chromium'

/** Whether this machine has Chromium for the screen reader. */
export const hasChromium = isThere(chromium)

/** Options of a session. */
export interface Setup {
  /** Whether the arrow keys read the page line by line, as in Orca's browse mode. Default: the form receives them. */
  arrowsRead?: boolean
  /** Which browser shows the page. Default: Firefox. */
  browser?: 'firefox' | 'chromium'
  /** Whether the beginning of the page was spoken completely; Chromium's page is opened again until it was. Default: whether the
   *  expected first words were spoken. */
  isWhole?: (speech: string[]) => boolean
}

/** A running session. */
export interface ScreenReader {
  /** Presses a key by its name in X. */
  press(key: string): void
  /** Waits until what was spoken since the last key is enough; returns whether it was within `seconds`. Orca is slow on a busy
   *  machine. */
  hears(isEnough: (speech: string[]) => boolean, seconds?: number): Promise<boolean>
  /** Waits until Orca and the browser are idle for a while, which is longer on a busy machine. */
  waitForSilence(seconds?: number): Promise<void>
  /** Returns what was spoken since the last key. */
  getSpeech(): string[]
  /** Returns everything so far, each key followed by what was spoken after it. */
  transcript(): string
  stop(): Promise<void>
}

/** Opens a page and waits until the expected first words have been spoken. */
export async function listen(
  url: string,
  first: RegExp,
  { arrowsRead = false, browser = 'firefox', isWhole = (speech) => first.test(speech.join(' ')) }: Setup = {},
): Promise<ScreenReader> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'spoken-'))
  // Started before everything else: it ends all other processes, also when this process is killed.
  const end = spawn(process.execPath, [path.join(scriptFolder, 'end-session.mjs'), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const [home, runtime, profile] = ['home', 'run', 'profile'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  // A new home folder for every session: Orca hangs with an old one.
  mkdirSync(path.join(home, '.local/share/orca'), { recursive: true })
  mkdirSync(runtime, { mode: 0o700 })
  mkdirSync(profile)
  copyFileSync(
    path.join(scriptFolder, 'orca-customizations.py'),
    path.join(home, '.local/share/orca/orca-customizations.py'),
  )
  const preferenceLines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  writeFileSync(path.join(profile, 'user.js'), preferenceLines.join('\n'))
  const log = path.join(folder, 'orca.debug')

  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, XDG_RUNTIME_DIR: runtime },
  })
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DISPLAY: `:${await firstLine(screen)}`,
    LANG: 'C.UTF-8',
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
    ORCA_LOG: log,
    ...(browser === 'chromium' && { CHROMIUM: chromium }),
    PROFILE: profile,
    PAGE: url,
    ...(arrowsRead && { ARROWS_READ: '1' }),
  }
  const errors = path.join(folder, 'errors')
  const session = spawn(
    'dbus-run-session',
    ['--', 'bash', '-c', `exec bash "$0" >"$1" 2>&1`, path.join(scriptFolder, 'session.sh'), errors],
    {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )

  /** Keys, each with the number of lines spoken before it. */
  const keys: { key: string; speechIndex: number }[] = []
  const read = () => (existsSync(log) ? readFileSync(log, 'utf8') : '')
  const readSpeech = () =>
    [...read().matchAll(/SPEECH OUTPUT: '(.*)'(?:\{.*)?$/gm)].map(([, line = '']) => line.trim()).filter(Boolean)
  const reader: ScreenReader = {
    press(key) {
      keys.push({ key, speechIndex: readSpeech().length })
      execFileSync('xdotool', ['key', key], { env })
    },
    getSpeech: () => readSpeech().slice(keys.at(-1)?.speechIndex ?? 0),
    async hears(isEnough, seconds = 180) {
      for (const last = Date.now() + seconds * 1000; Date.now() < last; ) {
        if (isEnough(reader.getSpeech())) return true
        await wait(200)
      }
      return false
    },
    async waitForSilence(seconds = 1) {
      for (let length = -1, quietSince = 0, last = Date.now() + 60_000; Date.now() < last; await wait(100)) {
        const size = read().length
        if (size !== length) [length, quietSince] = [size, Date.now()]
        const busy = Math.max(1, (os.loadavg()[0] ?? 1) / os.availableParallelism())
        if (Date.now() - quietSince > seconds * 1000 * Math.min(busy, 4)) return
      }
    },
    transcript() {
      const lines = readSpeech()
      const parts = [{ key: '', speechIndex: 0 }, ...keys].map(({ key, speechIndex }, index) => {
        const quotedLines = lines.slice(speechIndex, keys[index]?.speechIndex).map((line) => `    ${line}`)
        return [...(key === '' ? [] : [`>>> ${key}`]), ...quotedLines].join('\n')
      })
      return `${parts.join('\n')}\n`
    },
    async stop() {
      end.stdin.end()
      await Promise.all([session, screen, end].map(untilEnded))
      if (end.exitCode !== 0) throw new Error(`The session in ${folder} was not ended.`)
    },
  }
  // Chromium's page may be ready before Orca knows all of it; then only a part of its beginning is spoken. The page is opened
  // again, six times at most; if that does not help, the session fails below, or in the comparison.
  if (browser === 'chromium' && (await reader.hears((speech) => /frame\./.test(speech.join(' ')), 240)))
    for (let attempt = 0; attempt < 6; attempt++) {
      if (await reader.hears(isWhole, 10)) break
      await reader.waitForSilence(2)
      if (isWhole(reader.getSpeech())) break
      reader.press('F5')
    }
  if (!(await reader.hears((speech) => first.test(speech.join(' ')), 240))) {
    const transcript = reader.transcript()
    const errorOutput = existsSync(errors) ? readFileSync(errors, 'utf8').slice(-2000) : ''
    await reader.stop()
    throw new Error(
      `The page was not spoken within four minutes. Heard:\n${transcript}\nThe programs say:\n${errorOutput}`,
    )
  }
  return reader
}

/** Returns the number of the display, as Xvfb prints it. */
async function firstLine(screen: ChildProcess): Promise<string> {
  const pipe = screen.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe to tell its display')
  const [line] = (await once(pipe, 'data')) as [Buffer]
  return line.toString().trim()
}

/** Waits for the end of a process that may already have ended. */
async function untilEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
