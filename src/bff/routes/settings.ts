/** `GET /settings`: names, links and wording, so that they can change without a release of the widget. */
import type { Handler } from 'hono'
import type { Settings } from '../../contract/bff-api.ts'
import type { Env } from '../problem.ts'
import { shortHash } from '../short-hash.ts'

/**
 * Answers with the settings; may be kept for five minutes.
 *
 * @param onAsked is told of each time; must return at once
 */
export function settingsRoute(settings: Settings, onAsked: () => void = () => undefined): Handler<Env> {
  const body = JSON.stringify(settings)
  const tag = `"${shortHash(body)}-${body.length}"`
  return (c) => {
    onAsked()
    c.header('Cache-Control', 'public, max-age=300')
    c.header('ETag', tag)
    const known = c.req.header('if-none-match')?.split(',') ?? []
    if (known.some((each) => each.trim().replace(/^W\//, '') === tag)) return c.body(null, 304)
    return c.body(body, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}
