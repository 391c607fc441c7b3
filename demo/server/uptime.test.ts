import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { afterEach, expect, it } from 'vitest'
import { parsePage, uptimePath } from 'voter-registration/contract'
import { createSandbox } from 'voter-registration-sandbox'
import { demoUptime } from './uptime.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

it('the demo’s monitor reports that a state’s sites are down soon after they went down, and when they are back', async () => {
  let answer: ReturnType<typeof createSandbox>['fetch'] | undefined
  const listen = getRequestListener((request) => answer?.(request) ?? new Response(null, { status: 503 }))
  const server = createServer((incoming, outgoing) => void listen(incoming, outgoing))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  open.unshift(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const uptime = demoUptime(url)
  const sandbox = createSandbox({ publicUrl: url, ...uptime.options })
  answer = sandbox.fetch
  await uptime.start(sandbox)
  open.unshift(() => uptime.close())
  const list = async (path: 'sites' | 'sitesDown') =>
    parsePage(await (await fetch(`${url}${uptimePath(path)}`)).json(), 'site')?.items ?? []
  await expect.poll(async () => (await list('sites')).filter(({ state_up }) => state_up).length).toBeGreaterThan(90)
  const first = await (await fetch(`${url}${uptimePath('sites')}?limit=1`)).json()
  expect(first.next).toBe(`${url}${uptimePath('sites')}?limit=1&offset=1`)
  await fetch(`${url}/_sandbox/sites/MA`, { method: 'PUT' })
  await expect
    .poll(async () => new Set((await list('sitesDown')).map(({ description }) => description)))
    .toEqual(new Set(['MA Online Voter Registration', 'MA Voter Registration Status']))
  await fetch(`${url}/_sandbox/sites`, { method: 'DELETE' })
  await expect.poll(async () => (await list('sitesDown')).length).toBe(0)
})
