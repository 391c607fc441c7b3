/** `npm run docs`: the documentation as a static site, in `.vitepress/dist`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { isCurrent } from './build.mjs'
import { installApart } from './install.mjs'
import { node } from './program.mjs'

/** Builds the site unless nothing has changed. VitePress also checks that links lead to pages. */
export async function docs() {
  const stamp = '.vitepress/dist/.built'
  const address = process.env.DOCS_URL ?? ''
  if (isCurrent(stamp, 'docs .vitepress') && readFileSync(stamp, 'utf8') === address) return
  await installApart('.vitepress')
  await node(['.vitepress/node_modules/vitepress/bin/vitepress.js', 'build', '.'])
  writeFileSync(stamp, address)
}
