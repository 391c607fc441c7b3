/** Door: the backend-for-frontend on Node, as a server of its own or as a listener in another one. */

export { type LoadedFile, readFilesAgain } from './bff/config/loaded-file.ts'
export { createNodeListener } from './bff/node-listener.ts'
export { loadNotices } from './bff/notices/notices-file.ts'
export type { WrittenNotice } from './bff/notices/written-notice.ts'
export { loadLook } from './bff/partners/look-file.ts'
export type { Partner } from './bff/partners/partner.ts'
export { type LoadedPartners, loadPartners } from './bff/partners/partners-file.ts'
export type { ScriptFile, ScriptFiles } from './bff/script-files/route.ts'
export { scriptFiles } from './bff/script-files/script-files.ts'
export { type RunningServer, serve } from './bff/serve.ts'
export { undiciTransport } from './bff/upstream/transport-undici.ts'
