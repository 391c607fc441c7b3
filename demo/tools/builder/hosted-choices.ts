/** The options of the hosted page: each is a parameter of its URL. */
import { languageOptions } from '../../language-options.ts'
import { stateOptions } from '../../state-options.ts'
import type { SnippetOption } from './snippet-options.ts'

/** The options by parameter, in display order. An empty value is the page's default. */
export const hostedOptions = {
  partner: { label: 'Partner', hint: 'A name in PARTNERS, or in PARTNERS_FILE. Never a secret.' },
  locale: {
    label: 'Language of the page',
    options: [['', "The voter's browser language"], ...languageOptions],
  },
  state: {
    label: 'Preselected state',
    options: [['', 'None'], ...stateOptions],
    hint: 'Requires state in PAGE_PREFILL.',
  },
  layout: {
    label: 'Layout of the page',
    options: [
      ['', 'Set by PAGE_LAYOUT'],
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
  source: {
    label: 'Where voters come from',
    hint: 'A plain word such as poster. It appears in the log and in receipts.',
  },
} as const satisfies Record<string, Omit<SnippetOption, 'attribute'>>

/** A parameter of the page's URL. */
export type HostedOption = keyof typeof hostedOptions

/** A value for each parameter. */
export type HostedChoices = Record<HostedOption, string>

/** The parameters in order. */
export const hostedNames: readonly HostedOption[] = ['partner', 'locale', 'state', 'layout', 'theme', 'kiosk', 'source']

/** The choices with every parameter at its default. */
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
 * Returns the URL of the page with the choices.
 *
 * @param apiBase the BFF's URL
 * @returns `undefined` while that is not an http(s) URL
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

/** The permissions of the page in the frame. It is from the BFF's origin, so it cannot remove the sandbox. */
export const frameSandbox = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/** Returns the frame for a URL, and the script that makes it as tall as the form. */
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
