/** Makes a `node:http` server listen on a free port of this machine. */
import type { Server } from 'node:http'
import { connect } from 'node:net'

/**
 * Starts to listen.
 *
 * @param finish what the server's owner does before the server is closed
 */
export async function listen(server: Server, finish: () => Promise<void>): Promise<Host> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The host listens on no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      await finish()
      server.closeIdleConnections()
      await closed
    },
  }
}

/** A running host. */
export interface Host {
  /** Its address, for example `http://127.0.0.1:40123`. */
  url: string
  /** Stops it as its operator would, and waits until it has stopped: requests in flight are finished first. */
  stop(): Promise<void>
}

/** Sends bytes in Latin-1, after which the connection may be ended; returns what comes back until it is closed. */
export function sendBytes(
  url: string,
  bytes: string,
  { localAddress, isEnded = false }: { localAddress?: string; isEnded?: boolean } = {},
): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const from = localAddress === undefined ? {} : { localAddress }
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', ...from }, () =>
      isEnded ? socket.end(bytes, 'latin1') : socket.write(bytes, 'latin1'),
    )
    socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
    socket.on('error', () => undefined).on('close', () => resolve(answer))
  })
}
