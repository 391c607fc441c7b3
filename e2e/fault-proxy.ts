/** A TCP proxy that injects network faults between the BFF and the service. */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What the proxy does to every new connection. */
export type Fault =
  | { kind: 'none' }
  /** Reset as soon as the connection is established. */
  | { kind: 'reset-on-connect' }
  /** Read the request, forward nothing, reset. */
  | { kind: 'reset-before-forward' }
  /** Forward this many bytes of the request, then reset both sides. */
  | { kind: 'cut-request'; bytes: number }
  /** Forward the request, reset when the response begins. */
  | { kind: 'reset-after-forward' }
  /** Forward this many bytes of the response, then close. */
  | { kind: 'cut-answer'; bytes: number }
  /** Forward all of the response except its last byte, then close. */
  | { kind: 'cut-last-byte' }
  /** Accept everything, forward nothing, never respond. */
  | { kind: 'blackhole' }
  /** Forward the request and drop the response. */
  | { kind: 'drop-answer' }
  /** Forward the request this many milliseconds late, or not at all when the client has closed the connection by then. */
  | { kind: 'delay-request'; ms: number }
  /** Forward the response this many milliseconds late, as from a slow service. */
  | { kind: 'delay-answer'; ms: number }
  /** Forward the response one byte at a time, one every this many milliseconds. */
  | { kind: 'drip'; ms: number }
  /** Change the first byte of the response body. */
  | { kind: 'corrupt' }
  /** Forward nothing, and respond with something that is not HTTP. */
  | { kind: 'garbage' }
  /** Forward the response with another status. */
  | { kind: 'rewrite-status'; status: number }

/** A running proxy. */
export interface FaultProxy {
  /** Its URL for the BFF, for example `http://127.0.0.1:40123`. */
  url: string
  /** Ends all connections and applies this fault to new ones. */
  set(fault: Fault): void
  /** Stops listening, so that connections are refused, until {@link FaultProxy.open}. */
  close(): Promise<void>
  /** Listens again on the same port. */
  open(): Promise<void>
}

/**
 * Starts a proxy on a free port of this machine, in front of the server at `target`.
 *
 * @param note called with the method and path of each incoming request
 */
export async function startFaultProxy(target: string, note: (request: string) => void = () => {}): Promise<FaultProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let fault: Fault = { kind: 'none' }

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    return socket
  }
  const server = createServer((client) => {
    client.on('data', (chunk: Buffer) => {
      const [, request] = /^([A-Z]+ [^ ?]+)[^ ]* HTTP\/1\.1\r\n/.exec(chunk.toString('latin1')) ?? []
      if (request !== undefined) note(request)
    })
    serve(keep(client), fault, () => keep(connect(Number(targetPort), hostname)))
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))

  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fault proxy has no port.')
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    set(next) {
      fault = next
      endAll()
    },
    async close() {
      if (!server.listening) return
      const serverClosed = new Promise((done) => server.close(done))
      endAll()
      await serverClosed
    },
    open: () => (server.listening ? Promise.resolve() : listen(address.port)),
  }
}

function serve(client: Socket, fault: Fault, dial: () => Socket): void {
  switch (fault.kind) {
    case 'reset-on-connect':
      client.resetAndDestroy()
      return
    case 'reset-before-forward':
      client.once('data', () => client.resetAndDestroy())
      return
    case 'blackhole':
      client.resume()
      return
    case 'garbage':
      client.once('data', () => client.end(Buffer.from('\x16\x03\x01 this is no answer\r\n\0\r\n', 'latin1')))
      return
    case 'cut-request':
      cutRequest(client, fault.bytes, dial())
      return
    case 'delay-request':
      delayRequest(client, fault.ms, dial())
      return
    case 'none':
    case 'reset-after-forward':
    case 'cut-answer':
    case 'cut-last-byte':
    case 'drop-answer':
    case 'delay-answer':
    case 'drip':
    case 'corrupt':
    case 'rewrite-status':
      forward(client, fault, dial())
      return
    default:
      fault satisfies never
  }
}

function cutRequest(client: Socket, bytes: number, service: Socket): void {
  let bytesLeft = bytes
  client.on('close', () => service.destroy())
  client.on('data', (chunk: Buffer) => {
    if (bytesLeft <= 0) return
    service.write(chunk.subarray(0, bytesLeft))
    bytesLeft -= chunk.length
    if (bytesLeft > 0) return
    service.resetAndDestroy()
    client.resetAndDestroy()
  })
}

function delayRequest(client: Socket, ms: number, service: Socket): void {
  client.on('close', () => service.destroy())
  client.on('data', (chunk: Buffer) => void wait(ms).then(() => service.writable && service.write(chunk)))
  service.pipe(client)
}

function forward(client: Socket, fault: Fault, service: Socket): void {
  client.pipe(service)
  client.on('close', () => service.destroy())
  const pass = answering(client, fault)
  service.on('data', pass.data)
  service.on('close', pass.close)
}

/** Delays a response. A connection that the service has closed meanwhile ends with the response: if it stayed open longer,
 *  it would be reused, and what is sent on it lost. */
function createDelayedWriter(ms: number, write: (chunk: Buffer) => void, close: () => void) {
  let waiting = 0
  let isClosed = false
  return {
    data: async (chunk: Buffer) => {
      waiting++
      await wait(ms)
      write(chunk)
      waiting--
      if (isClosed && waiting === 0) close()
    },
    close: () => {
      isClosed = true
      if (waiting === 0) close()
    },
  }
}

/** Returns what the proxy does with the response, chunk by chunk. */
function answering(client: Socket, fault: Fault): { data: (chunk: Buffer) => unknown; close: () => void } {
  const close = () => void client.end()
  const stay = () => undefined
  const write = (chunk: Buffer) => client.writable && client.write(chunk)
  switch (fault.kind) {
    case 'reset-after-forward':
      return { data: () => client.resetAndDestroy(), close }
    case 'drop-answer':
      return { data: stay, close: stay }
    case 'delay-answer':
      return createDelayedWriter(fault.ms, write, close)
    case 'cut-answer': {
      let bytesLeft = fault.bytes
      return {
        data: (chunk) => {
          if (bytesLeft > 0) write(chunk.subarray(0, bytesLeft))
          bytesLeft -= chunk.length
          if (bytesLeft <= 0) close()
        },
        close,
      }
    }
    case 'cut-last-byte': {
      // Only when nothing more arrives for a while is the last byte known.
      const chunks: Buffer[] = []
      let timer: NodeJS.Timeout | undefined
      const end = () => {
        client.end(Buffer.concat(chunks).subarray(0, -1))
      }
      return {
        data: (chunk) => {
          chunks.push(chunk)
          clearTimeout(timer)
          timer = setTimeout(end, 100)
        },
        close: stay,
      }
    }
    case 'drip': {
      const bytes: number[] = []
      const timer = setInterval(() => {
        const next = bytes.shift()
        if (next !== undefined) write(Buffer.of(next))
      }, fault.ms)
      client.on('close', () => clearInterval(timer))
      return { data: (chunk) => void bytes.push(...chunk), close: stay }
    }
    case 'corrupt':
      return { data: (chunk) => void write(corrupted(chunk)), close }
    case 'rewrite-status':
      return {
        data: (chunk) =>
          void write(
            Buffer.from(chunk.toString('latin1').replace(/^HTTP\/1\.1 \d+/, `HTTP/1.1 ${fault.status}`), 'latin1'),
          ),
        close,
      }
    case 'none':
    case 'reset-on-connect':
    case 'reset-before-forward':
    case 'cut-request':
    case 'delay-request':
    case 'blackhole':
    case 'garbage':
      return { data: (chunk) => void write(chunk), close }
    default:
      return fault satisfies never
  }
}

/** Changes the first byte of the body if it begins in this chunk. */
function corrupted(chunk: Buffer): Buffer {
  const body = chunk.indexOf('\r\n\r\n') + 4
  if (body >= 4 && body < chunk.length) chunk[body] = 0x7e
  else if (body < 4) chunk[0] = 0x7e
  return chunk
}
