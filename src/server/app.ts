/** The BFF's middleware and routes, in the order in which a request passes them. */
import { Hono } from 'hono'
import { bffPaths } from '../contract/routes.ts'
import { stateRoutes } from './civic-data/route.ts'
import { allowHosts, cors, setSecurityHeaders } from './middleware/browser-security.ts'
import { warnAboutForwarded } from './middleware/client-address.ts'
import { requestLog } from './observability/request-log.ts'
import { selectPartner } from './partners/partners.ts'
import type { Env } from './problem.ts'
import { answerRoutes } from './registration/answers-route.ts'
import { registrationRoutes } from './registration/route.ts'
import { mountFallbacks } from './routes/fallbacks.ts'
import { healthRoutes, optionsCheck } from './routes/health.ts'
import { openApiRoutes } from './routes/openapi.ts'
import { pageRoutes } from './routes/page.ts'
import { settingsRoutes } from './routes/settings.ts'
import { scriptRoutes } from './script-files/route.ts'
import type { Services } from './services.ts'
import { clickRoutes } from './tracking/route.ts'
import { siteRoutes } from './uptime/site-status-cache.ts'

export function createApp(services: Services): Hono<Env> {
  const { basePath, trustProxyHops, publicHosts, log, clock, stopping, partners, facts, sites, scripts, page } =
    services
  const rootApp = new Hono<Env>()
  rootApp.use(requestLog(services))
  rootApp.use(setSecurityHeaders(services))
  if (trustProxyHops === 0) rootApp.use(warnAboutForwarded(log))
  rootApp.use('/', optionsCheck(stopping))
  const healthPaths = [bffPaths.health, bffPaths.ready].map((path) => basePath + path)
  if (publicHosts.length > 0) rootApp.use(allowHosts(publicHosts, healthPaths))
  rootApp.use(selectPartner(partners))
  rootApp.use(cors(services))

  const app = rootApp.basePath(basePath)
  app.route('/', registrationRoutes(services))
  app.route('/', answerRoutes(services))
  app.route('/', clickRoutes(services))
  app.route('/', settingsRoutes(services))
  app.route('/', openApiRoutes(services))
  app.route('/', healthRoutes(services))
  if (facts) app.route('/', stateRoutes(facts))
  if (scripts) app.route('/', scriptRoutes({ ...services, scripts, proxy: services }))
  if (sites) app.route('/', siteRoutes(sites, clock))
  if (page) app.route('/', pageRoutes({ ...services, page }))
  mountFallbacks(rootApp, services)
  return rootApp
}
