/** Playwright's Browser on WebDriver, with a screen that nobody sees. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type ContextOptions, WebKitContext } from './context.ts'
import { withReasons } from './not-driven.ts'

/** Starts browsers on a screen of its own. */
export class WebKitBrowser {
  private readonly display: string
  private readonly open = new Set<WebKitContext>()
  readonly stop: () => Promise<void>

  private constructor(display: string, stop: () => Promise<void>) {
    this.display = display
    this.stop = stop
  }

  /** @throws when there is no Xvfb */
  static async start(): Promise<WebKitBrowser> {
    const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1400x24'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const pipe = screen.stdio[3]
    if (!pipe) throw new Error('Xvfb has no pipe to tell its display')
    const [line] = (await once(pipe, 'data')) as [Buffer]
    return new WebKitBrowser(`:${line.toString().trim()}`, async () => {
      const gone = once(screen, 'exit')
      screen.kill()
      await gone
    })
  }

  async newContext(options: Omit<ContextOptions, 'display'> = {}): Promise<WebKitContext> {
    const context = await WebKitContext.open({
      viewport: { width: 900, height: 1000 },
      ...options,
      display: this.display,
    })
    this.open.add(context)
    return context.asPlaywright
  }

  contexts(): WebKitContext[] {
    return [...this.open]
  }

  /** The same, with reasons for what there is no counterpart of. */
  asPlaywright(): WebKitBrowser {
    return withReasons(this)
  }
}
