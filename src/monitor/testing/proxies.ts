/** A small real HTTP proxy, with CONNECT (RFC 9110). */
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listenOnFreePort } from '../../contract/testing/listen-on-free-port.ts'

/** A running proxy. */
export interface TestProxy {
  url: string
  /** The requested targets, for example `127.0.0.1:443`. */
  requests: string[]
  close(): Promise<void>
}

/**
 * Starts an HTTP proxy.
 *
 * @param user `name:password` that it requires, if any
 * @param answer its response instead of a connection, for example 403
 */
export async function startHttpProxy({ user, answer }: { user?: string; answer?: number } = {}): Promise<TestProxy> {
  const requests: string[] = []
  const server = createServer((_, response) => void response.writeHead(405).end())
  server.on('connect', (request, socket: Socket) => {
    requests.push(request.url ?? '')
    const wanted = user === undefined ? undefined : `Basic ${Buffer.from(user).toString('base64')}`
    const status = wanted !== undefined && request.headers['proxy-authorization'] !== wanted ? 407 : answer
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    const { hostname, port } = new URL(`http://${request.url}`)
    const far = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      join(socket, far)
    })
    far.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n'))
    socket.on('error', () => far.destroy())
  })
  const { port, close } = await listenOnFreePort(server)
  return { url: `http://${user === undefined ? '' : `${user}@`}127.0.0.1:${port}`, requests, close }
}

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  for (const [socket, end] of [[one, other] as const, [other, one] as const]) {
    socket.on('error', () => end.destroy())
    socket.on('close', () => end.destroy())
  }
}
