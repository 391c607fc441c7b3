/** Ports for servers that tests start as programs of their own. */
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, so that none of those takes it meanwhile. */
let next = 10_000 + (process.pid % 200) * 100

/**
 * A port of this machine that nobody listens on; each call gives another one. Until this process ends no other test's process
 * gets it, even while the server is down.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (let tries = 0; tries < 20_000; tries++) {
    const port = next
    next = next >= 29_999 ? 10_000 : next + 1
    if ((await claim(port)) && (await isFree(port))) return port
  }
  throw new Error('There is no free port from 10000 to 29999.')
}

/**
 * Takes the UDP port of the same number, which no server of a test needs. The system gives it back when the process ends.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function claim(port) {
  const socket = createSocket('udp4').unref()
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close()
      resolve(false)
    })
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
