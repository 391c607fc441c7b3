/** The stage of a scenario; above all, how it cuts a connection. */
import type { Context } from 'hono'
import type { Connection, Env, SandboxContext } from './context.ts'
import type { Stage } from './scenario.ts'

/** Thrown when there is no socket to cut: the call to `fetch` then rejects, as for a broken connection. */
export class ConnectionReset extends Error {
  override name = 'ConnectionReset'
}

/** The stage of one call. */
export function stageOf(c: Context<Env>, { publicUrl, sleep }: SandboxContext): Stage {
  return { publicUrl, signal: c.req.raw.signal, sleep, reset: () => resetConnection(c.env) }
}

/**
 * Cuts the connection that a request came through.
 *
 * @returns a response that is never delivered
 * @throws ConnectionReset when the sandbox is called as a function
 */
function resetConnection(connection: Connection | undefined): Response {
  const socket = connection?.incoming?.socket
  if (socket === undefined) throw new ConnectionReset('The sandbox has cut this connection, as the scenario wants it.')
  socket.destroy()
  return new Response(null, { status: 499 })
}
