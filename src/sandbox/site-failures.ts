/** Stands before the pages that stand in for states' sites, and lets those fail that are down. */
import { Hono } from 'hono'
import type { Env, World } from './context.ts'
import { resetConnection } from './reset-connection.ts'
import { htmlError } from './service-answers.ts'

/** Longer than anybody waits, milliseconds. */
const forever = 120_000

/** The way to every page of a state. */
export function siteFailures({ downed, sleep }: World): Hono<Env> {
  const app = new Hono<Env>()
  app.use('/state-site/:state/*', async (c, next) => {
    const failure = downed.failureOf(c.req.param('state'))
    switch (failure) {
      case undefined:
        return next()
      case 'error':
        return htmlError(503, 'Service Unavailable')
      case 'hang':
        await sleep(forever, c.req.raw.signal)
        return htmlError(504, 'Gateway Timeout')
      case 'reset':
        return resetConnection(c.env)
      default:
        return failure satisfies never
    }
  })
  return app
}
