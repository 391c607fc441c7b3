/** A page of plain HTML in place of an answer that only programs read. It has no style and no script, so that it passes the
 *  strictest content security policy. */
import { escapeHtml } from '../contract/escape-html.ts'
import { closestLanguage } from '../contract/languages.ts'
import type { Catalogue } from '../form/locales/catalogue.ts'
import { en } from '../form/locales/en.ts'
import { hostedEn } from '../form/locales/hosted-en.ts'

/** The content of a page. */
export interface PlainPage {
  status: number
  /** The outcome of a registration, if the page answers one: `not_sent` or `may_have_been_sent`. */
  outcome?: string | undefined
  /** Identifies the request in the log. */
  reference?: string | undefined
  /** The JSON in place of which the page is shown, unless that is a problem. */
  json?: string | undefined
  /** Where the form is, relative to the page; `undefined` when this server does not show it. */
  form?: string | undefined
  /** The official site; `undefined` when none is configured. */
  official?: string | undefined
}

/** The texts of a page in one language. */
type PlainTexts = ReturnType<typeof plainTexts>

/**
 * Returns the texts in the most preferred language that is offered, text by text in English where a translation lacks one.
 *
 * @param preferred BCP 47 tags, best first
 */
export function plainTexts(preferred: readonly string[], offered: readonly Catalogue[]) {
  const language = closestLanguage(preferred, ['en', ...offered.map((one) => one.language)]) ?? 'en'
  const found = offered.find((one) => one.language === language)
  return {
    language,
    direction: found?.direction ?? 'ltr',
    plain: { ...hostedEn.plain, ...found?.hosted?.plain },
    broken: { ...en.broken, ...found?.broken },
    notSent: { ...en.notSent, ...found?.notSent },
    mayHaveBeenSent: { ...en.mayHaveBeenSent, ...found?.mayHaveBeenSent },
  }
}

/** Renders the page. */
export function plainPage(page: PlainPage, texts: PlainTexts): string {
  const { status, reference, json, form, official } = page
  const { plain, broken, language, direction } = texts
  const code = status < 400 ? '' : `HTTP ${status}${reference === undefined ? '' : ` · ${reference}`}`
  const lines = [
    `<!doctype html>\n<html lang="${language}" dir="${direction}">\n<head>\n<meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">\n<meta name="robots" content="noindex">',
    `<title>${escapeHtml(plain.heading)}</title>\n</head>\n<body>\n<main>`,
    `<h1>${escapeHtml(plain.heading)}</h1>\n<p>${escapeHtml(sentence(page, texts))}</p>`,
    form === undefined ? '' : `<p><a href="${escapeHtml(form)}">${escapeHtml(plain.form)}</a></p>`,
    official === undefined
      ? ''
      : `<p><a href="${escapeHtml(official)}" rel="noreferrer">${escapeHtml(broken.officialLink)}</a></p>`,
    code === '' ? '' : `<p><small lang="en" dir="ltr">${escapeHtml(code)}</small></p>`,
    json === undefined ? '' : `<pre lang="en" dir="ltr">${escapeHtml(json)}</pre>`,
    '</main>\n</body>\n</html>\n',
  ]
  return lines.filter((line) => line !== '').join('\n')
}

/** What happened, in one sentence. */
function sentence({ status, outcome }: PlainPage, { plain, broken, notSent, mayHaveBeenSent }: PlainTexts): string {
  if (outcome === 'may_have_been_sent') return mayHaveBeenSent.heading
  if (status < 400) return plain.program
  if (status === 404 || status === 405 || status === 410) return plain.notFound
  if (status === 431) return plain.cookies
  if (status === 429) return notSent.busy
  return outcome === 'not_sent' ? notSent.heading : broken.text
}
