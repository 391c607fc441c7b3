/** Playwright's Browser on WebDriver. */
import { type ContextOptions, WebKitContext } from './context.ts'
import { withReasons } from './not-driven.ts'

/** Opens browsers; each context is one, on a screen of its own. */
export class WebKitBrowser {
  private readonly open = new Set<WebKitContext>()

  async newContext(options: ContextOptions = {}): Promise<WebKitContext> {
    const context = await WebKitContext.open({ viewport: { width: 900, height: 1000 }, ...options })
    this.open.add(context)
    return context.asPlaywright
  }

  async close(): Promise<void> {
    for (const context of this.open) await context.close()
  }

  contexts(): WebKitContext[] {
    return [...this.open]
  }

  /** The same, with reasons for what there is no counterpart of. */
  asPlaywright(): WebKitBrowser {
    return withReasons(this)
  }
}
