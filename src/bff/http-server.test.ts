import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createHttpServer, limitConnections, listening } from './http-server.ts'

let closeAll: (() => void)[] = []
afterEach(() => {
  for (const close of closeAll) close()
  closeAll = []
})

async function aServer(behindProxy: boolean) {
  const server = createHttpServer((_request, response) => response.end('ok'), { behindProxy })
  // Every address in a test belongs to this machine.
  if (!behindProxy) limitConnections(server, () => true)
  const url = new URL(await listening(server, '0.0.0.0', 0))
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
    socket.on('error', () => undefined)
    closeAll.push(() => socket.destroy())
    return socket
  })
}

/** Returns what a voter at an address receives: the status line, or nothing. */
function visit(port: number, localAddress: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () =>
      socket.write('GET / HTTP/1.1\r\nHost: bff.test\r\nConnection: close\r\n\r\n'),
    )
    let heard = ''
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard.split('\r\n')[0] ?? ''))
  })
}

const openOf = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, open) => (error === null ? resolve(open) : reject(error))),
  )

it('2,000 idle connections of one address: 50 are kept, and 12 of 12 voters pass', async () => {
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

it('an address whose connections have ended may open as many again', async () => {
  const { port, server } = await aServer(false)
  const first = idle(port, '127.0.0.2', 50)
  await expect.poll(() => openOf(server)).toBe(50)
  expect(await visit(port, '127.0.0.2')).toBe('')
  for (const socket of first) socket.destroy()
  await expect.poll(() => openOf(server)).toBe(0)
  expect(await visit(port, '127.0.0.2')).toBe('HTTP/1.1 200 OK')
})

it('a proxy in front has one address for everybody, and is not limited', async () => {
  const { port, server } = await aServer(true)
  expect(server.maxConnections).toBe(10_000)
  idle(port, '127.0.0.2', 60)
  expect(await visit(port, '127.0.0.2')).toBe('HTTP/1.1 200 OK')
})
