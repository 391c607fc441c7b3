/** A voter's own browser with a persistent profile: closed and opened again, it restores its tabs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { noRestoredTabsInFirefox, notDriven } from './engines/engine.ts'
import { test as partnered } from './partner-pages.ts'
import { expect } from './test.ts'

const { CHROMIUM } = process.env

/** One browser of a voter. */
export interface OwnBrowser {
  /** Opens it, with an empty tab the first time. */
  open(settings?: { javaScriptEnabled?: boolean }): Promise<Page>
  /** Closes it once it has saved its tab's current state, opens it again, and returns the restored tab. */
  restart(): Promise<Page>
  /** Whether a text is in a file of its profile. */
  hasKept(text: string): boolean
}

function readContent(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    // The file has been deleted meanwhile.
    return Buffer.alloc(0)
  }
}

/** Playwright's `test` with `own`. */
export const test = partnered.extend<{ own: OwnBrowser }>({
  own: async ({ browserName }, use) => {
    if (browserName === 'firefox') notDriven(noRestoredTabsInFirefox)
    const profile = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-profile-'))
    let context: BrowserContext | undefined
    let settings = {}
    let isNew = true
    const viewport = { width: 900, height: 1000 }
    const start = async () => {
      context = await chromium.launchPersistentContext(profile, {
        ...(CHROMIUM !== undefined && CHROMIUM !== '' && { executablePath: CHROMIUM }),
        // An empty tab the first time: without one, Chromium's own start page once never appeared. Afterwards only the tabs of
        // the last session. With the back/forward cache.
        args: isNew ? [] : ['--restore-last-session'],
        ignoreDefaultArgs: [...(isNew ? [] : ['about:blank']), '--disable-back-forward-cache'],
        viewport,
        ...settings,
      })
      return context.pages()[0] ?? context.waitForEvent('page')
    }
    const hasKept = (text: string) => {
      const files = readdirSync(profile, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      return files.some(({ parentPath, name }) => {
        const content = readContent(path.join(parentPath, name))
        return content.includes(text) || content.includes(Buffer.from(text, 'utf16le'))
      })
    }
    await use({
      hasKept,
      open(options = {}) {
        settings = options
        return start()
      },
      async restart() {
        // Browsers save with a delay, and all fields of a page at once: when the last typed text is saved, everything is.
        const last = `last-${Date.now()}`
        await context?.pages()[0]?.evaluate((value) => {
          const field = document.body.appendChild(document.createElement('input'))
          field.value = value
          for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
        }, last)
        await expect.poll(() => hasKept(last)).toBe(true)
        await context?.close()
        isNew = false
        return start()
      },
    })
    await context?.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  },
})
