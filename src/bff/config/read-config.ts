/** Turns options into what the BFF works with, or says everything that is wrong with them at once. */
import { Settings, type Wording } from '../../contract/bff-api.ts'
import { joinUrl } from '../../contract/routes.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { shownFields } from '../civic/field-allowlist.ts'
import type { SiteVerify } from '../crypto/site-verify.ts'
import { servedCatalogues } from '../message-catalogues.ts'
import { type Network, readNetwork } from '../middleware/ip-address.ts'
import { defaultLimits, type Limits } from '../middleware/rate-limiter.ts'
import type { KeepFor } from '../store/retention.ts'
import type { CivicAccess } from '../upstream/civic-upstream.ts'
import type { UptimeAccess } from '../upstream/uptime-upstream.ts'
import { ourWording, WordingTexts, wordingOf } from '../wording.ts'
import { BffOptions, isSandbox, variables } from './options.ts'

/** The options as the BFF works with them. Holds the key: never logged, never answered. */
export interface Config {
  upstreamUrl: string
  /** The value of the `Authorization` header of the registration call. */
  authorization: string
  /** What keys are derived from. */
  keyMaterial: { given: string | undefined; apiKeySecret: string }
  allowedOrigins: ReadonlySet<string>
  settings: Settings
  /** The texts by language, and whether all of it comes with the package. */
  words: { catalogues: readonly Catalogue[]; isOurs: boolean }
  /** Absent where no Civic Data is configured. */
  civic: (CivicAccess & { shown: readonly string[] }) | undefined
  /** Absent where no Uptime API is configured. */
  uptime: (UptimeAccess & { cacheSeconds: number }) | undefined
  basePath: string
  /** Whether the page is served, and what its address may fill in. */
  page: boolean
  pagePrefill: readonly string[]
  limits: Limits
  unlimitedNetworks: readonly Network[]
  trustProxyHops: number
  publicHosts: readonly string[]
  botCheck: { kind: 'off' | 'proof' } | SiteVerify
  breaker: boolean
  keepFor: KeepFor
  logLevel: BffOptions['logLevel']
}

/** One thing that is wrong with a configuration. */
export interface Problem {
  option: keyof BffOptions | undefined
  /** Continues the name of the option: `is missing. Set it to …`. Never holds a secret. */
  says: string
}

/** Thrown when the configuration cannot work. Its message lists every problem, one to a line, and no secret. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
  /** The sentences of the message, one for each problem. */
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The configuration cannot work:\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** The key that the sandbox takes, and no real service. */
const sandboxKeyId = '00000000-0000-4000-8000-000000000001'

/**
 * Everything that is wrong with options; empty when nothing is.
 *
 * @param options as a program or the environment gave them
 */
export function problemsOf(options: Readonly<Record<string, unknown>>): Problem[] {
  const read = BffOptions.safeParse(options)
  const problems: Problem[] = []
  const inWording = new Set<string>()
  for (const issue of read.success ? [] : read.error.issues) {
    const option = optionNamed(issue.path[0])
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : []
    if (option === 'wording') {
      for (const key of keys.length > 0 ? keys : ['']) inWording.add([...issue.path.slice(1), key].join('.'))
    } else if (option === undefined && keys.length > 0) {
      problems.push({ option: undefined, says: `There is no option ${keys.join(', ')}. Check the spelling.` })
    } else {
      problems.push({ option, says: issue.message })
    }
  }
  if (inWording.size > 0) problems.push({ option: 'wording', says: wordingProblem([...inWording]) })
  problems.push(...botCheckProblems(options))
  if (options.dataDir !== undefined && options.databaseUrl !== undefined) {
    problems.push({ option: 'dataDir', says: 'is set together with databaseUrl (DATABASE_URL). Keep one of the two.' })
  }
  problems.push(...portProblems(options), ...forCivic(options), ...forUptime(options))
  return [...problems, ...(isSandbox(options.upstreamUrl) === false ? forRealOnly(options) : [])]
}

/** One port has one server. */
function portProblems({ port = 8787, metricsPort }: Readonly<Record<string, unknown>>): Problem[] {
  if (typeof metricsPort !== 'number' || metricsPort === 0 || metricsPort !== port) return []
  return [
    {
      option: 'metricsPort',
      says: `is the port of the BFF itself (PORT), ${metricsPort}. Use another one, such as 9464.`,
    },
  ]
}

/** The bot checks of others need an account there, and nothing else does. */
function botCheckProblems({ botCheck, ...options }: Readonly<Record<string, unknown>>): Problem[] {
  if (options.rateLimits === false && botCheck !== undefined && botCheck !== 'off') {
    const says = `asks for one, but RATE_LIMITS is off: only who is over a limit is ever asked. Set RATE_LIMITS to on, or BOT_CHECK to off.`
    return [{ option: 'botCheck', says }]
  }
  const needed = botCheck === 'turnstile' || botCheck === 'hcaptcha'
  return (['botCheckSiteKey', 'botCheckSecret'] as const).flatMap((option) => {
    const given = options[option] !== undefined
    if (needed === given) return []
    const says = needed
      ? `is missing, and BOT_CHECK is ${botCheck}. Set it as that service shows it.`
      : 'is set, but BOT_CHECK is neither turnstile nor hcaptcha. Set both or neither.'
    return [{ option, says }]
  })
}

function optionNamed(key: PropertyKey | undefined): keyof BffOptions | undefined {
  return Object.keys(variables).find((name): name is keyof BffOptions => name === key)
}

function wordingProblem(places: readonly string[]): string {
  const { elements, subscriber: _, ...texts } = WordingTexts.shape
  const named = places.map((place) => `"${place.replace(/\.$/, '')}"`).join(', ')
  return `does not have what a wording must have at ${named}. It is JSON with a wording for "en" and, if you like, other languages. Each has the texts ${Object.keys(texts).join(', ')}, with a text-message program also subscriber, and in "elements" ${Object.keys(elements.shape).join(', ')}; agreement has {terms} and {privacy} in it. There are no other keys.`
}

/** What belongs together about Civic data: an address and both halves of a key, or nothing. */
function forCivic(options: Readonly<Record<string, unknown>>): Problem[] {
  const isGiven = Object.keys(variables).some((name) => name.startsWith('civic') && options[name] !== undefined)
  if (!isGiven) return []
  const needed = {
    civicUrl: 'the base address of the Civic Data API',
    civicKeyId: 'the id of its key',
    civicKeySecret: 'the secret of its key',
  } as const
  const problems: Problem[] = []
  for (const option of ['civicUrl', 'civicKeyId', 'civicKeySecret'] as const) {
    if (options[option] !== undefined) continue
    const says = `is missing. Set it to ${needed[option]}, or leave all of CIVIC_… out: then there are no facts about states.`
    problems.push({ option, says })
  }
  if (options.civicKeyId === sandboxKeyId && isSandbox(options.civicUrl) === false) {
    problems.push({
      option: 'civicKeyId',
      says: "is the sandbox's key, but civicUrl (CIVIC_URL) is a real service. Set both to the one or both to the other.",
    })
  }
  return problems
}

/** What belongs together about the Uptime API: an address, and both halves of a key or neither. */
function forUptime(options: Readonly<Record<string, unknown>>): Problem[] {
  const given = (['uptimeKeyId', 'uptimeKeySecret', 'uptimeCacheSeconds'] as const).filter(
    (option) => options[option] !== undefined,
  )
  const problems: Problem[] = []
  if (options.uptimeUrl === undefined) {
    const says =
      'is set, but uptimeUrl (UPTIME_URL) is not: there is nothing to use it for. Set both, or leave both out.'
    return given.map((option) => ({ option, says }))
  }
  const [id, secret] = [given.includes('uptimeKeyId'), given.includes('uptimeKeySecret')]
  if (id !== secret) {
    const says = `is missing, and ${id ? variables.uptimeKeyId : variables.uptimeKeySecret} is set. Set both halves of the key, or neither: the Uptime API may need none.`
    problems.push({ option: id ? 'uptimeKeySecret' : 'uptimeKeyId', says })
  }
  if (options.uptimeKeyId === sandboxKeyId && isSandbox(options.uptimeUrl) === false) {
    const says =
      "is the sandbox's key, but uptimeUrl (UPTIME_URL) is a real service. Set both to the one or both to the other."
    problems.push({ option: 'uptimeKeyId', says })
  }
  return problems
}

/** What a real service needs and the sandbox does not. */
function forRealOnly(options: Readonly<Record<string, unknown>>): Problem[] {
  const problems: Problem[] = []
  const needed = {
    operatorName: 'the name of the organization that runs the service',
    operatorTermsUrl: "the address of the operator's terms of service (R-A15)",
    operatorPrivacyUrl: "the address of the operator's privacy policy (R-A15)",
    partnerName: 'the name of your organization',
    partnerPrivacyUrl: "the address of your organization's privacy policy",
    officialSiteUrl: 'the address of the official site where voters can register without this form',
  } as const
  for (const option of ['operatorName', 'operatorTermsUrl', 'operatorPrivacyUrl'] as const) push(option)
  for (const option of ['partnerName', 'partnerPrivacyUrl', 'officialSiteUrl'] as const) push(option)
  if (options.apiKeyId === sandboxKeyId) {
    problems.push({
      option: 'apiKeyId',
      says: "is the sandbox's key, but upstreamUrl (UPSTREAM_URL) is a real service. Set both to the one or both to the other.",
    })
  }
  const wording = BffOptions.shape.wording.safeParse(options.wording)
  const approved = Array.isArray(options.wordingApproved) ? options.wordingApproved : []
  const texts = (wording.success ? wording.data : undefined)?.en ?? ourWording.en
  const english = wordingOf('en', texts, options.partnerSmsProgram === true)
  if (wording.success && !approved.includes(english.version)) {
    problems.push({
      option: 'wordingApproved',
      says: `does not name ${english.version}, the English consent wording. Show these words to the operator and, once they are approved (R-A22), set it to ${english.version}: ${JSON.stringify(english)}`,
    })
  }
  return problems

  function push(option: keyof typeof needed): void {
    if (options[option] === undefined) problems.push({ option, says: `is missing. Set it to ${needed[option]}.` })
  }
}

/**
 * Reads options.
 *
 * @throws ConfigurationError with every problem at once, each with the option's name and its variable
 */
export function readConfig(options: BffOptions): Config {
  const problems = problemsOf(options)
  if (problems.length > 0) {
    throw new ConfigurationError(
      problems.map(({ option, says }) => (option ? `${option} (${variables[option]}) ${says}` : says)),
    )
  }
  const settings = settingsOf(options)
  return {
    upstreamUrl: options.upstreamUrl,
    authorization: `Basic ${btoa(`${options.apiKeyId}:${options.apiKeySecret}`)}`,
    keyMaterial: { given: options.sealKey, apiKeySecret: options.apiKeySecret },
    allowedOrigins: new Set(options.allowedOrigins.map((origin) => new URL(origin).origin)),
    settings,
    words: { catalogues: servedCatalogues(options, settings), isOurs: options.wording === undefined },
    civic: civicOf(options),
    uptime: uptimeOf(options),
    basePath: options.basePath ?? '',
    page: options.page ?? true,
    pagePrefill: options.pagePrefill ?? [],
    limits: limitsOf(options),
    unlimitedNetworks: (options.unlimitedNetworks ?? []).flatMap((text) => readNetwork(text) ?? []),
    trustProxyHops: options.trustProxyHops ?? 0,
    publicHosts: options.publicHosts ?? [],
    botCheck: botCheckOf(options),
    breaker: options.breaker ?? isSandbox(options.upstreamUrl) !== true,
    keepFor: { failedPresses: options.outboxKeepDays ?? 30, receipts: options.consentKeepDays ?? 1_827 },
    logLevel: options.logLevel,
  }
}

function limitsOf({ rateLimits, upstreamUrl }: BffOptions): Limits {
  const given = rateLimits ?? isSandbox(upstreamUrl) !== true
  if (typeof given === 'boolean') return given ? defaultLimits : {}
  return { ...defaultLimits, ...given }
}

function botCheckOf({ botCheck = 'off', botCheckSiteKey = '', botCheckSecret = '' }: BffOptions): Config['botCheck'] {
  if (botCheck === 'off' || botCheck === 'proof') return { kind: botCheck }
  return { kind: botCheck, siteKey: botCheckSiteKey, secret: botCheckSecret }
}

/** The way to the Civic Data API, from options without problems; `undefined` where none is configured. */
export function civicOf({
  civicUrl,
  civicKeyId,
  civicKeySecret,
  civicVersion,
  civicFields,
}: Pick<BffOptions, 'civicUrl' | 'civicKeyId' | 'civicKeySecret' | 'civicVersion' | 'civicFields'>): Config['civic'] {
  if (civicUrl === undefined) return undefined
  return {
    url: civicUrl,
    authorization: `Basic ${btoa(`${civicKeyId}:${civicKeySecret}`)}`,
    version: civicVersion ?? 2,
    shown: civicFields ?? shownFields,
  }
}

function uptimeOf({ uptimeUrl, uptimeKeyId, uptimeKeySecret, uptimeCacheSeconds }: BffOptions): Config['uptime'] {
  if (uptimeUrl === undefined) return undefined
  const authorization = uptimeKeyId === undefined ? undefined : `Basic ${btoa(`${uptimeKeyId}:${uptimeKeySecret}`)}`
  return { url: uptimeUrl, authorization, cacheSeconds: uptimeCacheSeconds ?? 60 }
}

function settingsOf(options: BffOptions): Settings {
  const sandbox = isSandbox(options.upstreamUrl) === true
  const page = (name: string) => joinUrl(options.upstreamUrl, `/_sandbox/${name}`)
  const { operatorTermsUrl, operatorPrivacyUrl, partnerPrivacyUrl, officialSiteUrl } = options
  return Settings.parse({
    operator: {
      name: options.operatorName ?? 'Sandbox Vote Service',
      terms_url: operatorTermsUrl ?? page('terms'),
      privacy_url: operatorPrivacyUrl ?? page('privacy'),
    },
    partner: { name: options.partnerName ?? 'Sample Partner', privacy_url: partnerPrivacyUrl ?? page('privacy') },
    wording: wordingsOf(options, sandbox),
    official_site: { url: officialSiteUrl ?? page('official') },
    ...(options.leastFormVersion !== undefined && { least_form_version: options.leastFormVersion }),
    features: {
      subscriber_opt_in: options.partnerSmsProgram ?? sandbox,
      sandbox,
      ...(options.civicUrl !== undefined && { state_facts: true }),
      ...(options.uptimeUrl !== undefined && { sites: true }),
    },
  })
}

/** The wordings that may be shown: against the sandbox all, otherwise those the operator has approved (R-A22). */
function wordingsOf(options: BffOptions, sandbox: boolean): Record<string, Wording> {
  const wordings: Record<string, Wording> = {}
  for (const [language, texts] of Object.entries(options.wording ?? ourWording)) {
    const wording = wordingOf(language, texts, options.partnerSmsProgram ?? sandbox)
    if (sandbox || options.wordingApproved?.includes(wording.version)) wordings[language] = wording
  }
  return wordings
}
