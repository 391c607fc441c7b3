/** A token for a button of the answer, for browsers without scripts: its address and its event, encrypted so that only this BFF
 *  can read them. The address is never a parameter that anyone could forge. */
import * as z from 'zod/mini'
import type { SealedButton } from '../../contract/bff-api.ts'
import type { PageDeps, PageVariables } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'

const Click = z.object({
  url: z.string(),
  label: z.string(),
  press: z.optional(z.string()),
  /** When the link expires, in milliseconds of the BFF's clock. */
  until: z.optional(z.number()),
})
type Click = z.infer<typeof Click>

/** Writes the token for a button of an answer that has just arrived. */
export function writeClickToken({ url, message_text, press, expires_in_ms }: SealedButton, { seal, now }: PageDeps) {
  const until = expires_in_ms === undefined ? undefined : now() + expires_in_ms
  return seal(JSON.stringify({ url, label: message_text, press, until } satisfies Click))
}

/** Reads a token; `undefined` when it is invalid. */
export async function readClickToken(token: string, { open }: PageDeps): Promise<Click | undefined> {
  try {
    return Click.safeParse(JSON.parse((await open(token)) ?? '')).data
  } catch {
    return undefined
  }
}

/** How long a voter waits for the report, in milliseconds; it continues without them. */
const maxReportWait = 2_000

/** Resolves when the BFF has accepted the report, or after the maximum wait; never rejects: a lost report never keeps a voter
 *  from registering (R-A93). */
export async function reportClick(press: string, callBff: PageVariables['callBff']): Promise<void> {
  const timeout = AbortSignal.timeout(maxReportWait)
  const init = { headers: { 'Content-Type': 'text/plain' }, body: JSON.stringify({ press }) }
  await Promise.race([
    callBff(bffPaths.presses, init).catch(() => undefined),
    new Promise((resolve) => timeout.addEventListener('abort', resolve)),
  ])
}
