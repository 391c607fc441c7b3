/** Removes what was built. */
import { rmSync } from 'node:fs'
import { packageFolders } from './packages.mjs'

for (const folder of ['.', ...Object.values(packageFolders)]) rmSync(`${folder}/dist`, { recursive: true, force: true })
