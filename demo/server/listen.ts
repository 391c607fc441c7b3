/** Ports: reads them from the environment, and explains when one is in use. */
import type { Server } from 'node:http'

/** A port from an environment variable. */
export interface Port {
  variable: string
  number: number
}

/**
 * Reads a port.
 *
 * @throws with the value, when the variable is set but not a port from 1 to 65535
 */
export function readPort(env: Readonly<Record<string, string | undefined>>, variable: string, standard: number): Port {
  const value = env[variable]?.trim() ?? ''
  if (value === '') return { variable, number: standard }
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (number >= 1 && number <= 65535) return { variable, number }
  throw new Error(`${variable} must be a port from 1 to 65535, got "${value}". Leave it out to use ${standard}.`)
}

/**
 * Explains in one sentence why a server cannot listen, and which variable changes its port.
 *
 * @param serverName names the server in a sentence, for example `the sandbox`
 * @param error the error from listening
 */
export function cannotListen(serverName: string, { variable, number }: Port, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : error
  const reason = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${String(code)})`
  const suggestion = number <= 65525 ? number + 10 : number - 10
  return new Error(
    `Port ${number} ${reason}, so ${serverName} cannot start. Choose another one: ${variable}=${suggestion} npm start`,
  )
}

/**
 * Listens on a port.
 *
 * @throws with the message of {@link cannotListen}
 */
export function listen(server: Server, serverName: string, port: Port, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(cannotListen(serverName, port, error))
    })
    server.listen(port.number, host, resolve)
  })
}
