/** `GET /element/{version}/form.html`: the form's first screen as HTML, for pages that a server writes. */
import type { Context, Handler } from 'hono'
import { escapeHtml } from '../../contract/escape-html.ts'
import { type Drawn, nameAtLevel } from '../../contract/first-screen.ts'
import { closestLanguage, languageCodes } from '../../contract/languages.ts'
import { bffPaths, partnerPath, scriptsPath } from '../../contract/routes.ts'
import { cameOverTls, type ReachedAt } from '../middleware/browser-security.ts'
import { type Env, problem } from '../problem.ts'
import type { ScriptFiles } from './script-file.ts'

/** What the route needs. */
export interface FirstScreenHtmlDeps {
  scripts: ScriptFiles
  /** Whether there is a page that the form can post to. */
  hasOwnPage: boolean
  basePath: string
  reached: ReachedAt
}

/** Where the route is, below the base path. */
export const firstScreenHtmlPath = `${scriptsPath}/:version/form.html`

/**
 * Route handler that answers with the first screen inside a `template` for a shadow root, to be put between the tags of
 * `<voter-registration>`. Its form posts to our own page, so it works without scripts; the script of any version carries over
 * what was typed into it. Query: `locale`, `layout` (`page` or `steps`), `partner`, `heading-level`, `theme`.
 */
export function firstScreenHtml({ scripts, hasOwnPage, basePath, reached }: FirstScreenHtmlDeps): Handler<Env> {
  return (c) => {
    const language = closestLanguage([c.req.query('locale') ?? ''], languageCodes) ?? 'en'
    const layout = c.req.query('layout') === 'steps' ? 'steps' : 'page'
    if (!hasOwnPage) {
      const detail = 'The hosted page is off, so this form could not be sent without scripts. Write the fallback.'
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    const isOurs = c.req.param('version') === scripts.version
    const file = isOurs ? scripts.file(`first-screen.${language}.json`) : undefined
    if (file === undefined) {
      const detail = `This server has the first screen of version ${scripts.version} only: ${scriptsPath}/${scripts.version}/form.html.`
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is our own.
    const { screens } = JSON.parse(file.body) as { screens: Record<'page' | 'steps', Drawn> }
    const own = ownAddress(c, basePath, reached)
    const [, level = '2'] = /^([1-6])$/.exec(c.req.query('heading-level') ?? '') ?? []
    const [, theme = 'auto'] = /^(light|dark|inherit)$/.exec(c.req.query('theme') ?? '') ?? []
    const action = own + partnerPath(`${bffPaths.page}?locale=${language}`, c.req.query('partner'))
    const write = htmlWriter({ action, level: Number(level), theme })
    const style = `<link rel="stylesheet" href="${own}${scriptsPath}/${scripts.version}/form.css">`
    c.header('Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400')
    c.header('Access-Control-Allow-Origin', '*')
    return c.html(
      `<template shadowrootmode="open">${style}<div class="vr-frame"><div>${write(screens[layout])}</div></div></template>\n`,
    )
  }
}

/** The address that the request came to. */
function ownAddress(c: Context<Env>, basePath: string, reached: ReachedAt): string {
  const { host } = new URL(c.req.url)
  return `http${cameOverTls(c.req, reached) ? 's' : ''}://${host}${basePath === '/' ? '' : basePath}`
}

/** Elements without an end tag. */
const isVoid = (name: string) => /^(?:input|br|hr|img)$/.test(name)

/** Returns the function that writes a part of the screen, with what the page has chosen. */
function htmlWriter({ action, level, theme }: { action: string; level: number; theme: string }) {
  const own: Readonly<Record<string, string>> = { action, 'data-theme': theme }
  const write = (node: Drawn): string => {
    if (typeof node === 'string') return escapeHtml(node)
    const [written, attributes, ...children] = node
    const name = nameAtLevel(written, level)
    const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(own[key] ?? value)}"`)
    const start = `<${name}${all.join('')}>`
    return isVoid(name) ? start : `${start}${children.map(write).join('')}</${name}>`
  }
  return write
}
