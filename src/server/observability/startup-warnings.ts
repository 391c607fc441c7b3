/** Logs at startup which service is used, and warns the operator of disabled protections. */
import type { Settings } from '../../contract/bff-api.ts'
import type { Limits } from '../middleware/limits.ts'
import type { Environment } from '../options/read-options.ts'
import { type Level, type Log, restrictLog } from './log.ts'

interface StartupConfig {
  isSandbox: boolean
  logLevel: Level
  limits: Limits
  botCheck: string
  publicHosts: readonly string[]
  settings: Pick<Settings, 'features'>
}

export function logMode(
  { isSandbox, limits, logLevel }: Pick<StartupConfig, 'isSandbox' | 'limits' | 'logLevel'>,
  log: Log,
): void {
  const write = restrictLog(log, logLevel)
  const isLimited = Object.keys(limits).length > 0
  const [code, message] = isSandbox
    ? [
        'mode_sandbox',
        `Sandbox mode, because API_KEY_ID is the sandbox's key: no one is registered, rate limits are ${isLimited ? 'on' : 'off'}, and any wording is shown.`,
      ]
    : ['mode_service', 'Real service: voters are registered.']
  write({ level: 'info', code, message })
}

export function warnAboutDisabledProtections(
  { botCheck, limits, publicHosts, settings }: StartupConfig,
  log: Log,
  hasPage: boolean,
): void {
  if (hasPage && publicHosts.length === 0) {
    const message = 'The hosted page responds to any host name. Set PUBLIC_HOSTS to your host names, or PAGE to off.'
    log({ level: 'warn', code: 'public_hosts_unset', message })
  }
  if (settings.features.sandbox) {
    const message =
      'PRACTICE_MODE is on, so every screen says that nobody is registered. Set it to off before voters use the form.'
    log({ level: 'warn', code: 'practice_mode', message })
  }
  if (botCheck === 'off') {
    const message = 'The bot check is off, so a bot can sign strangers up for text messages. Set BOT_CHECK to proof.'
    log({ level: 'warn', code: 'bot_check_off', message })
  }
  if (Object.keys(limits).length === 0) {
    const message = 'Rate limits are off, so a bot can sign strangers up for text messages. Set RATE_LIMITS to on.'
    log({ level: 'warn', code: 'rate_limits_off', message })
  }
}

export function warnAboutReachableMetrics({ logLevel }: Pick<StartupConfig, 'logLevel'>, log: Log): void {
  const message =
    'Other machines can read the metrics without a password, because METRICS_HOST is not a loopback address. Allow only Prometheus to reach METRICS_PORT.'
  restrictLog(log, logLevel)({ level: 'warn', code: 'metrics_reachable', message })
}

export function warnAboutRemovedVariables(env: Environment, log: Log): void {
  const problems = findRemovedVariables(env).map(({ variable, fix }) => `${variable}: ${fix}`)
  const message = 'The BFF ignores variables that were removed.'
  if (problems.length > 0) log({ level: 'warn', code: 'variables_removed', message, problems })
}

/** Variables of earlier versions that nothing reads any more, each with what replaces it. */
const removedVariables: Readonly<Record<string, string>> = {
  BREAKER: 'The circuit breaker is always on.',
  IN_FLIGHT: 'Up to 256 registrations are in flight, fewer while the service is slow.',
  UNLIMITED_NETWORKS: 'No network is rejected; RATE_LIMITS=address=100/600 requires a proof of work later.',
  WAITING_ROOM: 'Up to 512 registrations wait for 5 s at most.',
  CONSENT_ORDER: 'The approved text is expanded, and its translation is collapsed below it.',
  DRAFTS: 'Set LANGUAGES to the languages of the form, for example en,es, or all.',
  OLD_API_KEY_ID: 'Set API_KEY_ID to the new and the old id, separated by a comma.',
  OLD_API_KEY_SECRET: 'Set API_KEY_SECRET to the new and the old secret, separated by a comma.',
  OLD_API_KEY_SECRET_FILE:
    'Write the new and the old secret, separated by a comma, into the file of API_KEY_SECRET_FILE.',
  PAGE_KEEP_TYPED: 'The hosted page saves unsent input in the tab for 30 minutes.',
  PAGE_URL: 'Set TRUST_PROXY_HOPS, and let the proxy forward the Host header.',
  PARTNERS: 'Set PARTNERS_FILE to a JSON file with the partners.',
  PHONE_COUNTRIES: 'Numbers of every country are accepted.',
  UPTIME_CACHE_SECONDS: 'Responses of the Uptime API are cached for 60 s.',
  MONITOR_URL: 'Link to the status page of the monitor.',
  MONITOR_WEBHOOK_FORMAT: 'Webhooks are signed (Standard Webhooks): set MONITOR_WEBHOOK_SECRET.',
  SECURITY_CONTACT: 'Serve security.txt from the web server.',
  SECURITY_EXPIRES: 'Serve security.txt from the web server.',
}

/** Returns the removed variables that are set, and what to do; never a value. */
export const findRemovedVariables = (env: Environment): { variable: string; fix: string }[] =>
  Object.entries(removedVariables).flatMap(([variable, fix]) =>
    (env[variable]?.trim() ?? '') === '' ? [] : [{ variable, fix }],
  )
