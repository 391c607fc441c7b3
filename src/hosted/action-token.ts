/** A button of the answer, for browsers without scripts: where it leads and what is reported, sealed so that only this BFF
 *  can read it. The address is never a parameter that anybody could write. */
import * as z from 'zod/mini'
import type { SealedButton } from '../contract/bff-api.ts'
import type { PageVisit } from '../contract/hosted-page.ts'
import { bffPaths } from '../contract/routes.ts'

/** What is in it. */
const ActionToken = z.object({
  url: z.string(),
  label: z.string(),
  press: z.optional(z.string()),
  /** When the link stops working, in milliseconds of the BFF's clock. */
  until: z.optional(z.number()),
})
export type Way = z.infer<typeof ActionToken>

/** A button of an answer that came just now, as text to be sealed. */
export function writeActionToken({ url, message_text, press, expires_in_ms }: SealedButton, now: number): string {
  const until = expires_in_ms === undefined ? undefined : now + expires_in_ms
  const way: Way = { url, label: message_text, press, until }
  return JSON.stringify(way)
}

/** A way from its text; `undefined` when it is none. */
export function readActionToken(text: string | undefined): Way | undefined {
  if (text === undefined) return undefined
  try {
    const read = ActionToken.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** How long a voter waits for the report, in milliseconds; it goes on without them. */
const maxReportWait = 2_000

/** Hands the press to the BFF. Resolves when the BFF has it, or when the voter has waited long enough; never rejects: a lost
 *  report never keeps a voter from registering (R-A93). */
export async function reportPress(press: string, { ask }: PageVisit): Promise<void> {
  const enough = AbortSignal.timeout(maxReportWait)
  const init = { headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify({ press }) }
  await Promise.race([
    ask(bffPaths.presses, init).catch(() => undefined),
    new Promise((resolve) => enough.addEventListener('abort', resolve)),
  ])
}
