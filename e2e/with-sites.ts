/** The stack with an Uptime API: that of a separate sandbox, and the BFF in front of it. */
import { expect } from '@playwright/test'
import { Sites as SitesResponse } from 'voter-registration/contract'
import { freePort } from '../src/contract/testing/free-port.mjs'
import { startChild } from './child.ts'
import { type Stack, sandboxKey } from './stack.ts'

/** What a test can do to the mock sites of states. */
export interface Sites {
  /** Takes a state's sites down, or brings them back; waits until the BFF knows it. */
  set(state: string, is: 'down' | 'up'): Promise<void>
}

/** Gives the stack's BFF the Uptime API of a sandbox for the duration of `use`: the other specs' BFF watches no sites. */
export async function withSites(stack: Stack, use: (sites: Sites) => Promise<void>): Promise<void> {
  const port = await freePort()
  const sandbox = `http://127.0.0.1:${port}`
  const child = await startChild(
    ['node_modules/voter-registration-sandbox/dist/sandbox/cli.js'],
    { SANDBOX_PORT: String(port) },
    `${sandbox}/_sandbox/received`,
  )
  await stack.killBff()
  await stack.startBff({
    UPSTREAM_URL: sandbox,
    CIVIC_URL: sandbox,
    CIVIC_KEY_ID: sandboxKey.id,
    CIVIC_KEY_SECRET: sandboxKey.secret,
    UPTIME_URL: sandbox,
  })
  await expect.poll(() => stateOfSite(stack, 'MA')).toBe('up')
  try {
    await use({
      async set(state, is) {
        await fetch(`${sandbox}/_sandbox/sites/${state}`, { method: is === 'down' ? 'PUT' : 'DELETE' })
        await expect.poll(() => stateOfSite(stack, state)).toBe(is)
      },
    })
  } finally {
    await stack.killBff()
    await child.kill()
  }
}

/** Returns the BFF's status of a state's sites; `undefined` while it is unknown or differs between them. */
async function stateOfSite(stack: Stack, state: string): Promise<'down' | 'up' | undefined> {
  const answer = await fetch(`${stack.bff}/sites?state=${state}`)
  const { sites } = SitesResponse.parse(await answer.json())
  if (sites.length === 0 || sites.some(({ up }) => up !== sites[0]?.up)) return undefined
  return sites[0]?.up === undefined ? undefined : sites[0].up ? 'up' : 'down'
}
