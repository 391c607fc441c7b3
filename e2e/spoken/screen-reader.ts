/** Orca with Firefox, driven by keys: what it speaks, as text. Everything of a session is its own and ends with it. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const here = import.meta.dirname

/** What Firefox starts with: no first steps, no offers, nothing asked of another host. */
const preferences = {
  'accessibility.force_disabled': -1,
  'browser.aboutwelcome.enabled': false,
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

/** The programs that a session needs; Debian has each. */
const programs = ['orca', 'firefox-esr', 'Xvfb', 'dbus-run-session', 'openbox', 'xdotool', 'gsettings', 'dpkg']

/** Whether this machine has a screen reader to listen to. */
export const hasScreenReader = programs.every((name) => spawnSync('which', [name]).status === 0)

/** A running session. */
export interface ScreenReader {
  /** Presses a key by its name in X. */
  press(key: string): void
  /** Waits until something spoken since the last key matches; says whether it did before `seconds` had passed. */
  hears(pattern: RegExp, seconds?: number): Promise<boolean>
  /** Everything so far, each key followed by what was spoken after it. */
  transcript(): string
  stop(): Promise<void>
}

/** Opens a page and waits until its title has been spoken. */
export async function listen(url: string, title: RegExp): Promise<ScreenReader> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'spoken-'))
  const [home, runtime, profile] = ['home', 'run', 'profile'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ]
  // A fresh home for every session: Orca hangs with an old one.
  mkdirSync(path.join(home, '.local/share/orca'), { recursive: true })
  mkdirSync(runtime, { mode: 0o700 })
  mkdirSync(profile)
  copyFileSync(path.join(here, 'orca-customizations.py'), path.join(home, '.local/share/orca/orca-customizations.py'))
  const written = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  writeFileSync(path.join(profile, 'user.js'), written.join('\n'))
  const log = path.join(folder, 'orca.debug')

  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${await firstLine(screen)}`
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    DISPLAY: display,
    LANG: 'C.UTF-8',
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
    ORCA_LOG: log,
    PROFILE: profile,
    PAGE: url,
  }
  const session = spawn('dbus-run-session', ['--', 'bash', path.join(here, 'session.sh')], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })

  /** Keys, each with how many lines had been spoken before it. */
  const keys: { key: string; at: number }[] = []
  const spoken = () => {
    const text = existsSync(log) ? readFileSync(log, 'utf8') : ''
    return [...text.matchAll(/SPEECH OUTPUT: '(.*)'(?:\{.*)?$/gm)].map(([, said = '']) => said.trim()).filter(Boolean)
  }
  const reader: ScreenReader = {
    press(key) {
      keys.push({ key, at: spoken().length })
      execFileSync('xdotool', ['key', key], { env })
    },
    async hears(pattern, seconds = 20) {
      const start = keys.at(-1)?.at ?? 0
      for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
        if (pattern.test(spoken().slice(start).join(' '))) return true
        await wait(200)
      }
      return false
    },
    transcript() {
      const lines = spoken()
      const parts = [{ key: '', at: 0 }, ...keys].map(({ key, at }, place) => {
        const said = lines.slice(at, keys[place]?.at).map((line) => `    ${line}`)
        return [...(key === '' ? [] : [`>>> ${key}`]), ...said].join('\n')
      })
      return `${parts.join('\n')}\n`
    },
    async stop() {
      const ended = session.exitCode === null ? once(session, 'exit') : undefined
      session.stdin.end()
      await ended
      const gone = once(screen, 'exit')
      screen.kill()
      await gone
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  if (!(await reader.hears(title, 120))) {
    const heard = reader.transcript()
    await reader.stop()
    throw new Error(`The page was not spoken within two minutes. Heard:\n${heard}`)
  }
  return reader
}

/** The number of the display, as Xvfb tells it. */
async function firstLine(screen: ChildProcess): Promise<string> {
  const pipe = screen.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe to tell its display')
  const [line] = (await once(pipe, 'data')) as [Buffer]
  return line.toString().trim()
}
