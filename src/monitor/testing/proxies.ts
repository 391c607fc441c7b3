/** Small real proxies: HTTP with CONNECT (RFC 9110), and SOCKS5 (RFC 1928) with user and password (RFC 1929). */
import { createServer } from 'node:http'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { listenOnFreePort } from '../../contract/testing/listen-on-free-port.ts'

/** A running proxy. */
export interface TestProxy {
  url: string
  /** The requested targets, for example `127.0.0.1:443`. */
  asked: string[]
  close(): Promise<void>
}

/**
 * Starts an HTTP proxy.
 *
 * @param user `name:password` that it requires, if any
 * @param answer its response instead of a connection, for example 403
 */
export function startHttpProxy({ user, answer }: { user?: string; answer?: number } = {}): Promise<TestProxy> {
  const asked: string[] = []
  const server = createServer((_, response) => void response.writeHead(405).end())
  server.on('connect', (request, socket: Socket) => {
    asked.push(request.url ?? '')
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
  return listening(server, 'http', user, asked)
}

/**
 * Starts a SOCKS5 proxy.
 *
 * @param user `name:password` that it requires, if any
 * @param reply its reply instead of a connection, for example 2 (not allowed)
 */
export function startSocksProxy({ user, reply }: { user?: string; reply?: number } = {}): Promise<TestProxy> {
  const asked: string[] = []
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    serve(socket, asked, user, reply).catch(() => socket.destroy())
  })
  return listening(server, 'socks5', user, asked)
}

async function serve(socket: Socket, asked: string[], user: string | undefined, reply: number | undefined) {
  const read = reader(socket)
  const [, methods = 0] = await read(2)
  await read(methods)
  socket.write(Buffer.from([5, user === undefined ? 0 : 2]))
  if (user !== undefined) {
    const [, nameLength = 0] = await read(2)
    const name = (await read(nameLength)).toString()
    const [passwordLength = 0] = await read(1)
    const isRight = `${name}:${(await read(passwordLength)).toString()}` === user
    socket.write(Buffer.from([1, isRight ? 0 : 1]))
    if (!isRight) {
      socket.end()
      return
    }
  }
  const [, , , kind = 0] = await read(4)
  const host = await readHost(kind, read)
  const port = (await read(2)).readUInt16BE()
  asked.push(`${host}:${port}`)
  const say = (code: number) => socket.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]))
  if (reply !== undefined) {
    say(reply)
    return
  }
  const far = connect(port, host, () => {
    say(0)
    join(socket, far)
  })
  far.on('error', () => say(5))
  socket.on('close', () => far.destroy())
}

async function readHost(kind: number, read: (bytes: number) => Promise<Buffer>): Promise<string> {
  if (kind === 1) return (await read(4)).join('.')
  if (kind === 3) return (await read((await read(1))[0] ?? 0)).toString()
  return (await read(16)).toString('hex').replace(/(....)(?=.)/g, '$1:')
}

/** Reads an exact number of bytes, however they arrive. */
function reader(socket: Socket): (bytes: number) => Promise<Buffer> {
  return async (bytes) => {
    for (;;) {
      const chunk: Buffer | null = bytes === 0 ? Buffer.alloc(0) : socket.read(bytes)
      if (chunk !== null) return chunk
      await new Promise<void>((resolve, reject) => {
        socket.once('readable', resolve)
        socket.once('close', () => reject(new Error('The connection was closed.')))
      })
    }
  }
}

function join(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one)
  for (const [socket, end] of [[one, other] as const, [other, one] as const]) {
    socket.on('error', () => end.destroy())
    socket.on('close', () => end.destroy())
  }
}

async function listening(
  server: Server,
  protocol: string,
  user: string | undefined,
  asked: string[],
): Promise<TestProxy> {
  const { port, close } = await listenOnFreePort(server)
  return { url: `${protocol}://${user === undefined ? '' : `${user}@`}127.0.0.1:${port}`, asked, close }
}
