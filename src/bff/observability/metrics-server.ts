/** Serves the metrics on a port of their own, which only this machine can reach. */
import { createServer } from 'node:http'
import { listening } from '../http-server.ts'
import type { prometheusMeter } from './prometheus-meter.ts'

/**
 * Serves `GET /metrics` on 127.0.0.1.
 *
 * @param port 0 takes any that is free
 * @throws a Node error with `code: 'EADDRINUSE'` when the port is taken
 */
export async function serveMetrics(
  metrics: Pick<ReturnType<typeof prometheusMeter>, 'text' | 'type'>,
  port: number,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.type, 'Cache-Control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const url = await listening(server, '127.0.0.1', port)
  return {
    url: `${url}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
