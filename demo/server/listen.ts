/** Ports: where they are read from the environment, and what is said when one is taken. */
import type { Server } from 'node:http'

/** A port as an environment variable gives it. */
export interface Port {
  variable: string
  number: number
}

/**
 * Reads a port.
 *
 * @throws when the variable is set and no port from 1 to 65535, with what was seen
 */
export function readPort(env: Readonly<Record<string, string | undefined>>, variable: string, standard: number): Port {
  const value = env[variable]?.trim() ?? ''
  if (value === '') return { variable, number: standard }
  const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
  if (number >= 1 && number <= 65535) return { variable, number }
  throw new Error(`${variable} must be a port from 1 to 65535, got "${value}". Leave it out to use ${standard}.`)
}

/**
 * Says in one sentence why a server cannot listen, and which variable changes its port.
 *
 * @param what names the server in a sentence, for example `the sandbox`
 * @param error what listening threw
 */
export function cannotListen(what: string, { variable, number }: Port, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : error
  const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${String(code)})`
  const other = number <= 65525 ? number + 10 : number - 10
  return new Error(`Port ${number} ${why}, so ${what} cannot start. Choose another one: ${variable}=${other} npm start`)
}

/**
 * Listens on a port.
 *
 * @throws what {@link cannotListen} says
 */
export function listen(server: Server, what: string, port: Port, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(cannotListen(what, port, error))
    })
    server.listen(port.number, host, resolve)
  })
}
