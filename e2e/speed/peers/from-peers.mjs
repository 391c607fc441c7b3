/** Loads a package of the peers, which are installed in this folder only. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

/** Imports a peer's module, or its CommonJS exports as `default`. */
export const fromPeers = (name) => import(pathToFileURL(require.resolve(name)).href)

/** Returns the installed version. */
export const peerVersion = (name) =>
  JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), 'utf8')).version
