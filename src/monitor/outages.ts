/** Outages and checks as pages get them: times, and the kind of failure, derived from the recorded error. */
import type { FailureKind, Outage, ShownCheck } from '../contract/shown-sites.ts'
import { isRefusal } from './check.ts'
import type { StoredCheck, StoredDowntime } from './store/store.ts'

/** The words for each kind in errors of this monitor and of the Uptime API that it may read; the first match counts. */
const wordings: readonly [FailureKind, RegExp][] = [
  ['timeout', /time ?out|timed out/i],
  ['certificate', /certificate|\b(tls|ssl)\b/i],
  ['name', /\bname\b|getaddrinfo|\bdns\b/i],
  ['answer', /\b(http|status)\b\D{0,8}[45]\d\d/i],
  ['content', /text that must be there|redirect|parked|maintenance page|empty page|error page|without a site/i],
  ['connection', /connect|reset|refused|closed|unreachable|cut short|not http/i],
]

/** Returns the kind of a failure, and the site's status code, if it answered. */
export function failureKind({ error = '', status }: Pick<StoredCheck, 'error' | 'status'>): {
  kind: FailureKind
  status?: number
} {
  const said = status ?? Number(/\b[1-5]\d\d\b/.exec(error)?.[0] ?? Number.NaN)
  const found = wordings.find(([, words]) => words.test(error))?.[0]
  const kind = found ?? (said >= 400 ? 'answer' : 'failed')
  return kind === 'answer' && said >= 400 && said < 600 ? { kind, status: said } : { kind }
}

/** Returns a check as pages get it. */
export function shownCheck(check: StoredCheck): ShownCheck {
  const at = new Date(check.at).toISOString()
  if (isRefusal(check)) return { at, is: 'refused', ...(check.status !== undefined && { status: check.status }) }
  if (check.ignored) return { at, is: 'unclear' }
  if (!check.up) return { at, is: 'down', ...failureKind(check) }
  const loadTime = loadTimeOf(check)
  return { at, is: 'up', ...(loadTime !== null && { load_time: loadTime }) }
}

/**
 * Returns how long a check took, in seconds with three decimals: a plot shows no more, and a page of all sites has some ten
 * thousand of them. `null` for a check that failed, and for one that asked an Uptime API instead of the site.
 */
export function loadTimeOf({ up, loadUs }: StoredCheck): number | null {
  return up && loadUs > 0 ? Math.round(loadUs / 1_000) / 1_000 : null
}

/** Returns an outage as pages get it. */
export function outageOf({ uuid, downCheck, upCheck }: StoredDowntime): Outage {
  return {
    id: uuid,
    from: new Date(downCheck.at).toISOString(),
    ...(upCheck !== undefined && { to: new Date(upCheck.at).toISOString() }),
    ...failureKind(downCheck),
  }
}
