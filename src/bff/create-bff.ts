/** The backend-for-frontend: what happens to a request, in the order in which it happens. Web platform only. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { requestId } from 'hono/request-id'
import type { HostedPage } from '../contract/hosted-page.ts'
import { bffPaths } from '../contract/routes.ts'
import { civicFacts } from './civic/civic-facts.ts'
import { civicRoute } from './civic/route.ts'
import type { Ages } from './civic/swr-cache.ts'
import { isSandbox, keyBytes } from './config/check-values.ts'
import type { BffOptions } from './config/options.ts'
import { type Config, readConfig } from './config/read-config.ts'
import { loggedReceipts } from './consent/logged-receipts.ts'
import { receiptOf } from './consent/receipt.ts'
import type { SealedBox } from './crypto/aead.ts'
import { botCheckOf } from './crypto/create-bot-check.ts'
import { createSeal } from './crypto/event-token.ts'
import { type Ciphers, webCiphers } from './crypto/provider.ts'
import { limitBody } from './middleware/body-limit.ts'
import { cors, onlyFrom } from './middleware/cors.ts'
import { onlyHosts } from './middleware/host-allowlist.ts'
import { type Counters, memoryCounters } from './middleware/memory-rate-store.ts'
import { admitPress, admitRegistration } from './middleware/rate-limit.ts'
import { createLimiter } from './middleware/rate-limiter.ts'
import { answerHeaders } from './middleware/response-headers.ts'
import { consoleLog, type Log, onlyAllowed } from './observability/log.ts'
import { type Meter, noMeter } from './observability/meter.ts'
import { watch } from './observability/request-log.ts'
import { warnOfWhatIsOff } from './observability/startup-warnings.ts'
import type { Deliver, Outbox } from './outbox/outbox.ts'
import { storedOutbox } from './outbox/stored-outbox.ts'
import { synchronousOutbox } from './outbox/synchronous-outbox.ts'
import { type Env, type Peer, problem } from './problem.ts'
import { createFingerprint } from './registration/fingerprint.ts'
import { type Idempotency, keepFor, memoryIdempotency } from './registration/idempotency.ts'
import { registrationLimit } from './registration/parse.ts'
import { registrationRoute } from './registration/route.ts'
import { storedIdempotency } from './registration/stored-idempotency.ts'
import { healthRoute } from './routes/health.ts'
import { wordsRoute } from './routes/messages.ts'
import { mountPage, pageFileRoute } from './routes/page.ts'
import { type Check, readyRoute } from './routes/ready.ts'
import { settingsRoute } from './routes/settings.ts'
import { keepTidy } from './store/retention.ts'
import type { Depth, Store } from './store/store.ts'
import { pressLimit, trackingRoute } from './tracking/route.ts'
import { createBreaker, defaultBreaker } from './upstream/circuit-breaker.ts'
import { civicUpstream } from './upstream/civic-upstream.ts'
import { type Deadlines, httpUpstream } from './upstream/client.ts'
import { type BulkheadLimits, createBulkhead, defaultBulkhead } from './upstream/concurrency-limit.ts'
import { createDriftWatch } from './upstream/contract-violations.ts'
import { guardedUpstream } from './upstream/guarded-upstream.ts'
import type { Transport } from './upstream/transport.ts'
import { fetchTransport } from './upstream/transport-fetch.ts'
import { openUptime, uptimePaths } from './uptime/open-uptime.ts'
import { version as ownVersion } from './version.ts'
import { withinTime } from './within-time.ts'

/** What the BFF touches of the world; every part has a default. */
export interface BffDependencies {
  /** Sends requests to the service, and to the Civic Data API. Default: `fetch`. */
  transport?: Transport
  /** Where the log goes. Default: JSON lines on the console. */
  log?: Log
  /** Milliseconds since 1970. */
  now?: () => number
  /** Where presses, forms and receipts of consent are kept. Default: nowhere; then presses are delivered while the page
   *  waits, forms are remembered by this process, and receipts go into the log. Whoever passes it closes it. */
  store?: Store
  /** Makes the outbox from the way to deliver one report. Default: over the store. */
  outbox?: (deliver: Deliver, log: Log) => Outbox
  /** The memory of idempotency keys. Default: over the store. */
  idempotency?: Idempotency
  deadlines?: Deadlines
  /** How many calls may be under way. Default: 32, and 64 that wait. */
  bulkhead?: BulkheadLimits
  /** The memory of the limits. Default: this process's. */
  counters?: Counters
  /** Names and seals. Default: Web Crypto; the node door brings faster ones that make the same. */
  ciphers?: Ciphers
  /** Takes the metrics. Default: nobody does. */
  meter?: Meter
  /** Asks Turnstile or hCaptcha. Default: the platform's. */
  fetch?: typeof globalThis.fetch
  /** What `GET /readyz` asks besides, by name, for example a database. */
  ready?: Readonly<Record<string, Check>>
  /** How long one try to read Civic data may take, in milliseconds. Default: 5 s. */
  civicDeadline?: number
  /** The page with the form, served at `/form` unless the options say no: `hostedPage()` of `voter-registration/hosted`.
   *  Default: none. */
  page?: HostedPage
  /** How old facts about states may become. Default: 15 minutes fresh, kept for 24 hours. */
  civicAges?: Ages
  /** How long a list of the Uptime API may take, in milliseconds. Default: 5 s. */
  uptimeDeadline?: number
}

/** A running BFF. */
export interface Bff {
  /**
   * Answers a request; never rejects. Mount it wherever a Web-platform handler fits.
   *
   * @param peer the address of the other end, for the limits by address: without it they do not hold
   */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /** Refuses new registrations, finishes those under way and empties the outbox, in at most `ms` milliseconds. */
  close(ms?: number): Promise<void>
}

/**
 * Builds the BFF.
 *
 * @throws ConfigurationError when the options cannot work: every problem at once, no secret
 */
export function createBff(options: BffOptions, dependencies: BffDependencies = {}): Bff {
  const config = readConfig(options)
  const now = dependencies.now ?? Date.now
  const log = onlyAllowed(dependencies.log ?? consoleLog(), config.logLevel)
  const transport = dependencies.transport ?? fetchTransport()
  const meter = dependencies.meter ?? noMeter
  const bulkhead = createBulkhead(dependencies.bulkhead ?? defaultBulkhead)
  const breaker = createBreaker(defaultBreaker, now, (state) =>
    log({ level: state === 'open' ? 'error' : 'warn', code: `breaker_${state}`, message: breakerMessages[state] }),
  )
  const upstream = guardedUpstream(
    httpUpstream({
      url: config.upstreamUrl,
      authorization: config.authorization,
      transport,
      ...(dependencies.deadlines && { deadlines: dependencies.deadlines }),
    }),
    { bulkhead, breaker: config.breaker ? breaker : undefined, meter },
  )
  meter.gauge('breaker_state', () => ['closed', 'half_open', 'open'].indexOf(breaker.state()))
  meter.gauge('upstream_in_flight', bulkhead.inFlight)
  meter.gauge('upstream_queued', bulkhead.queued)
  const deliver: Deliver = (event) => upstream.report(event)
  const outbox =
    dependencies.outbox?.(deliver, log) ??
    outboxOf(dependencies.store, { deliver, log, now, onFate: (fate) => meter.press(fate) })
  showOutbox(outbox, meter, now)
  const keyMaterial = materialOf(config)
  const ciphers = dependencies.ciphers ?? webCiphers
  const seal = createSeal(keyMaterial, now, ciphers)
  const { settings, allowedOrigins, civic } = config
  const hashPhone = ciphers.keyedHash(keyMaterial, 'phone v1')
  const tidy = dependencies.store && keepTidy({ store: dependencies.store, log, now, keepFor: config.keepFor })
  const seeDrift = createDriftWatch(log, meter)
  const limiter = createLimiter({
    limits: config.limits,
    exempt: config.unlimitedNetworks,
    counters: dependencies.counters ?? memoryCounters({ now }),
    hash: ciphers.keyedHash(keyMaterial, 'limits v1'),
  })
  const botCheck = botCheckOf(config.botCheck, {
    hash: ciphers.keyedHash(keyMaterial, 'challenge v1'),
    limiter,
    fetch: dependencies.fetch,
  })
  const admit = { limiter, botCheck, trustProxyHops: config.trustProxyHops, log, meter }
  const uptime =
    config.uptime && openUptime(config.uptime, { transport, now, log, deadline: dependencies.uptimeDeadline })
  const page = config.page ? dependencies.page : undefined
  if (isSandbox(config.upstreamUrl) === false) warnOfWhatIsOff(config, log, page !== undefined)
  const idempotency =
    dependencies.idempotency ??
    idempotencyOf(dependencies.store, ciphers.sealedBox(keyMaterial, 'outcome v1'), log, now)
  const underWay = new Set<Promise<unknown>>()
  let stopping = false
  const isStopping = () => stopping

  const whole = new Hono<Env>()
  // The reference of a request is always ours: no header is read, and none is sent.
  whole.use(requestId({ headerName: '', generator: () => crypto.randomUUID().slice(0, 18) }))
  whole.use(watch(log, meter, config.basePath, now))
  whole.use(answerHeaders)
  whole.use(onlyHosts(config.publicHosts))
  whole.use(cors(allowedOrigins))

  const app = whole.basePath(config.basePath)
  app.get(bffPaths.health, healthRoute(isStopping))
  app.get(
    bffPaths.ready,
    readyRoute({
      running: () => !stopping,
      storage: () => (dependencies.store === undefined ? canTell(outbox) : canWrite(dependencies.store)),
      ...dependencies.ready,
    }),
  )
  for (const path of [bffPaths.settings, wordsPattern, statesRoute, bffPaths.sites]) app.use(path, etag())
  // A form that loads will need to know of sites before long.
  app.get(
    bffPaths.settings,
    settingsRoute(settings, () => uptime?.sites.refresh()),
  )
  app.get(wordsPattern, wordsRoute(config.words.catalogues, ownVersion, config.words.isOurs))
  app.post(bffPaths.presses, admitPress(admit), limitBody(pressLimit, 'A press'), trackingRoute(seal, outbox, meter))
  app.post(
    bffPaths.registrations,
    onlyFrom(allowedOrigins, page !== undefined),
    admitRegistration(admit),
    limitBody(registrationLimit, 'A registration', 'not_sent'),
    registrationRoute({
      upstream,
      limiter,
      onLimit: meter.limited,
      idempotency,
      fingerprint: createFingerprint(keyMaterial, `${config.upstreamUrl} ${options.apiKeyId}`, ciphers),
      seal,
      onDepartures: seeDrift,
      wordings: new Map(Object.values(settings.wording).map(({ version, language }) => [version, language])),
      receiptOf: (agreement) => receiptOf(agreement, hashPhone),
      leastFormVersion: settings.least_form_version,
      sites: uptime?.sites,
      now,
      log,
      isStopping,
    }),
  )

  if (civic !== undefined) {
    const facts = civicFacts({
      upstream: civicUpstream(civic, transport, dependencies.civicDeadline),
      shown: civic.shown,
      now,
      log,
      ...(dependencies.civicAges && { ages: dependencies.civicAges }),
    })
    app.get(statesRoute, civicRoute(facts))
  }

  for (const [path, handler] of uptime?.routes ?? []) app.get(path, handler)

  if (page !== undefined) {
    const box = ciphers.sealedBox(keyMaterial, 'page v1')
    const made = page({
      settings,
      allowedOrigins: [...allowedOrigins],
      prefill: config.pagePrefill,
      rememberedFor: keepFor,
      seal: (text) => box.close(text, 'page'),
      open: (sealed) => box.open(sealed, 'page'),
      now,
    })
    const ask = (request: Request, peer: Peer) => whole.fetch(request, peer)
    app.use(bffPaths.page, (_, next) => {
      uptime?.sites.refresh()
      return next()
    })
    mountPage(app, { page: made, allowedOrigins, basePath: config.basePath, ask })
  }

  const absent = [
    ...(civic === undefined ? [statesRoute] : []),
    ...(uptime === undefined ? uptimePaths : []),
    ...(page === undefined ? pageRoutes : []),
  ]
  for (const [path, allow] of Object.entries(methods)) {
    if (absent.includes(path)) continue
    app.all(path, (c) => {
      const detail = `Use ${allow} here.`
      return problem(c, { status: 405, code: 'method_not_allowed', detail, headers: { Allow: allow } })
    })
  }
  const { states, words, ...others } = bffPaths
  const always = Object.values(others).filter((path) => !absent.includes(path))
  const here = [...always, `${words}/{language}`, ...(civic === undefined ? [] : [`${states}/{code}`])].join(', ')
  whole.notFound((c) => problem(c, { status: 404, code: 'not_found', detail: `Here are ${here}.` }))
  whole.onError((error, c) => {
    c.get('line').cause = /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'unknown'
    const detail = 'This is a mistake in the server, not in the request. Its log has more under the reference.'
    return problem(c, { status: 500, code: 'internal', detail, outcome: 'may_have_been_sent' })
  })

  return {
    async fetch(request, peer) {
      const answer = Promise.resolve(whole.fetch(request, peer))
      underWay.add(answer)
      return answer.finally(() => underWay.delete(answer))
    },
    async close(ms = 20_000) {
      stopping = true
      const began = Date.now()
      await withinTime(Promise.allSettled(underWay), ms)
      await withinTime(Promise.resolve(idempotency.written?.()), Math.max(0, ms - (Date.now() - began)))
      await outbox.drain(Math.max(0, ms - (Date.now() - began)))
      await tidy?.stop()
    },
  }
}

const statesRoute = `${bffPaths.states}/:code`
const wordsPattern = `${bffPaths.words}/:language`
const pageRoutes = [bffPaths.page, pageFileRoute]

const methods: Readonly<Record<string, string>> = {
  [bffPaths.registrations]: 'POST, OPTIONS',
  [bffPaths.presses]: 'POST, OPTIONS',
  [bffPaths.settings]: 'GET, HEAD, OPTIONS',
  [statesRoute]: 'GET, HEAD, OPTIONS',
  ...Object.fromEntries(uptimePaths.map((path) => [path, 'GET, HEAD, OPTIONS'])),
  [wordsPattern]: 'GET, HEAD, OPTIONS',
  [bffPaths.page]: 'GET, HEAD, POST, OPTIONS',
  [pageFileRoute]: 'GET, HEAD, OPTIONS',
  [bffPaths.health]: 'GET, HEAD, OPTIONS',
  [bffPaths.ready]: 'GET, HEAD, OPTIONS',
}

const breakerMessages = {
  open: 'The service keeps failing; for 15 s voters are told so at once.',
  closed: 'The service works again.',
} as const

function showOutbox(outbox: Outbox, meter: Meter, now: () => number): void {
  let look: Promise<Depth> | undefined
  // All three are asked for together: one look at the storage serves them.
  const depth = () => {
    look ??= outbox.depth().finally(() => {
      look = undefined
    })
    return look
  }
  meter.gauge('outbox_waiting', async () => (await depth()).waiting)
  meter.gauge('outbox_failed', async () => (await depth()).failed)
  meter.gauge('outbox_oldest_seconds', async () => {
    const { oldest } = await depth()
    return oldest === undefined ? 0 : Math.max(0, (now() - oldest) / 1000)
  })
}

async function canWrite(store: Store): Promise<true> {
  await store.check()
  return true
}

/** An outbox that cannot tell what it holds cannot take anything either. */
async function canTell(outbox: Outbox): Promise<true> {
  await outbox.depth()
  return true
}

function outboxOf(
  store: Store | undefined,
  parts: Parameters<typeof synchronousOutbox>[0] & { now: () => number },
): Outbox {
  return store === undefined ? synchronousOutbox(parts) : storedOutbox({ presses: store.presses, ...parts })
}

function idempotencyOf(store: Store | undefined, box: SealedBox, log: Log, now: () => number): Idempotency {
  if (store === undefined) return loggedReceipts(memoryIdempotency({ now }), log)
  return storedIdempotency({ forms: store.forms, box, log, now })
}

/** What our own keys are made from: `SEAL_KEY`, else the API secret. */
function materialOf({ keyMaterial: { given, apiKeySecret } }: Config): Uint8Array<ArrayBuffer> {
  return (given === undefined ? undefined : keyBytes(given)) ?? new TextEncoder().encode(apiKeySecret)
}
