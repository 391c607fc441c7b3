/** Door: the backend-for-frontend on Node, as a server of its own or as a listener in another one. */

export { createNodeListener } from './node-listener.ts'
export { loadNotices, type WrittenNotice } from './notices/notices.ts'
export { type LoadedFile, readFilesAgain } from './operator-files.ts'
export { loadLook } from './partners/look.ts'
export type { Partner } from './partners/partner.ts'
export { type LoadedPartners, loadPartners } from './partners/partners-file.ts'
export type { ScriptFile, ScriptFiles } from './script-files/script-files.ts'
export { scriptFiles } from './script-files/script-files.ts'
export { type RunningServer, serve } from './serve.ts'
export { undiciTransport } from './upstream/transport-undici.ts'
