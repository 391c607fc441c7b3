/** The consent wordings as a page for the operator of the service: to read, to send on, to print and to sign (R-A22). */
import { html, raw } from 'hono/html'
import { readConsentOrder } from '../../contract/bff-api.ts'
import type { Catalogue } from '../../form/locales/catalogue.ts'
import { type ConsentSettings, consentTexts } from '../consent/consent-texts.ts'
import type { Block, ShownText } from '../consent/shown-text.ts'

/** An interpolated part of a page. */
type Part = ReturnType<typeof html>

/**
 * Renders the page, without scripts and without external resources.
 *
 * @param settings with every wording, approved or not
 * @param catalogues the form's texts by language, as the BFF serves them
 */
export async function wordingPage(settings: ConsentSettings, catalogues: readonly Catalogue[]): Promise<string> {
  const { operator, partner, wording } = settings
  const order = readConsentOrder(settings.consent_order)
  const texts = consentTexts(settings, catalogues)
  const own = Object.values(wording).flatMap(({ version }) => texts.of(version, undefined) ?? [])
  // A form in a language without a wording of its own shows the English one, with a translation beside it.
  const beside = catalogues
    .filter(({ language, wording: translation }) => !Object.hasOwn(wording, language) && translation !== undefined)
    .flatMap(({ language, wording: translation }) => {
      const box = settings.features.subscriber_opt_in ? ({ subscriber: '1' } as const) : {}
      const around = { language, ...box, translation: translation?.version, order, door: null, path: null }
      const text = texts.of(wording.en.version, around)
      return text === undefined ? [] : [{ language, text }]
    })
  const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Consent wording: ${partner.name}</title>
<style>${raw(style)}</style>
<h1>Consent wording of ${partner.name}</h1>
<p>This is what a voter reads above the button of the registration form, with the names and links that will be shown. Each text has
a version: a hash (SHA-256) of exactly what is shown. One other letter, in a link too, makes another version.</p>
<p>${operator.name} approves a text by its version. An approved text is set in the server’s configuration; without an approved
English text the server does not start. A language whose text is not approved shows the English one.</p>
${own.map((text) => wordingSection(text, operator.name))}
<h2>Translations beside the English text</h2>
<p>In these languages the form shows the English text, which alone is agreed to, and a translation for information. One stands
open, the other is folded away beside it (<code>CONSENT_ORDER=${order}</code>).</p>
${beside.map(({ language, text }) => section(language, text))}
<h2>For the server</h2>
<p>With every text above approved: <code>WORDING_APPROVED=${own.map(({ version }) => version).join(',')}</code></p>
</html>
`
  return String(await page)
}

function wordingSection(text: ShownText, operator: string): Part {
  return html`<h2>Text to approve: ${nameOf(text.language)}</h2>
${shown(text)}
<table>
<tr><th scope="row">Approved for ${operator} by</th><td></td></tr>
<tr><th scope="row">Date</th><td></td></tr>
<tr><th scope="row">Signature</th><td></td></tr>
</table>
`
}

function section(language: string, text: ShownText): Part {
  return html`<h3>${nameOf(language)}</h3>
${shown(text)}
`
}

const nameOf = (language: string) => new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language

function shown({ version, blocks }: ShownText): Part {
  return html`<p>Version <code>${version}</code></p>
<blockquote>
${blocks.map(blockPart)}</blockquote>
`
}

function blockPart({ kind, language, pieces }: Block): Part {
  const words = pieces.map((piece) =>
    typeof piece === 'string' ? piece : html`<a href="${piece.href}">${piece.text}</a> (${piece.href})`,
  )
  const isBox = kind === 'agree' || kind === 'subscriber'
  const before = isBox ? '☐ ' : kind === 'button' ? 'Button: ' : ''
  return html`<p class="${kind}" lang="${language}" dir="auto">${before}${words}</p>
`
}

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
blockquote { border: 1px solid; margin: 1rem 0; padding: 0 1rem }
code, a { overflow-wrap: anywhere }
.heading, .button { font-weight: bold }
.hint, .folded { margin-inline-start: 1.5rem }
.summary::before { content: '▸ ' }
th { text-align: start; padding-inline-end: 1rem; vertical-align: bottom }
td { border-bottom: 1px solid; height: 2.5rem; width: 20rem }
@media print { h2 { break-before: page } a { color: inherit } }`
