/** A token for a button of the answer, for browsers without scripts: its address and its press, sealed so that only this BFF
 *  can read it. The address is never a parameter that anyone could forge. */
import * as z from 'zod/mini'
import type { SealedButton } from '../../contract/bff-api.ts'
import type { PageVisit } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'

/** The content of the token. */
const ActionToken = z.object({
  url: z.string(),
  label: z.string(),
  press: z.optional(z.string()),
  /** When the link expires, in milliseconds of the BFF's clock. */
  until: z.optional(z.number()),
})
export type Way = z.infer<typeof ActionToken>

/** Returns the token's text for a button of a fresh answer, to be sealed. */
export function writeActionToken({ url, message_text, press, expires_in_ms }: SealedButton, now: number): string {
  const until = expires_in_ms === undefined ? undefined : now + expires_in_ms
  const way: Way = { url, label: message_text, press, until }
  return JSON.stringify(way)
}

/** Parses the token's text; `undefined` when it is invalid. */
export function readActionToken(text: string | undefined): Way | undefined {
  if (text === undefined) return undefined
  try {
    const read = ActionToken.safeParse(JSON.parse(text))
    return read.success ? read.data : undefined
  } catch {
    return undefined
  }
}

/** How long a voter waits for the report, in milliseconds; it continues without them. */
const maxReportWait = 2_000

/** Passes the press to the BFF. Resolves when the BFF has accepted it, or after the maximum wait; never rejects: a lost
 *  report never keeps a voter from registering (R-A93). */
export async function reportPress(press: string, { ask }: PageVisit): Promise<void> {
  const enough = AbortSignal.timeout(maxReportWait)
  const init = { headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify({ press }) }
  await Promise.race([
    ask(bffPaths.presses, init).catch(() => undefined),
    new Promise((resolve) => enough.addEventListener('abort', resolve)),
  ])
}
