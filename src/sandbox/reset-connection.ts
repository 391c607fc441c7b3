/** Cuts a connection, for the scenario that does so. */
import type { Connection } from './context.ts'

/** Thrown when there is no socket to cut: then the call to `fetch` rejects, as a broken connection makes it do. */
export class ConnectionReset extends Error {
  override name = 'ConnectionReset'
}

/**
 * Cuts the connection that a request came through.
 *
 * @returns an answer that nobody will get
 * @throws ConnectionReset when the sandbox is called as a function
 */
export function resetConnection(connection: Connection | undefined): Response {
  const socket = connection?.incoming?.socket
  if (socket === undefined) throw new ConnectionReset('The sandbox has cut this connection, as the scenario wants it.')
  socket.destroy()
  return new Response(null, { status: 499 })
}
