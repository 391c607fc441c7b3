/** Logs at startup which service is used, and warns the operator of disabled protections. */
import type { Config } from '../options/bff-config.ts'
import { type Log, onlyAllowed } from './log.ts'

export function logMode({ isSandbox, limits, logLevel }: Config, log: Log): void {
  const say = onlyAllowed(log, logLevel)
  const isLimited = Object.keys(limits).length > 0
  const [code, message] = isSandbox
    ? [
        'mode_sandbox',
        `Sandbox mode, because API_KEY_ID is the sandbox's key: no one is registered, rate limits are ${isLimited ? 'on' : 'off'}, and any wording is shown.`,
      ]
    : ['mode_service', 'Real service: voters are registered.']
  say({ level: 'info', code, message })
}

export function warnAboutDisabledProtections(
  { botCheck, limits, publicHosts, settings }: Config,
  log: Log,
  hasPage: boolean,
): void {
  if (hasPage && publicHosts.length === 0) {
    const message = 'The hosted page responds to any host name. Set PUBLIC_HOSTS to your host names, or PAGE to off.'
    log({ level: 'warn', code: 'page_any_host', message })
  }
  if (settings.features.sandbox) {
    const message =
      'REHEARSAL is on, so every screen says that no one is registered. Set it to off before voters use the form.'
    log({ level: 'warn', code: 'rehearsal', message })
  }
  if (botCheck === 'off') {
    const message = 'The bot check is off, so a program can opt strangers in to text messages. Set BOT_CHECK to proof.'
    log({ level: 'warn', code: 'bot_check_off', message })
  }
  if (Object.keys(limits).length === 0) {
    const message = 'Rate limits are off, so a program can opt strangers in to text messages. Set RATE_LIMITS to on.'
    log({ level: 'warn', code: 'rate_limits_off', message })
  }
}

export function warnAboutReachableMetrics({ logLevel }: Config, log: Log): void {
  const message =
    'Other machines can read the metrics without a password, because METRICS_HOST is not a loopback address. Let only Prometheus reach METRICS_PORT.'
  onlyAllowed(log, logLevel)({ level: 'warn', code: 'metrics_reachable', message })
}
