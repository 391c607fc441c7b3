/** The backend-for-frontend: its middleware and routes, in the order in which a request passes them. */
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { bffPaths } from '../contract/routes.ts'
import type { BffDependencies, BffInternals } from './bff-dependencies.ts'
import { type CivicFacts, civicFacts, factsInTime } from './civic-data/civic-facts.ts'
import { stateRoutes } from './civic-data/route.ts'
import { keepTexts } from './consent/receipt.ts'
import { keyedHash, ringBox, type SealedBox } from './crypto/provider.ts'
import { answerTokens, createSeal } from './crypto/sealed-tokens.ts'
import { answerHeaders, cors, namedOrigin, onlyHosts } from './middleware/browser-security.ts'
import { warnAboutForwarded } from './middleware/client-address.ts'
import { createRateLimiter } from './middleware/rate-limiter.ts'
import { type WarnAboutOrigin, warnAboutOrigins } from './middleware/refused-origins.ts'
import { consoleLog, type Log, onlyAllowed } from './observability/log.ts'
import { requestLog } from './observability/request-log.ts'
import { logMode, warnAboutDisabledProtections } from './observability/startup-warnings.ts'
import { type Config, readConfig, refuseUnreadFiles } from './options/bff-config.ts'
import type { BffOptions } from './options/bff-options.ts'
import { ConfigurationError } from './options/errors.ts'
import { flushMemory, inMemoryWarning, openOutbox } from './outbox/open-outbox.ts'
import type { Outbox } from './outbox/outbox.ts'
import { partnerFrom } from './partners/partner.ts'
import { choosePartner, createPartners, type Partners } from './partners/partners.ts'
import type { Env, Peer } from './problem.ts'
import { answerRoutes } from './registration/answers-route.ts'
import { createIdempotency, type Idempotency, keepFor } from './registration/idempotency.ts'
import { findPhoneProblem } from './registration/phone-number.ts'
import { registrationRoutes } from './registration/route.ts'
import { createAnswerSealer } from './registration/seal-answer.ts'
import { mountFallbacks } from './routes/fallbacks.ts'
import { healthRoutes, optionsCheck } from './routes/health.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { pageRoutes } from './routes/page.ts'
import { settingsRoutes } from './routes/settings.ts'
import { scriptRoutes } from './script-files/route.ts'
import type { CleanUp } from './storage/retention.ts'
import { memoryStore } from './store/memory-store.ts'
import { openStorage } from './store/open-storage.ts'
import { startRetention } from './store/retention.ts'
import { pressRoutes } from './tracking/route.ts'
import { civicUpstream } from './upstream/civic-upstream.ts'
import { defaultConcurrency } from './upstream/concurrency-limit.ts'
import { createUpstream } from './upstream/guarded-upstream.ts'
import { errorCode, type Transport } from './upstream/transport.ts'
import { undiciTransports } from './upstream/transport-undici.ts'
import { createSiteStatusCache, siteRoutes } from './uptime/site-status-cache.ts'
import { version } from './version.ts'
import { withTimeout } from './with-timeout.ts'

/** A running BFF. */
export interface Bff {
  /**
   * Handles a request; never rejects. Mount it wherever a Web-platform handler fits.
   *
   * @param peer the address of the client, for the rate limits by address: without it they do not work
   */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /** Refuses new registrations, finishes those in flight and empties the outbox, in at most `ms` milliseconds. */
  close(ms?: number): Promise<void>
}

/**
 * Creates the BFF.
 *
 * @throws ConfigurationError when the options cannot work: lists every problem, no secret
 */
export function createBff(options: BffOptions, dependencies: BffDependencies = {}): Bff {
  const { log = consoleLog() } = dependencies
  logMode(readConfig(options, { hasStore: dependencies.store !== undefined }), log)
  refuseUnreadFiles(options, dependencies)
  const isStorageNamed = options.databaseUrl !== undefined || options.dataDir !== undefined
  if (dependencies.store !== undefined || !isStorageNamed) return openBff(options, dependencies)
  const opening = openStorage(options, 'owner', log).then((storage) => {
    if (storage === undefined) throw new Error('The options name a storage.')
    const { store } = storage
    return { store, bff: openBff(options, { ...dependencies, store }) }
  })
  opening.catch((error: unknown) => {
    const message = error instanceof ConfigurationError ? error.message : 'The storage cannot be opened.'
    log({ level: 'error', code: 'storage_unavailable', cause: errorCode(error), message })
  })
  return {
    fetch: (request, peer) => opening.then(({ bff }) => bff.fetch(request, peer), refuseWithoutStorage),
    async close(ms) {
      const storedBff = await opening.catch(() => undefined)
      await storedBff?.bff.close(ms)
      await storedBff?.store.close()
    },
  }
}

function refuseWithoutStorage(): Response {
  const detail = 'The storage of this server cannot be opened; nothing was sent. Its log says why.'
  return Response.json(
    { title: 'Storage unavailable', status: 503, code: 'storage_unavailable', outcome: 'not_sent', detail },
    { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' } },
  )
}

/** {@link createBff} for a caller that has already logged the mode. */
export function openBff(options: BffOptions, dependencies: BffDependencies): Bff {
  const config = readConfig(options, { hasStore: dependencies.store !== undefined })
  const { ring, basePath, civic, uptime } = config
  const { now = Date.now, meter, scripts, internals = {} } = dependencies
  const connections = undiciTransports()
  const { transport = connections.send } = dependencies
  const partners = createPartners(partnerFrom(options), { ...dependencies, now })
  const log = onlyAllowed(dependencies.log ?? consoleLog(), config.logLevel)
  const page = config.page ? dependencies.page : undefined
  const hasOwnPage = page !== undefined
  if (!config.isSandbox) warnAboutDisabledProtections(config, log, hasOwnPage)
  const upstream = createUpstream(config, internals, { transport, now, log, meter })
  const isInMemory = dependencies.store === undefined
  const store = dependencies.store ?? memoryStore()
  if (isInMemory) log({ level: 'warn', code: 'storage_in_memory', message: inMemoryWarning })
  const outbox = openOutbox(upstream, dependencies, { store, log, now, inFlight: defaultConcurrency.inFlight })
  const tidy = startRetention({ store, log, now, keepFor: config.keepFor })
  const keepText = keepTexts(store.wordings, partners, now)
  const idempotency = createIdempotency({
    forms: store.forms,
    keepText,
    box: ringBox(ring, 'outcome v1'),
    log,
    now,
  })
  const seal = createSeal(ring, now)
  const tokens = answerTokens(ringBox(ring, 'again v1'), now)
  const { counts } = store
  const isKnownForm = (key: string) => idempotency.isKnown(key)
  const rateLimiter = createRateLimiter({ config, counts, now, log, meter, isKnownForm })
  // The sandbox's sites change while somebody looks.
  const uptimeFreshMs = config.isSandbox ? (internals.uptimeFreshMs ?? 1_000) : undefined
  const reading = { transport, now, deadline: internals.uptimeDeadline, freshMs: uptimeFreshMs }
  const sites = uptime && createSiteStatusCache(uptime, { ...reading, log })
  // A form that loads will soon need the status of the sites.
  const onAsked = () => sites?.refresh()
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  const warnAboutOrigin = warnAboutOrigins(log)

  const whole = new Hono<Env>()
  beginWith(whole, {
    config,
    partners,
    log,
    meter,
    now,
    isStopping,
    warnAboutOrigin,
  })
  const app = whole.basePath(basePath)
  const include = (routes: Hono<Env>) => app.route('/', routes)
  include(
    registrationRoutes({
      hasOwnPage,
      warnAboutOrigin,
      upstream,
      rateLimiter,
      idempotency,
      url: config.upstreamUrl,
      keyId: options.apiKeyId.split(',', 1)[0]?.trim() ?? '',
      hashForm: keyedHash(ring[0], 'fingerprint v2'),
      siteOf: (origin) => namedOrigin(origin, partners.origins(), config.publicHosts),
      hashPhone: keyedHash(config.receiptMaterial, 'phone v1'),
      writeAnswerToken: tokens.write,
      sealAnswer: createAnswerSealer({ seal, isSandbox: config.isSandbox, now, log, meter }),
      phoneProblem: findPhoneProblem,
      attribution: config.settings.attribution ?? [],
      sites,
      now,
      log,
      meter,
      isStopping,
    }),
  )
  include(answerRoutes({ readAnswerToken: tokens.read, idempotency, sites, now, log }))
  include(pressRoutes({ seal, outbox, meter }))
  include(settingsRoutes({ version, hasOwnPage, onAsked }))
  include(openApiRoutes({ basePath }))
  const storage = () => store.check().then(() => true)
  include(healthRoutes({ isStopping, checks: { storage, ...dependencies.ready }, meter }))
  const facts = civic && openFacts(civic, internals, { transport, now, log })
  if (facts) include(stateRoutes(facts))
  const isOffered = (language: string) =>
    partners.all().some(({ catalogues }) => catalogues.some((catalogue) => catalogue.language === language))
  if (scripts) include(scriptRoutes({ scripts, hasOwnPage, basePath, reached: config, isOffered }))
  if (sites) include(siteRoutes(sites, now))
  if (page) {
    const pageFacts = facts && factsInTime(facts, internals.civicPatience)
    const common = { ...pageOptions(config), ...sealing(ringBox(ring, 'page v1')), facts: pageFacts, now }
    const ask = (request: Request, peer: Peer) => whole.fetch(request, peer)
    app.route('/', pageRoutes({ page, common, partners, basePath, ask, onAsked }))
  }
  mountFallbacks(whole, { basePath, hasOwnPage })

  const memory = isInMemory ? flushMemory(store, log, now) : undefined
  return running(whole, stopping, { idempotency, outbox, tidy, connections, memory })
}

/** Opens the facts about states, which the route and the page share. */
function openFacts(
  civic: NonNullable<Config['civic']>,
  { civicDeadline, civicAges: ages }: BffInternals,
  { transport, now, log }: { transport: Transport; now: () => number; log: Log },
): CivicFacts {
  const upstream = civicUpstream(civic, transport, civicDeadline)
  return civicFacts({ upstream, shown: civic.shown, now, log, ages })
}

const pageOptions = ({ pagePrefill: prefill, pageLayout: layout }: Config) => ({
  prefill,
  layout,
  rememberedFor: keepFor,
})

/** Installs the middleware that every request passes. */
function beginWith(
  app: Hono<Env>,
  of: {
    config: Config
    partners: Partners
    log: Log
    meter: BffDependencies['meter']
    now: () => number
    isStopping: () => boolean
    warnAboutOrigin: WarnAboutOrigin
  },
): void {
  const { config, partners, log, meter, now, isStopping, warnAboutOrigin } = of
  // The reference (request id) is always ours: no header is read, and none is sent.
  app.use(requestId({ headerName: '', generator: () => crypto.randomUUID().slice(0, 18) }))
  app.use(requestLog({ log, meter, basePath: config.basePath, now }))
  app.use(answerHeaders(config))
  if (config.trustProxyHops === 0) app.use(warnAboutForwarded(log))
  app.use('/', optionsCheck(isStopping))
  const healthPaths = [bffPaths.health, bffPaths.ready].map((path) => config.basePath + path)
  if (config.publicHosts.length > 0) app.use(onlyHosts(config.publicHosts, healthPaths))
  app.use(choosePartner(partners))
  app.use(cors({ partners, warnAboutOrigin }))
}

/** Accepts requests until it is closed. */
function running(
  app: Hono<Env>,
  stopping: AbortController,
  {
    idempotency,
    outbox,
    tidy,
    connections,
    memory,
  }: {
    idempotency: Idempotency
    outbox: Outbox
    tidy: CleanUp
    connections: { close(): Promise<void> }
    /** Only where presses end with the process. */
    memory: ReturnType<typeof flushMemory> | undefined
  },
): Bff {
  const inFlight = new Set<Promise<unknown>>()
  return {
    async fetch(request, peer) {
      const answer = Promise.resolve(app.fetch(request, peer))
      inFlight.add(answer)
      return answer.finally(() => inFlight.delete(answer))
    },
    async close(ms = 20_000) {
      stopping.abort()
      const deadlineAt = Date.now() + ms
      const getRemainingMs = () => Math.max(0, deadlineAt - Date.now())
      await withTimeout(Promise.allSettled(inFlight), ms)
      await withTimeout(idempotency.written(), getRemainingMs())
      await memory?.wake()
      await outbox.drain(getRemainingMs())
      await memory?.logLost()
      await tidy.stop()
      await connections.close()
    },
  }
}

/** Seals and opens what the page lets a visitor carry. */
const sealing = (box: SealedBox) => ({
  seal: (text: string) => box.close(text, 'page'),
  open: (sealed: string) => box.open(sealed, 'page'),
})
