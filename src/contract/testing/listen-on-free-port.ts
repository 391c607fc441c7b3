/** Starts and stops servers for tests. */
import type { Server, Socket } from 'node:net'

/** A listening server. */
export interface ListeningServer {
  port: number
  /** Closes it with its open connections. */
  close: () => Promise<void>
}

/**
 * Makes a server listen on a free port of 127.0.0.1.
 *
 * @param server of TCP, HTTP or HTTPS
 */
export async function listenOnFreePort(server: Server): Promise<ListeningServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
