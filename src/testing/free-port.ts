/** Ports for servers that tests start as programs of their own. */
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, so that none of those takes it meanwhile. Each process has
 *  a stretch of its own. */
let next = 10_000 + (process.pid % 200) * 100

/** A port of this machine that nobody listens on; each call gives another one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries++) {
    const port = next
    next = next >= 29_999 ? 10_000 : next + 1
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port.')
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
