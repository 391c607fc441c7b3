/** Door: the backend-for-frontend on Node, as a server of its own or as a listener in another one. */
export { createNodeListener } from './bff/node-listener.ts'
export { type RunningServer, serve } from './bff/serve.ts'
export { undiciTransport } from './bff/upstream/transport-undici.ts'
