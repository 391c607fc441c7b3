/** `npm run docs`: the documentation as a static site, in `.vitepress/dist`. */
import { installApart } from './install.mjs'
import { node } from './program.mjs'

/** Builds the site. VitePress also checks that links lead to pages. */
export async function docs() {
  await installApart('.vitepress')
  await node(['.vitepress/node_modules/vitepress/bin/vitepress.js', 'build', '.'])
}
