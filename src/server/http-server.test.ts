import type { RequestListener, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { createHttpServer, limitConnections, startListening } from './http-server.ts'
import { sendBytes } from './testing/hosts/listen.ts'

let closeAll: (() => void)[] = []
afterEach(() => {
  for (const close of closeAll) close()
  closeAll = []
})

/** Answers once a request has arrived whole. */
const answerWhole: RequestListener = (request, response) => void request.resume().on('end', () => response.end('ok'))

async function aServer(behindProxy: boolean, listener: RequestListener = answerWhole) {
  const server = createHttpServer(listener, { behindProxy })
  // Every address in a test belongs to this machine.
  if (!behindProxy) limitConnections(server, () => true)
  const url = new URL(await startListening(server, { host: '0.0.0.0', port: 0 }))
  closeAll.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: Number(url.port), server }
}

/** Opens connections from an address that never send a byte. */
function idle(port: number, localAddress: string, count: number): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined).resume()
    closeAll.push(() => socket.destroy())
    return socket
  })
}

/** Returns what a voter at an address receives: the status line, or nothing. */
async function visit(port: number, localAddress: string, path = '/'): Promise<string> {
  const request = `GET ${path} HTTP/1.1\r\nHost: bff.test\r\nConnection: close\r\n\r\n`
  return (await sendBytes(`http://127.0.0.1:${port}`, request, { localAddress })).split('\r\n')[0] ?? ''
}

const openOf = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, open) => (error === null ? resolve(open) : reject(error))),
  )

it('50 of 2,000 idle connections of one address are kept, and 12 of 12 voters get through', async () => {
  const { port, server } = await aServer(false)
  let accepted = 0
  server.on('connection', () => accepted++)
  for (let opened = 0; opened < 2_000; opened += 100) {
    idle(port, '127.0.0.2', 100)
    await expect.poll(() => accepted).toBe(opened + 100)
  }
  await expect.poll(() => openOf(server)).toBeLessThanOrEqual(50)
  const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => visit(port, `127.0.0.${10 + index}`)))
  expect(answers).toEqual(Array.from({ length: 12 }, () => 'HTTP/1.1 200 OK'))
}, 60_000)

it('a voter at an address with 50 connections gets through; the oldest idle connection is closed', async () => {
  const { port, server } = await aServer(false)
  const held = idle(port, '127.0.0.2', 50)
  await expect.poll(() => openOf(server)).toBe(50)
  // Half a request is none.
  for (const socket of held) socket.write('POST / HTTP/1.1\r\nHost: bff.test\r\nContent-Length: 9\r\n\r\nhalf')
  expect(await Promise.all(Array.from({ length: 12 }, () => visit(port, '127.0.0.2')))).toEqual(
    Array.from({ length: 12 }, () => 'HTTP/1.1 200 OK'),
  )
  await expect.poll(() => held.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(0)
})

it('a connection with a request in progress is never closed, however many come after it', async () => {
  let answer: (() => void) | undefined
  const { port, server } = await aServer(false, (request, response) => {
    if (request.url === '/slow') answer = () => response.end('done')
    else response.end('ok')
  })
  const slow = visit(port, '127.0.0.2', '/slow')
  await expect.poll(() => answer).toBeDefined()
  let accepted = 0
  server.on('connection', () => accepted++)
  idle(port, '127.0.0.2', 120)
  await expect.poll(() => accepted).toBe(120)
  await expect.poll(() => openOf(server)).toBeLessThanOrEqual(51)
  answer?.()
  expect(await slow).toBe('HTTP/1.1 200 OK')
})

it('a proxy, which has one address for everybody, is not limited', async () => {
  const { port, server } = await aServer(true)
  expect(server.maxConnections).toBe(10_000)
  idle(port, '127.0.0.2', 60)
  expect(await visit(port, '127.0.0.2')).toBe('HTTP/1.1 200 OK')
})

it.each([
  ['EACCES', 'Port 80 may not be used by this user: set SANDBOX_PORT to one above 1023.'],
  ['EINVAL', 'Cannot listen on port 80 of "fe80::1" (EINVAL).'],
])('the error says what to change when the server cannot listen: %s', async (code, sentence) => {
  const server = createHttpServer(() => undefined)
  vi.spyOn(server, 'listen').mockImplementation(() => {
    server.emit('error', Object.assign(new Error('CANARY'), { code }))
    return server
  })
  const refused = startListening(server, { host: 'fe80::1', port: 80, portVariable: 'SANDBOX_PORT' })
  await expect(refused).rejects.toMatchObject({ message: sentence, code })
})
