/** The HTML document around the form, its Content Security Policy, and the form in it. */
import { renderToString } from 'react-dom/server'
import type { Settings } from '../../contract/bff-api.ts'
import { checkAddress, officialAddress } from '../../contract/civic-data/state-facts.ts'
import type { PageDeps } from '../../contract/page-interface.ts'
import { partnerPath } from '../../contract/routes.ts'
import { escapeHtml } from '../../contract/strings.ts'
import type { Catalogue } from '../locales/catalogue.ts'
import { shownWording } from '../widget/form/consent.tsx'
import type { FormValues } from '../widget/form/fields.ts'
import { asksForYear, type FormErrors } from '../widget/form/form-errors.ts'
import { formStepsOf, stepTitle } from '../widget/form/form-steps.ts'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { localeOf } from '../widget/options.ts'
import { importedParts } from '../widget/react/imported-parts.ts'
import { markAttributes, markClasses } from '../widget/recorder-marks.ts'
import { VoterRegistration } from '../widget/voter-registration.tsx'
import { compressTemplate, placeholders } from './empty-form.ts'
import { type LoadedFacts, renderFacts } from './facts.tsx'
import { createFormKey, fieldNames } from './form-post.ts'
import { addVisitData, type FormProps, type PageData, type VisitData } from './page-data.ts'
import { pageFiles } from './page-files.ts'
import { type PageQuery, writePageQuery } from './page-query.ts'

/** The content of one page. */
interface PageContent {
  title: string
  /** Whether there is an error: the title begins with that, because screen readers read it first. */
  isWrong?: boolean
  /** Shown above the form. */
  notice?: string | undefined
  /** The form or a screen, as HTML. */
  body: string
  /** The facts, shown above it until the script runs, as HTML. */
  above?: string
  /** The options of the form, if the page has the form. */
  form?: FormProps
  visit?: VisitData
  /** The owner of the page; by default the partner's name, empty for none. */
  owner?: string
  /** Whether a button of the page leads to another site. */
  leadsOn?: boolean
}

/** The initial content of the form: `values` are those posted before, `errors` what was wrong with them. */
export interface FormContent {
  prefill?: FormProps['addressPrefill']
  values?: FormValues
  /** An attempt whose outcome is unknown: the next attempt queries it first. */
  doubt?: string | undefined
  /** The year of birth that the voter was asked about before. */
  year?: string | undefined
  errors?: FormErrors
  /** The key of the form that goes on here; without it a new key is made. */
  key?: string | undefined
  notice?: string
  /** Whether it may be in steps; by default only an empty form: what was posted comes back on one page. */
  isInSteps?: boolean
  loadedFacts?: LoadedFacts | undefined
}

/** Creates the functions that render a partner's pages. */
export function createRenderer(deps: PageDeps) {
  const style = pageFiles.style + (deps.look?.css ?? '')
  const styleHashes = Promise.all([hashStyle(style), hashStyle(noScriptStyle)])
  const getHeaders = async ({ words, idleSeconds }: PageQuery, leadsOn = false) => ({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': words.language,
    'Content-Security-Policy': writePolicy(deps, await styleHashes, leadsOn),
    // With "no-referrer", browsers post a form without its origin.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Chromium caches pages for Back in spite of "no-store": the next page on a shared device drops the previous ones.
    ...(idleSeconds !== undefined && { 'Clear-Site-Data': '"cache"' }),
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  })
  const render = async (visitor: PageQuery, content: PageContent, status = 200) => {
    const html = renderDocument({ deps, style, visitor, address: writePageQuery(visitor) }, content)
    return new Response(html, { status, headers: await getHeaders(visitor, content.leadsOn) })
  }
  const renderForm = (visitor: PageQuery, content: FormContent, status?: number) => {
    const key = content.key ?? createFormKey(deps.now())
    const visit = getVisitData(deps, visitor, content, { key, address: writePageQuery(visitor) })
    const above = renderFacts(content.loadedFacts, visitor, deps.now())
    return render(visitor, { ...getFormPage(deps, visitor, content, visit), above }, status)
  }
  const templates = new Map<string, ReturnType<typeof compressTemplate>>()
  const getTemplate = (visitor: PageQuery) => {
    const { words, theme, isFramed, layout, idleSeconds } = visitor
    const name = [words.language, theme, isFramed, layout, idleSeconds !== undefined].join(' ')
    const cached = templates.get(name)
    if (cached !== undefined) return cached
    const content = getFormPage(deps, visitor, {}, getVisitData(deps, visitor, {}, placeholders))
    const template = compressTemplate(
      renderDocument({ deps, style, visitor, address: placeholders.address }, content, placeholders.visit),
    )
    templates.set(name, template)
    return template
  }
  /** Returns the empty form of a visit, also compressed. */
  const renderEmptyForm = async (visitor: PageQuery) => {
    const [key, address] = [createFormKey(deps.now()), writePageQuery(visitor)]
    const visit = toJson(getVisitData(deps, visitor, {}, { key, address }))
    return { headers: await getHeaders(visitor), ...getTemplate(visitor)({ key, address: escapeHtml(address), visit }) }
  }
  return { render, renderForm, renderEmptyForm }
}

export type Renderer = ReturnType<typeof createRenderer>

/** Returns the consent wording that is shown on this visit. */
export function getShownWording({ words }: PageQuery, { settings }: PageDeps) {
  return shownWording({ type: 'ready', settings }, words, true, 'hosted')
}

/** The layout of the form on this visit. */
function getLayout({ layout }: PageQuery, { values, isInSteps = values === undefined }: FormContent, deps: PageDeps) {
  return isInSteps ? (layout ?? deps.layout) : 'page'
}

/** The year of birth that this form or an earlier one asks about. */
function getYear({ errors, values, year }: FormContent): string | undefined {
  return errors && asksForYear(errors) ? values?.birthYear : year
}

function getVisitData(
  deps: PageDeps,
  visitor: PageQuery,
  content: FormContent,
  { key, address }: { key: string; address: string },
): VisitData {
  const { partner, tracking, idleSeconds } = visitor
  const { doubt } = content
  const year = getYear(content)
  return {
    instanceId: getInstanceId(key),
    options: {
      ...(partner !== undefined && { partner }),
      ...(tracking !== undefined && { tracking }),
      ...(idleSeconds !== undefined && { kiosk: { idleSeconds } }),
    },
    fields: {
      [fieldNames.key]: key,
      [fieldNames.wording]: getShownWording(visitor, deps)?.version ?? '',
      [fieldNames.visitor]: address,
      ...(doubt !== undefined && { [fieldNames.doubt]: doubt }),
      ...(year !== undefined && { [fieldNames.year]: year }),
      ...(getLayout(visitor, content, deps) === 'steps' && { [fieldNames.step]: 'on' }),
    },
  }
}

const getInstanceId = (key: string) => `vr${key.slice(0, 8)}`

/** Returns the page with the form; the script hydrates it with the same options. */
function getFormPage(deps: PageDeps, visitor: PageQuery, content: FormContent, visit: VisitData): PageContent {
  const { prefill, values, errors, notice, loadedFacts } = content
  const { words, messages, theme, isFramed } = visitor
  const year = getYear(content)
  const layout = getLayout(visitor, content, deps)
  const steps = formStepsOf(layout)
  // Only what this page can show: its language's wording and the English one.
  const { [words.language]: wording } = deps.settings.wording
  const settings = {
    ...deps.settings,
    wording: { en: deps.settings.wording.en, ...(wording !== undefined && { [words.language]: wording }) },
  }
  const form: FormProps = {
    locale: localeOf(words.language),
    ...(words.catalogue !== undefined && { locales: [withoutUnusedTexts(words.catalogue, settings)] }),
    ...(messages !== undefined && { messages }),
    ...(prefill !== undefined && { addressPrefill: prefill }),
    appearance: { theme },
    linkTarget: isFramed ? '_blank' : '_self',
    headingLevel: 1,
    layout,
    settings,
    instanceId: 'vr',
    keepTyped: true,
    door: 'hosted',
    plain: {
      action: partnerPath('form', deps.partner),
      fields: {},
      act: fieldNames.act,
      ...(values !== undefined && { values }),
      ...(errors !== undefined && { found: errors }),
      ...(year !== undefined && { sureYear: year }),
      ...(loadedFacts !== undefined && {
        ofState: { official: officialAddress(loadedFacts.facts), check: checkAddress(loadedFacts.facts) },
      }),
    },
  }
  const body = renderToString(
    <LazyPartsContext.Provider value={importedParts}>
      <VoterRegistration {...addVisitData(form, visit)} apiBase="/" />
    </LazyPartsContext.Provider>,
  )
  return { title: stepTitle(steps[0], steps, words), isWrong: errors !== undefined, notice, body, form, visit }
}

/** Returns the texts that the form in a browser needs: those about facts only if there are facts. */
function withoutUnusedTexts(catalogue: Catalogue, { features }: Settings): Catalogue {
  const { hosted: _, facts, ...texts } = catalogue
  return { ...texts, ...(facts !== undefined && features.state_facts === true && { facts }) }
}

/** Without scripts, a form in steps is on one page. */
const noScriptStyle =
  '.vr-form>.vr-group[hidden]{display:block!important}.vr-form>:is(.vr-steps,.vr-step-progress,.vr-step-heading,.vr-actions-steps){display:none!important}'

function writePolicy({ allowedOrigins, look }: PageDeps, styleHashes: readonly string[], leadsOn: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleHashes.map((hash) => `'${hash}'`).join(' ')}`,
    "connect-src 'self'",
    `img-src data:${look?.logo === undefined ? '' : " 'self'"}`,
    // Chromium checks every redirect after a posted form against this list, and a state's site may have redirects of its own.
    // The address of a button is sealed, and the service may name one without TLS.
    `form-action 'self'${leadsOn ? ' https: http:' : ''}`,
    "base-uri 'none'",
    `frame-ancestors ${allowedOrigins.join(' ')}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

const marks = Object.entries(markAttributes)
  .map(([name, value]) => ` ${name}="${value}"`)
  .join('')

interface DocumentDeps {
  deps: PageDeps
  style: string
  visitor: PageQuery
  /** The visitor as the parameters of an address. */
  address: string
}

function renderDocument({ deps, style, visitor, address }: DocumentDeps, content: PageContent, visitJson?: string) {
  const { settings, look, partner: id, allowedOrigins: parents, prefill: prefillFromUrl } = deps
  const { title, isWrong, notice, body, above = '', form, owner = settings.partner.name } = content
  const { words, hosted, theme, isFramed, idleSeconds } = visitor
  const visit = content.visit ?? { instanceId: getInstanceId(crypto.randomUUID()), fields: {}, options: {} }
  const data = form === undefined ? { parents } : { parents, form, prefillFromUrl }
  const name = escapeHtml(owner)
  const url = escapeHtml(`form?${address}`)
  const logo = look?.logo && escapeHtml(partnerPath(look.logo.name, id))
  const newTab = `<a href="${url}" target="_blank" rel="noopener">${escapeHtml(hosted.newTab)}</a>`
  const clear = `<p><a href="${url}">${escapeHtml(words.kiosk.clear)}</a></p>`
  // What is typed into a form is not deleted by any timer.
  const kiosk =
    form === undefined
      ? `<div class="page-notice"><p>${escapeHtml(words.kiosk.text({ seconds: idleSeconds ?? 0 }))}</p>${clear}</div>`
      : `<noscript><div class="page-notice">${clear}</div></noscript>`
  return [
    `<!doctype html><html lang="${escapeHtml(words.language)}" dir="${words.direction}" data-theme="${theme}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${isWrong ? `${escapeHtml(words.summary.prefix)} ` : ''}${escapeHtml(title)}${name && ` – ${name}`}</title>`,
    form || idleSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${idleSeconds};url=${url}">`,
    '<meta name="format-detection" content="telephone=no"><link rel="icon" href="data:,">',
    `<style>${style}</style><noscript><style>${noScriptStyle}</style></noscript>`,
    // Each by a tag of its own: WebKit never requests a failed preload again, on any later page of the tab.
    ...[pageFiles.script, ...pageFiles.needed].map(
      (file) => file && `<script type="module" src="form/${file}"></script>`,
    ),
    `</head><body${isFramed ? ' data-framed' : ''}>`,
    isFramed || name === ''
      ? ''
      : `<header class="page-owner">${logo ? `<img class="page-logo" src="form/${logo}" alt="${name}">` : name}</header>`,
    `<main class="${markClasses}"${marks}>`,
    `<div class="page-notice" id="cut-off" hidden><h1>${escapeHtml(hosted.cutOff.heading)}</h1><p>${escapeHtml(hosted.cutOff.text)}</p><p>${newTab}</p></div>`,
    notice === undefined ? '' : `<div class="page-notice" role="status"><p>${escapeHtml(notice)}</p></div>`,
    idleSeconds === undefined ? '' : kiosk,
    above,
    `<div id="form">${body}</div>`,
    isFramed ? `<p class="page-alone">${newTab}</p>` : '',
    `</main><script type="application/json" id="data">${toJson(data)}</script>`,
    `<script type="application/json" id="own">${visitJson ?? toJson(visit)}</script>`,
    '</body></html>',
  ].join('')
}

/** Data as the content of a `<script>`. */
function toJson(data: PageData | VisitData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

async function hashStyle(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `sha256-${btoa(String.fromCharCode(...hash))}`
}
