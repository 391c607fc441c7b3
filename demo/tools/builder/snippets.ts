/** The options of the snippet builder, and the code that a partner copies for each kind of page. */
import { bffPaths, defaultColors, joinUrl, partnerPath } from 'voter-registration/contract'
import { languageOptions, type Option } from '../../options.ts'

/** One option: its label, its values (default: any text), and a sentence next to the control. */
export interface SnippetOption {
  label: string
  options?: readonly Option[]
  hint?: string
}

/** All options in display order. An empty value is the form's default. */
export const snippetOptions = {
  partner: { label: 'Public name of this form', hint: 'Included in every event. Never a secret.' },
  locale: { label: 'Language', options: [['', "The page's, otherwise the browser's"], ...languageOptions] },
  theme: {
    label: 'Theme',
    options: Object.entries({ '': "The visitor's system", light: 'Light', dark: 'Dark' }),
  },
  color: {
    label: 'Color of buttons and links',
    hint: `A hex color. Default: ${defaultColors.light['color-primary']}. For all other tokens see Theming in the documentation.`,
  },
  font: {
    label: 'Font',
    options: Object.entries({
      '': "The page's font",
      'system-ui, sans-serif': "The system's font",
      'Georgia, serif': 'Georgia',
    }),
  },
  radius: {
    label: 'Corners',
    options: [
      ['', 'Rounded'],
      ['0', 'Square'],
      ['1rem', 'Very round'],
    ],
  },
  layout: { label: 'Layout', options: Object.entries({ '': 'One page', steps: 'In steps, with a review' }) },
  display: {
    label: 'Display',
    options: Object.entries({ '': 'In the page', dialog: 'In a dialog' }),
    hint: 'A link on your page opens the dialog: see The script tag in the documentation.',
  },
  kiosk: {
    label: 'Shared device: clear after',
    options: [['', 'Never'], ...['60', '90', '180'].map((seconds) => [seconds, `${seconds} seconds`] as const)],
    hint: 'For voter drives: one tablet, many voters.',
  },
  facts: {
    label: 'State facts and help to finish',
    options: Object.entries({ '': 'Yes', no: 'No' }),
    hint: 'Adds one script file. Built into React and the hosted page.',
  },
} as const satisfies Record<string, SnippetOption>

export type SnippetChoices = Record<keyof typeof snippetOptions, string>

export const defaultChoices: SnippetChoices = {
  partner: '',
  locale: '',
  theme: '',
  color: '',
  font: '',
  radius: '',
  layout: '',
  display: '',
  kiosk: '',
  facts: '',
}

export interface Places {
  /** Folder of the script files, for example `https://cdn.example.org/vr/0.3.0`. */
  files: string
  /** Hashes of the script files as in `integrity.json`. Default: tags without hashes. */
  integrity?: Readonly<Record<string, string>> | undefined
  apiBase: string
  /** URL for registering without this form: the fallback. */
  officialUrl: string
}

/** The kinds of code, as the documentation names them. */
export const snippetKinds = {
  A: 'Any page: a script and a tag',
  B: 'An editor that removes unknown tags: a div with data attributes',
  C: 'One script tag, nothing else',
  D: 'A site builder that allows only frames',
  E: 'React or Next.js',
} as const

export type SnippetKind = keyof typeof snippetKinds

type Attribute = readonly [name: string, value: string]

/** Returns whether a text is a color that the form takes. */
export const isHexColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

/** Returns the theme tokens of the choices. */
function getVariables({ color, font, radius }: SnippetChoices): Record<string, string> {
  return {
    ...(isHexColor(color) && { 'color-primary': color }),
    ...(font !== '' && { 'font-family': font }),
    ...(radius !== '' && { radius, 'button-radius': radius }),
  }
}

/** Returns the attributes of the choices, without those at their default. */
export function getAttributes(choices: SnippetChoices): Attribute[] {
  const variables = getVariables(choices)
  const names = ['partner', 'locale', 'theme', 'layout', 'display', 'kiosk'] as const
  return [
    ...names.map((name) => [name, choices[name].trim()] as const).filter(([, value]) => value !== ''),
    ...(Object.keys(variables).length === 0 ? [] : [['appearance', JSON.stringify({ variables })] as const]),
  ]
}

export function createSnippet(kind: SnippetKind, choices: SnippetChoices, places: Places): string {
  const { apiBase, officialUrl } = places
  const attributes: Attribute[] = [['api-base', apiBase], ...getAttributes(choices), ['official-url', officialUrl]]
  switch (kind) {
    case 'A':
      return [
        ...createEarlyLinks(choices, places),
        createScriptTag(places, formFile),
        ...createFactsTags(choices, places),
        '<style>voter-registration { display: block; min-height: 100vh }</style>',
        `<voter-registration${formatAttributes(attributes)}>`,
        `  ${createFallback(choices, places)}`,
        '</voter-registration>',
      ].join('\n')
    case 'B': {
      const marks = getAttributes(choices).filter(([name]) => name !== 'partner')
      return [
        `<div data-voter-registration${formatAttributes(toData(marks))}>`,
        `  ${createFallback(choices, places)}`,
        '</div>',
      ].join('\n')
    }
    case 'C':
      return [...createFactsTags(choices, places), createScriptTag(places, formFile, toData(attributes))].join('\n')
    case 'D':
      return createFrame(choices, places)
    case 'E':
      return createJsx(choices, places)
    default:
      return kind satisfies never
  }
}

const formFile = 'voter-registration.js'
/** The script that adds facts about the voter's state to the form. */
export const factsFile = 'voter-form-facts.js'

/** Returns the script tags that kind B needs once on the page. The form's has what authors of marked elements must not decide. */
export function createPageScripts(choices: SnippetChoices, places: Places): string {
  const partner = choices.partner.trim()
  const attributes: Attribute[] = [
    ['data-bff', places.apiBase],
    ...(partner === '' ? [] : [['data-partner', partner] as const]),
    ['data-official-url', places.officialUrl],
  ]
  return [createScriptTag(places, formFile, attributes), ...createFactsTags(choices, places)].join('\n')
}

const createFactsTags = ({ facts }: SnippetChoices, places: Places) =>
  facts === 'no' ? [] : [createScriptTag(places, factsFile)]

function createScriptTag({ files, integrity }: Places, file: string, attributes: Attribute[] = []): string {
  const hash = integrity?.[file]
  const hashAttribute: Attribute[] = hash === undefined ? [] : [['integrity', hash]]
  return `<script async crossorigin="anonymous"${formatAttributes([['src', `${files}/${file}`], ...hashAttribute, ...attributes])}></script>`
}

/** Returns links that preconnect to the BFF and preload the settings while the script loads. The URL must be the one that the
 *  form requests, or it is requested twice. */
function createEarlyLinks({ partner }: SnippetChoices, { apiBase }: Places): string[] {
  const settings = joinUrl(apiBase, partnerPath(bffPaths.settings, partner.trim()))
  return [
    `<link rel="preconnect"${formatAttributes([['href', getOrigin(apiBase)]])} crossorigin>`,
    `<link rel="preload"${formatAttributes([['href', settings]])} as="fetch" crossorigin>`,
  ]
}

/** Returns what a page's content security policy, if any, has to allow. */
export function createPolicy(kind: SnippetKind, { files, apiBase }: Places): string {
  const [script, bff] = [getOrigin(files), getOrigin(apiBase)]
  if (kind === 'E') return `connect-src ${bff}`
  return kind === 'D' ? `script-src ${script}; frame-src ${bff}` : `script-src ${script}; connect-src ${bff}`
}

/** Returns the URL of the hosted page; `undefined` while the BFF has none. */
export function createHostedUrl(choices: SnippetChoices, apiBase: string): string | undefined {
  if (!/^https?:/i.test(apiBase) || !URL.canParse(apiBase)) return undefined
  const url = new URL(joinUrl(apiBase, bffPaths.page))
  for (const name of ['partner', 'locale', 'layout', 'theme', 'kiosk'] as const) {
    const value = choices[name].trim()
    if (value !== '') url.searchParams.set(name, value)
  }
  return url.href
}

/** The permissions of the hosted page in a frame. It is from the BFF's origin, so it cannot remove the sandbox. */
const frameSandbox = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

function createFrame(choices: SnippetChoices, { apiBase, files }: Places): string {
  const url = createHostedUrl(choices, apiBase)
  if (url === undefined) return '<!-- Enter the address of your BFF in step 1. It starts with https. -->'
  return [
    `<iframe title="Voter registration" data-vr-form${formatAttributes([['src', url]])} loading="lazy"`,
    `  sandbox="${frameSandbox}"`,
    '  style="width:100%;min-height:900px;border:0"></iframe>',
    `<script async${formatAttributes([['src', `${files}/frame.js`]])}></script>`,
  ].join('\n')
}

function createJsx(choices: SnippetChoices, { apiBase, officialUrl }: Places): string {
  const { partner, locale, theme, layout, kiosk } = choices
  const variables = Object.entries(getVariables(choices)).map(([token, value]) => `'${token}': '${value}'`)
  const appearance = [
    ...(theme === '' ? [] : [`theme: '${theme}'`]),
    ...(variables.length === 0 ? [] : [`variables: { ${variables.join(', ')} }`]),
  ]
  const props = [
    `apiBase=${quoteProp(apiBase)}`,
    ...(partner.trim() === '' ? [] : [`partner=${quoteProp(partner.trim())}`]),
    ...(locale === '' ? [] : [`locale="${locale}"`]),
    ...(appearance.length === 0 ? [] : [`appearance={{ ${appearance.join(', ')} }}`]),
    ...(layout === '' ? [] : [`layout="${layout}"`]),
    ...(kiosk === '' ? [] : [`kiosk={{ idleSeconds: ${kiosk} }}`]),
    `officialUrl=${quoteProp(officialUrl)}`,
  ]
  return [
    "'use client'",
    "import { VoterRegistration } from 'voter-registration'",
    "import 'voter-registration/styles.css'",
    '',
    'export function RegisterToVote() {',
    `  return (\n    <VoterRegistration\n${props.map((prop) => `      ${prop}`).join('\n')}\n    />\n  )\n}`,
  ].join('\n')
}

/** What is there without scripts: our own page, which needs none, and the official site. */
function createFallback({ partner }: SnippetChoices, { apiBase, officialUrl }: Places): string {
  const page = joinUrl(apiBase, partnerPath(bffPaths.page, partner.trim()))
  const [pageLink, officialLink] = [page, officialUrl].map((url) => `<a${formatAttributes([['href', url]])}>`)
  return `${pageLink}Register to vote</a> or ${officialLink}go to the official site</a>`
}

const toData = (attributes: readonly Attribute[]) =>
  attributes.map(([name, value]): Attribute => [`data-${name}`, value])

const formatAttributes = (attributes: readonly Attribute[]) =>
  attributes
    .map(([name, value]) => {
      const escapedValue = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
      return ` ${name}="${escapedValue}"`
    })
    .join('')

const quoteProp = (value: string) => (/["{\\]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`)

const getOrigin = (address: string) => (URL.canParse(address) ? new URL(address).origin : address)
