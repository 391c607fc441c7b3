/** The stack's BFF with facts about states; started anew only where something else is wanted than before. */
import { type Stack, sandboxKey } from './stack.ts'

let running: string | undefined

/** Gives the BFF facts from the sandbox, by the network. */
export async function withFacts(stack: Stack, change: Record<string, string> = {}): Promise<void> {
  const wanted = JSON.stringify(change)
  if (running === wanted) return
  await stack.killBff()
  await stack.startBff({
    CIVIC_URL: stack.network.url,
    CIVIC_KEY_ID: sandboxKey.id,
    CIVIC_KEY_SECRET: sandboxKey.secret,
    ...change,
  })
  running = wanted
}

/** The BFF as the other specs have it. Call it after the last test. */
export async function withoutFacts(stack: Stack): Promise<void> {
  if (running === undefined) return
  running = undefined
  await stack.killBff()
  await stack.startBff()
}
