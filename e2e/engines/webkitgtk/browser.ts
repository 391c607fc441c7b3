/** Playwright's Browser on WebKitGTK. */
import { WebDriverContext } from '../webdriver/context.ts'
import { withReasons } from '../webdriver/not-driven.ts'
import type { Size } from '../webdriver/resize-window.ts'
import { startWebKitGtk, type WebKitGtkOptions } from './start-webkitgtk.ts'

/** Options of a context: the supported part of Playwright's. */
interface ContextOptions extends WebKitGtkOptions {
  viewport?: Size | null
}

/** Opens browsers; each context is a separate browser with its own screen. */
export class WebKitBrowser {
  private readonly open = new Set<WebDriverContext>()

  async newContext({
    viewport = { width: 900, height: 1000 },
    ...options
  }: ContextOptions = {}): Promise<WebDriverContext> {
    const context = new WebDriverContext(await startWebKitGtk(options), viewport)
    this.open.add(context)
    return context.asPlaywright
  }

  async close(): Promise<void> {
    for (const context of this.open) await context.close()
  }

  contexts(): WebDriverContext[] {
    return [...this.open]
  }

  /** The same object; members without a counterpart end the test with a reason. */
  asPlaywright(): WebKitBrowser {
    return withReasons(this)
  }
}
