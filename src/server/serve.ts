/** Runs the BFF as a standalone server on Node. */
import { type DestinationStream, pino } from 'pino'
import { systemClock } from '../contract/clock.ts'
import { bffPaths, scriptsPath } from '../contract/routes.ts'
import type { BffDependencies } from './bff-dependencies.ts'
import { openBff } from './create-bff.ts'
import { createHttpServer, startListening } from './http-server.ts'
import { createNodeListener } from './node-listener.ts'
import { loadNotices } from './notices/notices.ts'
import { type Log, restrictLog } from './observability/log.ts'
import { prometheusMeter, serveMetrics } from './observability/meter.ts'
import { logMode, warnAboutReachableMetrics } from './observability/startup-warnings.ts'
import { readOperatorText, reloadFiles } from './operator-files.ts'
import { optionsFromEnvironment, readConfig } from './options/bff-config.ts'
import type { BffOptions } from './options/bff-options.ts'
import { ConfigurationError } from './options/option.ts'
import { loadBranding } from './partners/branding.ts'
import { loadPartners } from './partners/partners-file.ts'
import { hasScriptFiles, scriptFiles } from './script-files/script-files.ts'
import { createSweep } from './store/retention.ts'
import { openStorage } from './store/sql-store.ts'

/** A running server. */
export interface RunningServer {
  /** Its address, for example `http://127.0.0.1:8787`. */
  url: string
  /** The address of the metrics; only with `metricsPort`. */
  metricsUrl: string | undefined
  /** Reloads the operator's files: partners, branding and notices, with the keys, texts and logos that they name. They take
   *  effect together; if one is invalid, none does, and the log says why. An invalid partner entry keeps its previous content. */
  reload(): Promise<void>
  /** Stops accepting requests, finishes those in flight and empties the outbox, in at most `ms` milliseconds (20 s). */
  close(ms?: number): Promise<void>
}

/** Starts the BFF with pino as the log.
 *  @throws ConfigurationError when the options cannot work; an error with `code: 'EADDRINUSE'` when the port is taken */
export async function serve(options: BffOptions, dependencies: BffDependencies = {}): Promise<RunningServer> {
  const log = dependencies.log ?? pinoLog()
  const metrics = options.metricsPort === undefined ? undefined : prometheusMeter()
  // Options are checked before anything is opened.
  const config = readConfig(options, { hasStore: dependencies.store !== undefined })
  const { partners, branding, notices } = await loadOperatorFiles(options, restrictLog(log, config.logLevel))
  const files = [partners, branding, notices].filter((file) => file !== undefined)
  logMode(config, log)
  const store = dependencies.store === undefined ? await openStorage(options, 'owner', log) : undefined
  // What should be gone is gone before anything is served.
  const { clock = systemClock } = dependencies
  if (store !== undefined) await createSweep({ store, log, clock, retentionDays: config.retentionDays })()
  const parts: BffDependencies = {
    ...(metrics && { meter: metrics.meter }),
    ...(partners && { partners }),
    ...(branding && { branding }),
    ...(notices && { notices }),
    ...(store && { store }),
    ...dependencies,
    log,
  }
  const bff = openBff(options, parts)
  const server = createHttpServer(createNodeListener(bff, { isStandalone: true, hostname: options.publicHosts?.[0] }), {
    behindProxy: (options.trustProxyHops ?? 0) > 0,
  })
  let metricsServer: Awaited<ReturnType<typeof serveMetrics>> | undefined
  let url: string
  try {
    const { metricsHost = '127.0.0.1', metricsPort = 0 } = options
    metricsServer = metrics && (await serveMetrics(metrics, { host: metricsHost, port: metricsPort }))
    if (metricsServer?.isReachable) warnAboutReachableMetrics(config, log)
    url = await startListening(server, { host: options.host ?? '127.0.0.1', port: options.port ?? 8787 })
  } catch (error) {
    await bff.close(0)
    await store?.close()
    await metricsServer?.close()
    throw error
  }
  return {
    url,
    metricsUrl: metricsServer?.url,
    reload: () => reloadFiles(files, log),
    async close(ms = 20_000) {
      const stopped = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      const timer = setTimeout(() => server.closeAllConnections(), ms)
      await bff.close(ms)
      server.closeIdleConnections()
      await stopped
      clearTimeout(timer)
      await store?.close()
      await metricsServer?.close()
    },
  }
}

/** `undefined` where the options name no file. @throws ConfigurationError with every problem of all of them */
export async function loadOperatorFiles(options: BffOptions, log: Log) {
  const problems: string[] = []
  const read = async <File>(name: string | undefined, load: (options: BffOptions) => File | Promise<File>) => {
    try {
      return name === undefined ? undefined : await load(options)
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      problems.push(...error.problems)
      return undefined
    }
  }
  const files = {
    partners: await read(options.partnersFile, () => loadPartners(options, log)),
    branding: await read(options.pageBrandingFile, loadBranding),
    notices: await read(options.noticeFile, loadNotices),
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return files
}

/** A {@link Log} on pino: keys `t`, `level` and those of the line; no process id, no host name. Each line is written before
 *  the call returns: a killed process loses no receipts. Buffering costs as much at 100 registrations a second (2.5 to 2.9 ms
 *  of processor time each, either way). `destination`: default standard output. */
export function pinoLog(destination: DestinationStream = pino.destination({ fd: 1, sync: true })): Log {
  const settings = {
    base: null,
    level: 'debug',
    timestamp: () => `,"t":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  const logger = pino(settings, destination)
  return ({ level, ...fields }) => logger[level](fields)
}

/** Starts the server as the environment configures it. `print` never gets a secret. @throws ConfigurationError with every
 *  problem; StartError when it cannot listen */
export async function runBff(
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void = console.log,
): Promise<RunningServer> {
  const options = optionsFromEnvironment(env, readOperatorText)
  // React reads it when it is loaded. The development build of React takes six times as long for each page.
  process.env.NODE_ENV ??= 'production'
  const hosted = options.page === false ? undefined : await import('../form/hosted.ts')
  const scripts = hasScriptFiles() ? scriptFiles() : undefined
  const parts = { ...(hosted && { page: hosted.hostedPage() }), ...(scripts && { scripts }) }
  const server = await serve(options, parts)
  const address = `${server.url}${options.basePath ?? ''}`
  print(`BFF: ${address} for pages on ${options.allowedOrigins.join(', ')}`)
  if (hosted !== undefined) print(`Hosted page: ${address}${bffPaths.page}`)
  if (scripts !== undefined) print(`Script files: ${address}${scriptsPath}/${scripts.version}/voter-registration.js`)
  return server
}
