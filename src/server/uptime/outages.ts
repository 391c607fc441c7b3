/** Outages and checks as pages get them: times, and the kind of failure, derived from the monitor's message. */
import { readDateTime } from '../../contract/civic-data/date-time.ts'
import type { FailureKind, Outage, ShownCheck } from '../../contract/shown-sites.ts'
import type { Check, Downtime } from '../../contract/uptime.ts'

/** Statuses with which a site blocks programs and may still admit voters. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429])

/** The words for each kind in messages of our monitor and the real server's; the first match counts. */
const wordings: readonly [FailureKind, RegExp][] = [
  ['timeout', /time ?out|timed out/i],
  ['certificate', /certificate|\b(tls|ssl)\b/i],
  ['name', /\bname\b|getaddrinfo|\bdns\b/i],
  ['answer', /\b(http|status)\b\D{0,8}[45]\d\d/i],
  ['content', /text that must be there|redirect|parked|maintenance page|empty page|error page|without a site/i],
  ['connection', /connect|reset|refused|closed|unreachable|cut short|not http/i],
]

/** Returns the kind of a failure, and the site's status, if it answered. */
export function failureOf({ error, status }: Check): { kind: FailureKind; status?: number } {
  const text = error ?? ''
  const said = typeof status === 'number' ? status : Number(/\b[1-5]\d\d\b/.exec(text)?.[0] ?? Number.NaN)
  const found = wordings.find(([, words]) => words.test(text))?.[0]
  const kind = found ?? (said >= 400 ? 'answer' : 'failed')
  return kind === 'answer' && said >= 400 && said < 600 ? { kind, status: said } : { kind }
}

/** Returns the status with which a site refused a check: 401, 403, 429, or that of a challenge; `undefined` for any other. */
export function refusalIn({ ignore, status, error }: Check): number | undefined {
  if (ignore !== true) return undefined
  const said = typeof status === 'number' ? status : Number(/HTTP (\d{3})/.exec(error ?? '')?.[1])
  return refusals.has(said) || (said >= 100 && error?.startsWith('keeps programs out')) ? said : undefined
}

/** Returns a check as pages get it; `undefined` when its time is malformed. */
export function shownCheck(check: Check): ShownCheck | undefined {
  const at = readDateTime(check.created_at ?? '')?.toISOString()
  if (at === undefined) return undefined
  const refused = refusalIn(check)
  if (refused !== undefined) return { at, is: 'refused', status: refused }
  if (check.ignore === true || typeof check.state_up !== 'boolean') return { at, is: 'unclear' }
  if (!check.state_up) return { at, is: 'down', ...failureOf(check) }
  const time = check.load_time
  if (typeof time !== 'number' || time < 0) return { at, is: 'up' }
  return { at, is: 'up', load_time: Math.round(time * 1000) / 1000 }
}

/**
 * Returns the outages of a site, latest first. An outage whose start is malformed is left out.
 *
 * @param changed when a site that is up last changed: the end of an outage that has none of its own; `undefined` while the
 * site is down
 */
export function outagesOf(downtimes: readonly Downtime[], changed: number | undefined): Outage[] {
  return downtimes
    .flatMap((one): Outage[] => {
      const from = readDateTime(one.down_check.created_at ?? '')
      const to = readDateTime(one.up_check?.created_at ?? '')?.getTime() ?? changed
      if (from === undefined) return []
      const end = to === undefined || to < from.getTime() ? {} : { to: new Date(to).toISOString() }
      return [{ id: one.uuid, from: from.toISOString(), ...end, ...failureOf(one.down_check) }]
    })
    .sort((one, other) => (one.from < other.from ? 1 : -1))
}
