/** Warns the operator at the start of protections that are off. */
import type { Config } from '../config/read-config.ts'
import type { Log } from './log.ts'

/** Logs a warning for each of them. */
export function warnOfWhatIsOff({ botCheck, limits, publicHosts, settings }: Config, log: Log, hasPage: boolean): void {
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
