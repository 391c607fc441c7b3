/** Door: the backend-for-frontend as a Web-platform handler, for any host. */

export type { BffDependencies } from './bff/bff-dependencies.ts'
export {
  type CivicAnswered,
  type CivicClient,
  type CivicClientOptions,
  type ClientDependencies,
  createCivicClient,
} from './bff/civic/civic-client.ts'
export { optionsFromEnvironment } from './bff/config/environment.ts'
export type { BffOptions } from './bff/config/options.ts'
export { type Bff, createBff } from './bff/create-bff.ts'
export type { Log, LogLine } from './bff/observability/log.ts'
export { NotSent, type Transport, type TransportReply, type TransportRequest } from './bff/upstream/transport.ts'
export {
  createUptimeClient,
  type UptimeAnswered,
  type UptimeClient,
  type UptimeClientOptions,
} from './bff/uptime/uptime-client.ts'
export { ConfigurationError } from './options/configuration-error.ts'
