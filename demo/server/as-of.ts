/** The BFF as it will answer on a day: the same options with another clock, for the QA page. */
import { Hono } from 'hono'
import { type Bff, type BffDependencies, type BffOptions, createBff } from 'voter-registration-server/bff'
import { loadNotices } from 'voter-registration-server/node'
import { lawRows } from './law-rows.ts'

/**
 * Creates the routes `/{day}/…`, each with a BFF at noon in New York.
 *
 * @param options of the demo's BFF
 * @param noticeFile what the law says, by day; by default examples
 * @param given the transport to the service, and what the demo's BFF replaces
 */
export function asOf(
  options: BffOptions,
  noticeFile?: string,
  given: Pick<BffDependencies, 'transport' | 'internals'> = {},
): Hono {
  const rows = noticeFile === undefined ? lawRows : loadNotices({ noticeFile }).current()
  const notices = { current: () => rows, onChange: () => undefined }
  let shown: { day: string; bff: Bff } | undefined
  const onDay = (day: string) => {
    const now = () => Date.parse(`${day}T17:00:00Z`)
    const deps = { now, notices, log: () => undefined, ...given }
    return { day, bff: createBff({ ...options, basePath: `/as-of/${day}`, page: false }, deps) }
  }
  return new Hono().all('/:day{\\d{4}-\\d\\d-\\d\\d}/*', async (c) => {
    const day = c.req.param('day')
    // `Date` takes the 31st of February for a day in March.
    const at = Date.parse(day)
    if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) return c.text('There is no such day.\n', 404)
    if (shown?.day !== day) shown = onDay(day)
    return shown.bff.fetch(c.req.raw)
  })
}
