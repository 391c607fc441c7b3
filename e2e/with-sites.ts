/** The stack with a monitor: a separate sandbox that has one, and the BFF in front of it. */
import { expect } from '@playwright/test'
import { ShownSites } from 'voter-registration/contract'
import { freePort } from '../src/contract/testing/free-port.mjs'
import { startChild } from './child.ts'
import { type Stack, sandboxKey } from './stack.ts'

/** What a test can do to the mock sites of states. */
export interface Sites {
  /** The address of the monitor. */
  monitor: string
  /** Takes a state's sites down, or brings them back; waits until the BFF knows it. */
  set(state: string, is: 'down' | 'up'): Promise<void>
}

/** Gives the stack's BFF a sandbox with a monitor for the duration of `use`: the other specs' BFF watches no sites. */
export async function withSites(stack: Stack, use: (sites: Sites) => Promise<void>): Promise<void> {
  const port = await freePort()
  const sandbox = `http://127.0.0.1:${port}`
  const child = await startChild(
    ['node_modules/voter-registration-sandbox/dist/sandbox/cli.js'],
    { SANDBOX_PORT: String(port), SANDBOX_UPTIME_SECONDS: '5' },
    `${sandbox}/_sandbox/received`,
  )
  await stack.killBff()
  await stack.startBff({
    UPSTREAM_URL: sandbox,
    CIVIC_URL: sandbox,
    CIVIC_KEY_ID: sandboxKey.id,
    CIVIC_KEY_SECRET: sandboxKey.secret,
    UPTIME_URL: sandbox,
    UPTIME_CACHE_SECONDS: '1',
    MONITOR_URL: sandbox,
  })
  await expect.poll(() => stateOfSite(stack, 'MA')).toBe('up')
  try {
    await use({
      monitor: sandbox,
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

/** Returns the BFF's status of the site where a state's voters register; `undefined` until its history says the same. */
async function stateOfSite(stack: Stack, state: string): Promise<'down' | 'up' | undefined> {
  const answer = await fetch(`${stack.bff}/sites?state=${state}&history=1`)
  const { sites } = ShownSites.parse(await answer.json())
  const site = sites.find(({ tool }) => tool === 'Online Voter Registration')
  const outages = site?.history?.outages
  const isDown = outages?.some(({ to }) => to === undefined)
  return outages === undefined || site?.up === isDown ? undefined : site?.up ? 'up' : 'down'
}
