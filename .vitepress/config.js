/** The documentation as a static site: `npm run docs`. `DOCS_URL` is its address, for links and the sitemap. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { headingAnchor } from '../.ci/docs/heading-anchor.mjs'

const url = new URL(process.env.DOCS_URL ?? 'http://localhost:4173/docs/')
if (!url.pathname.endsWith('/')) throw new Error(`DOCS_URL must end with a slash, got "${url}".`)
const contents = readFileSync(path.join(import.meta.dirname, '../docs/README.md'), 'utf8')

/** The groups of the first page, each with the pages that it lists. */
const sidebar = contents
  .split(/^## /m)
  .slice(1)
  .map((group) => ({
    text: group.slice(0, group.indexOf('\n')),
    items: [...group.matchAll(/^- \[(.*?)\]\((.*?)\.md\)/gm)].map(([, text, page]) => ({ text, link: `/${page}` })),
  }))

/** Leaves braces in code to themselves, and makes text of links to files that are not on the site. */
function asOnGitHub(md) {
  const { code_inline: codeInline } = md.renderer.rules
  md.renderer.rules.code_inline = (...args) => codeInline(...args).replace('<code', '<code v-pre')
  md.core.ruler.push('only-pages', ({ tokens, env }) => {
    const folder = path.posix.dirname(env.relativePath)
    const isElsewhere = (link) => !/^([a-z]+:|#)/.test(link) && path.posix.join(folder, link).startsWith('..')
    for (const { children } of tokens) {
      let isText = false
      for (const token of children ?? []) {
        if (token.type === 'link_open') isText = isElsewhere(token.attrGet('href'))
        if (isText && token.type.startsWith('link_')) Object.assign(token, { tag: 'span', attrs: null })
      }
    }
  })
}

/** Renders a page for the search. What maintainers read is found by its headings alone, so that it comes after what partners and
 *  operators read. (A rank by page would be a function in the page, which a content security policy forbids.) */
function forSearch(source, env, md) {
  // The search divides words at a dot: below the heading "Next.js", its text has "Nextjs" too.
  const headingWithDot = /<h[1-6][^>]*>[^<]*?(\w+)\.(\w+)[\s\S]*?<\/h[1-6]>/g
  const html = md.render(source, env).replaceAll(headingWithDot, '$&<p>$1$2</p>')
  const isForMaintainers = /^(evidence\/|decisions\.md)/.test(env.relativePath)
  return isForMaintainers ? (html.match(/<h[1-6][\s\S]*?<\/h[1-6]>/g) ?? []).join('') : html
}

export default defineConfig({
  title: 'voter-registration',
  description: 'A voter-registration form for your own site, and the small server that keeps its API key.',
  lang: 'en-US',
  base: url.pathname,
  head: [
    // An empty icon: without one the browser asks for /favicon.ico, which the host may not have.
    ['link', { rel: 'icon', href: 'data:,' }],
    // The button's name is "Search": the key that it also shows would be a part of what is read, and not of its name.
    ['style', {}, '.DocSearch-Button-Keys { display: none !important }'],
  ],
  srcDir: 'docs',
  cleanUrls: true,
  ignoreDeadLinks: 'localhostLinks',
  rewrites: { 'README.md': 'index.md' },
  sitemap: { hostname: url.href },
  vite: { plugins: [llmstxt()] },
  markdown: { anchor: { slugify: headingAnchor }, languageAlias: { env: 'ini' }, config: asOnGitHub },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { _render: forSearch } },
  },
})
