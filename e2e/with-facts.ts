/** Runs the stack's BFF with facts about states; restarts it only when the settings change. */
import { type Stack, sandboxKey } from './stack.ts'
import { test } from './test.ts'

let running: string | undefined

/** Lets the BFF fetch facts from the sandbox over the network. */
export async function withFacts(stack: Stack, change: Record<string, string> = {}): Promise<void> {
  const changeJson = JSON.stringify(change)
  if (running === changeJson) return
  await stack.killBff()
  await stack.startBff({
    CIVIC_URL: stack.network.url,
    CIVIC_KEY_ID: sandboxKey.id,
    CIVIC_KEY_SECRET: sandboxKey.secret,
    ...change,
  })
  running = changeJson
}

/** Restores the BFF of the other specs. Call it after the last test. */
export async function withoutFacts(stack: Stack): Promise<void> {
  if (running === undefined) return
  running = undefined
  await stack.killBff()
  await stack.startBff()
}

/** Call it at the top of a spec about facts: its pages load the facts' script file, and later specs have a BFF without facts. */
export function setUpFacts(): void {
  test.use({ further: ['voter-form-facts.js'] })
  test.afterAll(({ stack }) => withoutFacts(stack))
}
