/** Opens what the BFF's middleware and routes share. */
import { systemClock } from '../contract/clock.ts'
import type { BffDependencies } from './bff-dependencies.ts'
import { createCivicFacts, toTimedFacts } from './civic-data/civic-facts.ts'
import { createTextStore } from './consent/receipt.ts'
import { createAnswerTokens, createClickTokens, createKeysCipher } from './crypto/provider.ts'
import { warnAboutOrigins } from './middleware/browser-security.ts'
import { createRateLimiter } from './middleware/rate-limiter.ts'
import { consoleLog, restrictLog } from './observability/log.ts'
import { warnAboutDisabledProtections } from './observability/startup-warnings.ts'
import { readConfig } from './options/bff-config.ts'
import type { BffOptions } from './options/bff-options.ts'
import { inMemoryWarning, openOutbox } from './outbox/open-outbox.ts'
import { createPartner } from './partners/partner.ts'
import { createPartners } from './partners/partners.ts'
import { createAnswerEncryptor } from './registration/encrypt-answer.ts'
import { createIdempotency } from './registration/idempotency.ts'
import { createFormDescriber } from './registration/route.ts'
import { memoryStore } from './store/memory-store.ts'
import { startRetention } from './store/retention.ts'
import { civicUpstream } from './upstream/civic-upstream.ts'
import { defaultConcurrency } from './upstream/service-limits.ts'
import { undiciTransports } from './upstream/transport-undici.ts'
import { createUpstream } from './upstream/upstream.ts'
import { createSiteStatusCache } from './uptime/site-status-cache.ts'
import { version } from './utils.ts'

export type Services = ReturnType<typeof openServices>

export function openServices(options: BffOptions, dependencies: BffDependencies) {
  const config = readConfig(options, { hasStore: dependencies.store !== undefined })
  const { keys, isSandbox, publicHosts } = config
  const { clock = systemClock, meter, scripts } = dependencies
  const connections = undiciTransports()
  const { transport = connections.send } = dependencies
  const partners = createPartners(createPartner(options), { ...dependencies, clock })
  const log = restrictLog(dependencies.log ?? consoleLog(), config.logLevel)
  const page = config.page ? dependencies.page : undefined
  const hasOwnPage = page !== undefined
  if (!isSandbox) warnAboutDisabledProtections(config, log, hasOwnPage)
  const upstream = createUpstream(config, dependencies, { transport, clock, log, meter })
  const isInMemory = dependencies.store === undefined
  const store = dependencies.store ?? memoryStore()
  if (isInMemory) log({ level: 'warn', code: 'storage_in_memory', message: inMemoryWarning })
  const outbox = openOutbox(upstream, dependencies, { store, log, clock, inFlight: defaultConcurrency.inFlight })
  const retention = startRetention({ store, log, clock, retentionDays: config.retentionDays })
  const keepText = createTextStore(store.wordings, partners, clock)
  const cipher = createKeysCipher(keys, 'outcome v1')
  const idempotency = createIdempotency({ forms: store.forms, keepText, cipher, log, clock })
  const isExistingForm = (key: string) => idempotency.isKnown(key)
  const rateLimiter = createRateLimiter({ config, counts: store.counts, clock, log, meter, isExistingForm })
  const clickTokens = createClickTokens(keys, clock)
  const tokens = createAnswerTokens(createKeysCipher(keys, 'again v1'), clock)
  // The sandbox's sites change while somebody looks.
  const freshMs = isSandbox ? (dependencies.uptimeFreshMs ?? 1_000) : undefined
  const sites =
    config.uptime &&
    createSiteStatusCache(config.uptime, { transport, clock, log, deadline: dependencies.uptimeDeadline, freshMs })
  const facts =
    config.civic &&
    createCivicFacts({
      upstream: civicUpstream(config.civic, transport, dependencies.civicDeadline),
      allowedSlugs: config.civic.visibleFields,
      clock,
      log,
    })
  const pageBox = createKeysCipher(keys, 'page v1')
  const stopping = new AbortController()
  const sharedServices = { version, log, meter, clock, page, hasOwnPage, scripts, partners, sites, facts, stopping }
  const resources = { connections, upstream, store, isInMemory, outbox, retention, idempotency, rateLimiter }
  return {
    ...sharedServices,
    ...resources,
    basePath: config.basePath,
    trustProxyHops: config.trustProxyHops,
    publicHosts,
    warnAboutOrigin: warnAboutOrigins(log),
    checks: { storage: () => store.check().then(() => true), ...dependencies.ready },
    // A form that loads will soon need the status of the sites.
    onRequest: () => sites?.refresh(),
    describeForm: createFormDescriber(config, partners, clock),
    readAnswerToken: tokens.read,
    writeAnswerToken: tokens.write,
    clickTokens,
    encryptAnswer: createAnswerEncryptor({ clickTokens, isSandbox, clock, log, meter }),
    attribution: config.settings.attribution ?? [],
    isOffered: (language: string) =>
      partners.list().some(({ catalogs }) => catalogs.some((catalog) => catalog.language === language)),
    pageOptions: {
      prefill: config.pagePrefill,
      layout: config.pageLayout,
      encrypt: (text: string) => pageBox.encrypt(text, 'page'),
      decrypt: (token: string) => pageBox.decrypt(token, 'page'),
      findFacts: facts ? toTimedFacts(facts, dependencies.civicPatience) : () => Promise.resolve(undefined),
      clock,
    },
  }
}
