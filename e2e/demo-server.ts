/** The demo as `npm start` serves it, with its own sandbox and BFF: one for each worker. */
import { test as base } from '@playwright/test'
import { freePort } from '../src/contract/testing/free-port.mjs'
import { startChild } from './child.ts'

export { expect } from '@playwright/test'

/** A running demo. */
export interface Demo {
  /** Its URL, with a trailing slash. */
  url: string
  /** Returns its output so far. */
  printed(): string
  /** The ports of demo, BFF and sandbox. */
  ports: number[]
}

/** Playwright's `test` with `demo`. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [
    // oxlint-disable-next-line no-unused-vars -- Playwright reads the fixtures' names here, and there must be a pattern.
    async ({ playwright: _ }, use) => {
      const ports = [await freePort(), await freePort(), await freePort()]
      const [demo, bff, sandbox] = ports.map(String)
      const url = `http://localhost:${demo}/`
      let printed = ''
      const child = await startChild(
        ['dist/demo-server/serve.js'],
        { DEMO_PORT: String(demo), PORT: String(bff), SANDBOX_PORT: String(sandbox) },
        url,
        (text) => {
          printed += text
        },
      )
      await use({ url, ports, printed: () => printed })
      await child.kill()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})
