/** `GET /settings`: names, links and wording, so that they can change without a release of the widget. */
import type { Handler } from 'hono'
import type { Settings } from '../../contract/bff-api.ts'
import type { Env } from '../problem.ts'

/**
 * Answers with the settings, which may be kept for five minutes.
 *
 * @param onAsked is called each time; must return at once
 */
export function settingsRoute(settings: Settings, onAsked: () => void = () => undefined): Handler<Env> {
  const body = JSON.stringify(settings)
  return (c) => {
    onAsked()
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(body, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}
