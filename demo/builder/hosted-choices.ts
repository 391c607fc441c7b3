/** What can be chosen for the hosted page: each is a parameter of its address. */
import { languageOptions } from '../language-options.ts'
import { stateOptions } from '../state-options.ts'
import type { SnippetOption } from './snippet-options.ts'

/** The choices by parameter, in the order in which they are shown. An empty value is the page's default. */
export const hostedOptions = {
  partner: { label: 'Partner', hint: 'A name in PARTNERS, or in PARTNERS_FILE. Never a secret.' },
  locale: {
    label: 'Language of the page',
    options: [['', "The voter's browser's"], ...languageOptions],
  },
  state: {
    label: 'State to begin with',
    options: [['', 'None'], ...stateOptions],
    hint: 'Needs state in PAGE_PREFILL.',
  },
  layout: {
    label: 'Layout of the page',
    options: [
      ['', 'As PAGE_LAYOUT says'],
      ['page', 'All on one page'],
      ['steps', 'In steps'],
    ],
  },
  theme: {
    label: 'Theme of the page',
    options: [
      ['', "The voter's system"],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
  kiosk: {
    label: 'Shared tablet: clear the page after',
    options: [
      ['', 'Never'],
      ['60', '60 seconds'],
      ['90', '90 seconds'],
      ['180', '3 minutes'],
    ],
  },
  source: { label: 'Where voters come from', hint: 'A plain word such as poster: it comes back in log and receipts.' },
} as const satisfies Record<string, Omit<SnippetOption, 'attribute'>>

/** A parameter of the page's address. */
export type HostedOption = keyof typeof hostedOptions

/** A value for each parameter. */
export type HostedChoices = Record<HostedOption, string>

/** The parameters in their order. */
export const hostedNames: readonly HostedOption[] = ['partner', 'locale', 'state', 'layout', 'theme', 'kiosk', 'source']

/** Nothing is chosen. */
export const noChoices: HostedChoices = {
  partner: '',
  locale: '',
  state: '',
  layout: '',
  theme: '',
  kiosk: '',
  source: '',
}

/**
 * The address of the page with what was chosen.
 *
 * @param apiBase the BFF's address
 * @returns `undefined` while that is no http(s) address
 */
export function hostedAddress(apiBase: string, chosen: HostedChoices): string | undefined {
  if (!/^https?:/i.test(apiBase) || !URL.canParse(apiBase)) return undefined
  const address = new URL(`${apiBase.replace(/\/+$/, '')}/form`)
  for (const name of hostedNames) {
    const value = chosen[name].trim()
    if (value !== '') address.searchParams.set(name, value)
  }
  return address.href
}

/** What the page in the frame may do. It comes from the BFF's origin, so it cannot take the sandbox away. */
export const frameSandbox = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** The frame that shows an address, and the script that makes it as tall as the form. */
export function hostedFrame(address: string, files: string): string {
  return [
    `<iframe title="Voter registration" data-vr-form src="${quoted(address)}" loading="lazy"`,
    `  sandbox="${frameSandbox}"`,
    '  style="width:100%;min-height:900px;border:0"></iframe>',
    `<script async src="${quoted(`${files}/frame.js`)}"></script>`,
  ].join('\n')
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
