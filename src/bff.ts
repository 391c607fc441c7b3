/** Door: the backend-for-frontend as a Web-platform handler, for any host. */
export { ConfigurationError } from './bff/config.ts'
export { type Bff, type BffEdges, createBff } from './bff/create-bff.ts'
export { optionsFromEnvironment } from './bff/environment.ts'
export type { BffOptions } from './bff/options.ts'
export { NotSent, type Transport, type TransportReply, type TransportRequest } from './bff/upstream/transport.ts'
export type { Log, LogLine } from './bff/watch/log.ts'
