/** Records everything that a page logs and sends, for tests that search for what must not be there. */
import type { BrowserContext, Page } from '@playwright/test'

/** What was recorded so far. */
export interface Watched {
  /** Console lines and uncaught errors. */
  console: string[]
  /** Uncaught errors and console errors alone, without the browser's own lines about failed requests. */
  errors: string[]
  requests: { method: string; url: string; headers: Record<string, string>; body: string }[]
  responses: { url: string; status: number; headers: Record<string, string>; body: string }[]
  /** Waits until every response that has ended so far was read. */
  settled(): Promise<void>
}

/** Watches every page of a context from now on. */
export function watch(context: BrowserContext): Watched {
  const reading: Promise<unknown>[] = []
  const watched: Watched = {
    console: [],
    errors: [],
    requests: [],
    responses: [],
    settled: async () => {
      await Promise.all(reading)
    },
  }
  const look = (page: Page) => {
    page.on('console', (message) => {
      watched.console.push(message.text())
      const browsersOwn = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !browsersOwn) watched.errors.push(message.text())
    })
    page.on('pageerror', (error) => {
      watched.console.push(String(error.stack))
      watched.errors.push(String(error.stack))
    })
  }
  context.pages().forEach(look)
  context.on('page', look)
  context.on('request', (request) => {
    watched.requests.push({
      method: request.method(),
      url: request.url(),
      headers: request.headers(),
      body: request.postData() ?? '',
    })
  })
  // Once it has ended: the end of a response whose page is left meanwhile is never told, and waiting for its text never ends.
  context.on('requestfinished', (request) => {
    const read = async () => {
      const response = await request.response()
      if (response === null) return
      const [body, headers] = await Promise.all([
        response.text().catch(() => ''),
        response.allHeaders().catch(() => ({})),
      ])
      watched.responses.push({ url: response.url(), status: response.status(), headers, body })
    }
    reading.push(read().catch(() => undefined))
  })
  return watched
}
