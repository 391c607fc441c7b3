/** A screen that nobody sees. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** An X server with a window manager, without which no page is told that it has the focus. */
export interface Screen {
  /** For example `:1`. */
  display: string
  stop: () => Promise<void>
}

/** @throws when there is no Xvfb or no openbox */
export async function startScreen(): Promise<Screen> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const pipe = server.stdio[3]
  if (!pipe) throw new Error('Xvfb has no pipe to tell its display')
  const [line] = (await once(pipe, 'data')) as [Buffer]
  const display = `:${line.toString().trim()}`
  const manager = spawn('openbox', [], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } })
  return {
    display,
    stop: async () => {
      const gone = once(server, 'exit')
      manager.kill()
      server.kill()
      await gone
    },
  }
}
