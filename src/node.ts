/** Door: the backend-for-frontend on Node, as a server of its own or as a listener in another one. */
export { createNodeListener } from './bff/node-listener.ts'
export type { Partner } from './bff/partners/partner.ts'
export { watchLook } from './bff/partners/watch-look.ts'
export { type WatchedPartners, watchPartners } from './bff/partners/watch-partners.ts'
export type { ScriptFile, ScriptFiles } from './bff/script-files/route.ts'
export { scriptFiles } from './bff/script-files/script-files.ts'
export { type RunningServer, serve } from './bff/serve.ts'
export { undiciTransport } from './bff/upstream/transport-undici.ts'
