/** The meter of the node door, by prom-client, and the server on a separate port where Prometheus reads it. */
import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { listening } from '../http-server.ts'
import type { GaugeName, Meter } from './meter.ts'
import type { MetricsPage } from './metrics-page.ts'

const prefix = 'voter_registration_'

const pageHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

const gauges: Readonly<Record<GaugeName, string>> = {
  breaker_state: 'State of the circuit breaker: 0 closed, 1 half-open, 2 open.',
  upstream_in_flight: 'Registrations in flight to the service.',
  upstream_queued: 'Registrations that wait for a free slot.',
  outbox_waiting: 'Presses that have not been delivered yet.',
  outbox_failed: 'Presses that could not be delivered and are stored for inspection.',
  outbox_undecided: 'Presses that were sent twice without an answer and are stored for inspection.',
  outbox_oldest_seconds: 'Age of the oldest pending press, in seconds.',
}

/**
 * Creates a {@link Meter} with its own registry.
 *
 * @returns the meter, and the text that Prometheus reads with its media type
 */
export function prometheusMeter(): { meter: Meter; type: string; text: () => Promise<string> } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix })
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: prefix + name, help, labelNames, registers })

  const registrations = counter('registrations_total', 'Registrations that were answered.', [
    'state',
    'outcome',
    'code',
  ])
  const partners = counter('partner_registrations_total', 'Registrations that were answered, by partner.', [
    'partner',
    'outcome',
  ])
  const presses = counter('presses_total', 'Presses by their outcome.', ['fate'])
  const limited = counter('limited_total', 'Requests that a rate limit refused.', ['limit'])
  const drifts = counter('drift_total', 'Responses of the service that depart from the specification.', ['name'])
  const upstream = new Histogram({
    name: `${prefix}upstream_seconds`,
    help: 'Response time of the service, in seconds.',
    labelNames: ['call', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 8, 12, 15, 20],
    registers,
  })
  const requests = new Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'Time until a request was answered, in seconds, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  return {
    meter: {
      registration(outcome, code, state, partner) {
        registrations.inc({ state, outcome, code })
        // A separate counter: combined with states and codes there would be too many series.
        if (partner !== undefined) partners.inc({ partner, outcome })
      },
      press: (fate) => presses.inc({ fate }),
      upstream: (call, outcome, seconds) => upstream.observe({ call, outcome }, seconds),
      request: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
      limited: (limit) => limited.inc({ limit }),
      drift: (name) => drifts.inc({ name }),
      gauge(name, read) {
        const gauge: Gauge = new Gauge({
          name: prefix + name,
          help: gauges[name],
          registers,
          async collect() {
            try {
              gauge.set(await read())
            } catch {
              // A gauge that fails must not hide the others.
              gauge.set(Number.NaN)
            }
          },
        })
      },
    },
    type: registry.contentType,
    text: () => registry.metrics(),
  }
}

/**
 * Serves `GET /metrics` on 127.0.0.1, which only this machine can reach.
 *
 * @param port 0 picks any free one
 * @param counts answers `GET /counts`
 * @throws StartFailed with `code: 'EADDRINUSE'` when the port is taken
 */
export async function serveMetrics(
  metrics: Pick<ReturnType<typeof prometheusMeter>, 'text' | 'type'>,
  port: number,
  counts?: MetricsPage,
): Promise<{ url: string; close(): Promise<void> }> {
  const pages: Readonly<Record<string, MetricsPage | undefined>> = {
    '/metrics': async () => ({ status: 200, type: metrics.type, text: await metrics.text() }),
    '/counts': counts,
  }
  const server = createServer((request, response) => {
    const [path = '', query] = (request.url ?? '').split('?')
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined
    if (page === undefined || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    page(new URLSearchParams(query)).then(
      ({ status, type, text }) => response.writeHead(status, { ...pageHeaders, 'Content-Type': type }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const url = await listening(server, '127.0.0.1', port, { port: 'METRICS_PORT' })
  return {
    url: `${url}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
