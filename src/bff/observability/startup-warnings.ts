/** Logs at startup which service is used, and warns the operator of misspelled variables and disabled protections. */
import { misspelledIn } from '../config/misspelled-variables.ts'
import type { BffOptions } from '../config/options.ts'
import type { Config } from '../config/read-config.ts'
import { type Log, onlyAllowed } from './log.ts'

/** Logs the mode, as the first line. */
export function logMode({ isSandbox, limits, logLevel }: Config, log: Log): void {
  const say = onlyAllowed(log, logLevel)
  const isLimited = Object.keys(limits).length > 0
  const [code, message] = isSandbox
    ? [
        'mode_sandbox',
        `Sandbox, since API_KEY_ID is its key: nobody is registered, limits are ${isLimited ? 'on' : 'off'}, any wording is shown.`,
      ]
    : ['mode_service', 'A real service: voters are registered.']
  say({ level: 'info', code, message })
}

/** Logs one warning with all misspelled variables of the environment the options were read from; without their values. */
export function warnAboutMisspelled(options: BffOptions, log: Log): void {
  const problems = misspelledIn(options).map(({ written, meant }) => `${written}: do you mean ${meant}?`)
  if (problems.length === 0) return
  const message =
    'Variables are set that the BFF does not read; their names look misspelt. Correct those that are meant for it.'
  onlyAllowed(log, options.logLevel)({ level: 'warn', code: 'variables_misspelt', message, problems })
}

/** Logs a warning for each disabled protection. */
export function warnAboutDisabledProtections(
  { botCheck, limits, publicHosts, settings }: Config,
  log: Log,
  hasPage: boolean,
): void {
  if (hasPage && publicHosts.length === 0) {
    const message = 'The page with the form answers under any name. Set PUBLIC_HOSTS to yours, or PAGE to off.'
    log({ level: 'warn', code: 'page_any_host', message })
  }
  if (settings.features.sandbox) {
    const message = 'Every screen says that nobody is registered. Set REHEARSAL to false before voters come.'
    log({ level: 'warn', code: 'rehearsal', message })
  }
  if (botCheck.kind === 'off') {
    const message = 'There is no bot check: a program can opt strangers in to text messages. Set BOT_CHECK to proof.'
    log({ level: 'warn', code: 'bot_check_off', message })
  }
  if (Object.keys(limits).length === 0) {
    const message = 'There are no limits: a program can opt strangers in to text messages. Set RATE_LIMITS to on.'
    log({ level: 'warn', code: 'rate_limits_off', message })
  }
}
