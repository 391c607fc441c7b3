/** What the BFF counts, and its metrics for Prometheus. Labels are words from our own lists, never anything that a person typed. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { createHttpServer, isFromElsewhere, startListening } from '../http-server.ts'
import { parseAddress } from '../middleware/client-address.ts'
import { version, withTimeout } from '../utils.ts'

/** Takes counts. A host without metrics leaves it out; the entry point for Node has one for Prometheus. Must not throw. */
export interface Meter {
  /** A registration was answered: `answered`, `invalid`, `not_sent` or `unknown`, with the problem's code or `ok`, the voter's
   *  state or `none`, and the partner where the form names one of the operator's list. */
  registration: (labels: { outcome: string; code: string; state: string; partner?: string | undefined }) => void
  /** The outcome of a click report: `accepted`, `invalid`, `full`, later `delivered`, `rejected`, `failed` or `unknown`. */
  click: (outcome: string) => void
  /** The service was asked. `outcome` as in {@link ServiceOutcome} and {@link ReportOutcome}. */
  upstream: (call: 'registration' | 'event', outcome: string, seconds: number) => void
  /** `route` is a path of the contract or `other`, `method` one of ours or `other`. A host's own meter may do without. */
  request?: (labels: { route: string; method: string; status: number }, seconds: number) => void
  /** A limit was hit; by its name in {@link limitNames}. */
  limited: (limit: string) => void
  /** The service's response violates its specification. */
  contractViolation: (name: string) => void
  gauge: (name: GaugeName, read: () => Promise<number>) => void
}

export type GaugeName =
  /** 0 closed, 1 half-open, 2 open. */
  | 'breaker_state'
  | 'upstream_in_flight'
  | 'upstream_queued'
  | 'outbox_waiting'
  | 'outbox_failed'
  | 'outbox_unknown'
  /** Seconds since the oldest pending click report was accepted. */
  | 'outbox_oldest_seconds'
  /** 1 when `GET /readyz` answers 200, else 0. */
  | 'ready'
  /** 1 when the storage can be written, else 0. */
  | 'storage_ready'

const prefix = 'voter_registration_'

const gauges: Readonly<Record<GaugeName, string>> = {
  breaker_state: 'State of the circuit breaker: 0 closed, 1 half-open, 2 open.',
  upstream_in_flight: 'Registrations in flight to the service.',
  upstream_queued: 'Registrations waiting for a free slot.',
  outbox_waiting: 'Clicks that have not been reported yet.',
  outbox_failed: 'Clicks whose report failed, stored for inspection.',
  outbox_unknown: 'Clicks that were reported twice without a response, stored for inspection.',
  outbox_oldest_seconds: 'Age of the oldest pending click, in seconds.',
  ready: 'Whether this process is ready, as in GET /readyz: 1 or 0.',
  storage_ready: 'Whether the storage is writable: 1 or 0.',
}

/** Timeout of a gauge, in milliseconds: longer than a check of `/readyz`, and shorter than Prometheus waits (10 s). */
const maxReadTime = 3_000

/** Creates a {@link Meter} with its own registry. @returns the meter, and the text that Prometheus reads with its media type */
export function prometheusMeter(): { meter: Meter; type: string; text: () => Promise<string> } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, prefix })
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: prefix + name, help, labelNames, registers })

  const registrations = counter('registrations_total', 'Registrations by outcome.', ['state', 'outcome', 'code'])
  const partners = counter('partner_registrations_total', 'Registrations by partner and outcome.', [
    'partner',
    'outcome',
  ])
  const clicks = counter('clicks_total', 'Clicks by outcome.', ['outcome'])
  const limited = counter('limited_total', 'Requests that a rate limit rejected.', ['limit'])
  const contractViolations = counter(
    'contract_violations_total',
    'Responses of the service that violate the specification.',
    ['name'],
  )
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
  new Gauge({
    name: `${prefix}build_info`,
    help: 'Version of the BFF and of Node; always 1.',
    labelNames: ['version', 'node_version'],
    registers,
  }).set({ version, node_version: process.version }, 1)
  // Prometheus does not count the first increase of a series that it has not seen at 0.
  for (const outcome of ['failed', 'unknown']) clicks.inc({ outcome }, 0)
  upstream.zero({ call: 'registration', outcome: 'answered' })
  return {
    meter: {
      registration({ outcome, code, state, partner }) {
        registrations.inc({ state, outcome, code })
        // A separate counter: combined with states and codes there would be too many series.
        if (partner !== undefined) partners.inc({ partner, outcome })
      },
      click: (outcome) => clicks.inc({ outcome }),
      upstream: (call, outcome, seconds) => upstream.observe({ call, outcome }, seconds),
      request: ({ route, method, status }, seconds) => requests.observe({ route, method, status }, seconds),
      limited: (limit) => limited.inc({ limit }),
      contractViolation: (name) => contractViolations.inc({ name }),
      gauge(name, read) {
        const gauge: Gauge = new Gauge({
          name: prefix + name,
          help: gauges[name],
          registers,
          async collect() {
            try {
              gauge.set((await withTimeout(read(), maxReadTime)) ?? Number.NaN)
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

/** `port` 0 picks a free one. @returns `isReachable` by other machines. @throws StartError with code EADDRINUSE */
export async function serveMetrics(
  metrics: Pick<ReturnType<typeof prometheusMeter>, 'text' | 'type'>,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; isReachable: boolean; close(): Promise<void> }> {
  const server = createHttpServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.type, 'Cache-Control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const variables = { hostVariable: 'METRICS_HOST', portVariable: 'METRICS_PORT' }
  const url = await startListening(server, { host, port, ...variables })
  const bound = server.address()
  const close = async () => {
    const closing = new Promise((resolve) => void server.close(resolve))
    server.closeAllConnections()
    await closing
  }
  const isReachable = !isLoopbackAddress(typeof bound === 'object' ? bound?.address : undefined)
  return { url: `${url}/metrics`, isReachable, close }
}

function isLoopbackAddress(text = ''): boolean {
  const address = parseAddress(text)
  return address !== undefined && !isFromElsewhere(address)
}
