/** A virtual screen. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** An X server with a window manager, without which no page gets the focus. */
export interface Screen {
  /** Environment variables for a program that opens its windows there. */
  env: { DISPLAY: string; XDG_CONFIG_HOME: string }
  stop: () => Promise<void>
}

/** Without this style, MiniBrowser's toolbar forces a window width of 447 px, wider than any phone. */
const narrowBar = `button, entry { min-width: 0; padding: 0; border: 0; font-size: 1px }
button { margin: 0 -8px }
`

/**
 * Starts one.
 *
 * @param isStill whether its user prefers reduced motion
 * @throws when there is no Xvfb or no openbox
 */
export async function startScreen(isStill: boolean): Promise<Screen> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const pipe = server.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe to tell its display')
  const [line] = (await once(pipe, 'data')) as [Buffer]
  const display = `:${line.toString().trim()}`
  const settings = mkdtempSync(path.join(os.tmpdir(), 'screen-'))
  mkdirSync(path.join(settings, 'gtk-3.0'))
  writeFileSync(path.join(settings, 'gtk-3.0', 'gtk.css'), narrowBar)
  const animations = `[Settings]\ngtk-enable-animations=${isStill ? 0 : 1}\n`
  writeFileSync(path.join(settings, 'gtk-3.0', 'settings.ini'), animations)
  const manager = spawn('openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } })
  return {
    env: { DISPLAY: display, XDG_CONFIG_HOME: settings },
    stop: async () => {
      const gone = once(server, 'exit')
      manager.kill()
      server.kill()
      await gone
      rmSync(settings, { recursive: true })
    },
  }
}
