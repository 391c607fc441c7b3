/** A TCP proxy that misbehaves on demand: what a bad network does between the BFF and the service. */
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What the proxy does to every connection that is made after it was set. */
export type Fault =
  | { kind: 'none' }
  /** Reset as soon as the connection stands. */
  | { kind: 'reset-on-connect' }
  /** Read the request, pass nothing on, reset. */
  | { kind: 'reset-before-forward' }
  /** Pass the request on, reset when the answer begins. */
  | { kind: 'reset-after-forward' }
  /** Pass on so many bytes of the answer, then close. */
  | { kind: 'cut-answer'; bytes: number }
  /** Take everything, pass nothing on, never answer. */
  | { kind: 'blackhole' }
  /** Pass the request on and keep the answer. */
  | { kind: 'drop-answer' }
  /** Pass the answer on so many milliseconds late. */
  | { kind: 'delay-answer'; ms: number }

/** A proxy that runs. */
export interface FaultProxy {
  /** Where the BFF finds it, for example `http://127.0.0.1:40123`. */
  url: string
  /** Ends all connections and treats new ones like this. */
  set(fault: Fault): void
  /** Stops listening, so that connections are refused, until {@link FaultProxy.open}. */
  close(): Promise<void>
  /** Listens again on the same port. */
  open(): Promise<void>
}

/**
 * Starts a proxy on a free port of this machine, in front of the server at `target`.
 *
 * @param note is told the method and path of each request as it comes in
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
  const listen = (at: number) => new Promise<void>((done) => server.listen(at, '127.0.0.1', done))

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
      const closed = new Promise((done) => server.close(done))
      endAll()
      await closed
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
    case 'none':
    case 'reset-after-forward':
    case 'cut-answer':
    case 'drop-answer':
    case 'delay-answer':
      forward(client, fault, dial())
      return
    default:
      fault satisfies never
  }
}

function forward(client: Socket, fault: Fault, service: Socket): void {
  let left = fault.kind === 'cut-answer' ? fault.bytes : Number.POSITIVE_INFINITY
  client.pipe(service)
  client.on('close', () => service.destroy())
  service.on('close', () => (fault.kind === 'delay-answer' || fault.kind === 'drop-answer' ? undefined : client.end()))
  service.on('data', (chunk: Buffer) => {
    if (fault.kind === 'reset-after-forward') client.resetAndDestroy()
    else if (fault.kind === 'delay-answer') void wait(fault.ms).then(() => client.writable && client.write(chunk))
    else if (fault.kind !== 'drop-answer' && left > 0) {
      client.write(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) client.end()
    }
  })
}
