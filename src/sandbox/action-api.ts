/** The Action API: its two paths, each with its slash; a path without one is moved there, as the service does (X31). */
import { Hono } from 'hono'
import { servicePaths } from '../contract/routes.ts'
import type { Env, World } from './context.ts'
import { registration } from './registration.ts'
import { apiHeaders } from './service-framework.ts'
import { tracking } from './tracking.ts'

/** The routes. */
export function actionApi(world: World): Hono<Env> {
  const app = new Hono<Env>()
  for (const path of Object.values(servicePaths)) {
    app.all(path.slice(0, -1), (c) => {
      const { search } = new URL(c.req.url)
      return c.body(null, 301, { Location: `${path}${search}`, 'Content-Type': 'text/html; charset=utf-8' })
    })
  }
  for (const path of Object.values(servicePaths)) app.use(path, apiHeaders('POST, OPTIONS'))
  app.all(servicePaths.registration, (c) => registration(c, world))
  app.all(servicePaths.tracking, (c) => tracking(c, world))
  return app
}
