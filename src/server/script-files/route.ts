/** `GET /element/{version}/{file}`: the form's script files, for pages that load them from this host only. */
import { type Context, type Handler, Hono } from 'hono'
import { closestLanguage, languageCodes } from '../../contract/languages.ts'
import { bffPaths, partnerPath, scriptsPath } from '../../contract/routes.ts'
import { escapeHtml, nameAtLevel, type StaticNode } from '../../contract/strings.ts'
import { isHttps, type ProxyOptions } from '../middleware/browser-security.ts'
import { type Env, problem } from '../problem.ts'
import { acceptsEncoding } from '../utils.ts'
import type { ScriptFiles } from './script-files.ts'

/** Creates the routes. Only languages that are offered have a first screen. */
export function scriptRoutes(deps: FirstScreenHtmlDeps & { isOffered: (language: string) => boolean }): Hono<Env> {
  const file: ScriptFiles['file'] = (name) => {
    const [, language] = /^first-screen\.(.+)\.json$/.exec(name) ?? []
    return language === undefined || deps.isOffered(language) ? deps.scripts.file(name) : undefined
  }
  const scripts = { ...deps.scripts, file }
  return new Hono<Env>()
    .get(firstScreenHtmlPath, firstScreenHtml({ ...deps, scripts }))
    .get(`${scriptsPath}/:version/:file`, scriptsHandler(scripts))
}

/** Route handler that serves the files to any page: they are public, and a changed file has another version in its URL. */
function scriptsHandler({ version, file }: ScriptFiles): Handler<Env> {
  return async (c) => {
    // Also when there is no file: otherwise a page's console would report a CORS error instead of the wrong version.
    c.header('Access-Control-Allow-Origin', '*')
    const scriptFile = c.req.param('version') === version ? file(c.req.param('file') ?? '') : undefined
    if (scriptFile === undefined) {
      const detail = `This server has only the files of version ${version}, for example ${scriptsPath}/${version}/integrity.json.`
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    c.header('Content-Type', scriptFile.type)
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Vary', 'Accept-Encoding')
    // The list of hashes is small, and a person who opens it gets it as a page.
    const isList = c.req.param('file') === 'integrity.json'
    const encoding = isList ? undefined : (['br', 'gzip'] as const).find((name) => acceptsEncoding(c, name))
    if (encoding === undefined) return c.body(scriptFile.body)
    c.header('Content-Encoding', encoding)
    return c.body(await scriptFile.packed(encoding))
  }
}

export interface FirstScreenHtmlDeps {
  scripts: ScriptFiles
  hasOwnPage: boolean
  basePath: string
  proxy: ProxyOptions
}

export const firstScreenHtmlPath = `${scriptsPath}/:version/form.html`

/** Route handler that answers with the first screen inside a `template` for a shadow root, to be put between the tags of
 *  `<voter-registration>`. Its form posts to our own page, so it works without scripts; the script of any version carries
 *  over what was typed into it. Query: `locale`, `layout` (`page` or `steps`), `partner`, `heading-level`, `theme`. */
export function firstScreenHtml({ scripts, hasOwnPage, basePath, proxy }: FirstScreenHtmlDeps): Handler<Env> {
  return (c) => {
    const language = closestLanguage([c.req.query('locale') ?? ''], languageCodes) ?? 'en'
    const layout = c.req.query('layout') === 'steps' ? 'steps' : 'page'
    if (!hasOwnPage) {
      const detail = 'The hosted page is off, so this form could not be sent without scripts. Use fallback content.'
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    const isOwnVersion = c.req.param('version') === scripts.version
    const file = isOwnVersion ? scripts.file(`first-screen.${language}.json`) : undefined
    if (file === undefined) {
      const detail = `This server has only the first screen of version ${scripts.version}: ${scriptsPath}/${scripts.version}/form.html.`
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file is our own.
    const { screens } = JSON.parse(file.body) as { screens: Record<'page' | 'steps', StaticNode> }
    const baseUrl = getBaseUrl(c, basePath, proxy)
    const [, level = '2'] = /^([1-6])$/.exec(c.req.query('heading-level') ?? '') ?? []
    const [, theme = 'auto'] = /^(light|dark|inherit)$/.exec(c.req.query('theme') ?? '') ?? []
    const action = baseUrl + partnerPath(`${bffPaths.page}?locale=${language}`, c.req.query('partner'))
    const render = createHtmlRenderer({ action, level: Number(level), theme })
    const style = `<link rel="stylesheet" href="${baseUrl}${scriptsPath}/${scripts.version}/form.css">`
    c.header('Cache-Control', 'public, max-age=3600, stale-while-revalidate=86400')
    c.header('Access-Control-Allow-Origin', '*')
    return c.html(
      `<template shadowrootmode="open">${style}<div class="vr-frame"><div>${render(screens[layout])}</div></div></template>\n`,
    )
  }
}

function getBaseUrl(c: Context<Env>, basePath: string, proxy: ProxyOptions): string {
  const { host } = new URL(c.req.url)
  return `http${isHttps(c.req, proxy) ? 's' : ''}://${host}${basePath === '/' ? '' : basePath}`
}

const isVoid = (name: string) => /^(?:input|br|hr|img)$/.test(name)

function createHtmlRenderer({ action, level, theme }: { action: string; level: number; theme: string }) {
  const replacements: Readonly<Record<string, string>> = { action, 'data-theme': theme }
  const render = (node: StaticNode): string => {
    if (typeof node === 'string') return escapeHtml(node)
    const [tag, attributes, ...children] = node
    const name = nameAtLevel(tag, level)
    const attributeTexts = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${escapeHtml(replacements[key] ?? value)}"`,
    )
    const start = `<${name}${attributeTexts.join('')}>`
    return isVoid(name) ? start : `${start}${children.map(render).join('')}</${name}>`
  }
  return render
}
