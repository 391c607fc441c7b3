/** Entry point: the backend-for-frontend as a Web-platform handler, for any host. */
export type { BffDependencies } from './bff-dependencies.ts'
export {
  type CivicAnswered,
  type CivicClient,
  type CivicClientOptions,
  type ClientDependencies,
  createCivicClient,
} from './civic-data/civic-client.ts'
export { type Bff, createBff } from './create-bff.ts'
export type { Log, LogLine } from './observability/log.ts'
export { optionsFromEnvironment } from './options/bff-config.ts'
export type { BffOptions } from './options/bff-options.ts'
export { ConfigurationError } from './options/option.ts'
export { NotSentError, type Transport, type TransportReply, type TransportRequest } from './upstream/transport.ts'
export {
  createUptimeClient,
  type UptimeAnswered,
  type UptimeClient,
  type UptimeClientOptions,
} from './uptime/uptime-client.ts'
