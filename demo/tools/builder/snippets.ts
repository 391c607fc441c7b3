/** Generates the code that a partner copies, for each kind of page. */
import { bffPaths, joinUrl, partnerPath } from 'voter-registration/contract'
import { type HostedChoices, hostedAddress, hostedFrame, noChoices } from './hosted-choices.ts'
import { attributesOf, variablesOf } from './snippet-attributes.ts'
import { type OptionName, optionNames, type SnippetChoices, snippetOptions } from './snippet-options.ts'
import { jsonObjectOf } from './typed-values.ts'

/** The URLs in the code. */
export interface Places {
  /** Folder of the script files, for example `https://cdn.example.org/vr/0.2.0`. */
  files: string
  /** Hashes of the script files as in `integrity.json`. Default: tags without hashes. */
  integrity?: Readonly<Record<string, string>> | undefined
  /** Base URL of the BFF. */
  apiBase: string
  /** URL for registering without this form: the fallback. */
  officialUrl: string
}

/** The kinds of code, as the README names them. */
export const snippetKinds = {
  A: 'Any page: a script and a tag',
  B: 'An editor that removes unknown tags: a div with data attributes',
  C: 'One script tag, nothing else',
  D: 'A site builder that allows only frames',
  E: 'React or Next.js',
  F: 'WordPress, with the plugin',
} as const

/** `A` to `F`. */
export type SnippetKind = keyof typeof snippetKinds

/** Returns the code of one kind. */
export function snippetOf(kind: SnippetKind, chosen: SnippetChoices, places: Places): string {
  switch (kind) {
    case 'A':
      return [
        ...earlyLinks(chosen, places),
        ...scriptTags(chosen, places),
        '<style>voter-registration { display: block; min-height: 100vh }</style>',
        `<voter-registration${written(tagAttributes(chosen, places))}>`,
        `  ${fallback(chosen, places)}`,
        '</voter-registration>',
      ].join('\n')
    case 'B':
      return [
        `<div data-voter-registration${written(asData(attributesOf(chosen).filter(([name]) => !isPageOnly(name))))}>`,
        `  ${fallback(chosen, places)}`,
        '</div>',
      ].join('\n')
    case 'C':
      return [
        ...scriptTags(chosen, places).slice(1),
        scriptTag(places, formFile, asData(tagAttributes(chosen, places))),
      ].join('\n')
    case 'D':
      return frame(chosen, places)
    case 'E':
      return jsx(chosen, places)
    case 'F':
      return pluginSettings(chosen, places)
    default:
      return kind satisfies never
  }
}

/** Returns the attributes of the form's own tag. With the official site, the form's notice has a link where its settings do not
 *  load. */
function tagAttributes(chosen: SnippetChoices, { apiBase, officialUrl }: Places): [string, string][] {
  return [['api-base', apiBase], ...attributesOf(chosen), ['official-url', officialUrl]]
}

/** The script with the form. */
const formFile = 'voter-registration.js'
/** The script that adds facts about the voter's state to it. */
export const factsFile = 'voter-form-facts.js'

/** Returns the script tags: the form's first. */
function scriptTags(
  { facts }: Pick<SnippetChoices, 'facts'>,
  places: Places,
  setting: [string, string][] = [],
): string[] {
  return [scriptTag(places, formFile, setting), ...(facts === '' ? [] : [scriptTag(places, factsFile)])]
}

/** Returns the script tags that kind B needs once on the page, from a theme or a plugin. The form's has what authors of marked
 *  elements must not decide. */
export function pageScriptTags(chosen: SnippetChoices, places: Places): string[] {
  const setting = asData(tagAttributes(chosen, places).filter(([name]) => isPageOnly(name)))
  return scriptTags(chosen, places, [['data-bff', places.apiBase], ...setting])
}

/** Whether a marked element takes an attribute from the page's script tag alone. */
function isPageOnly(name: string): boolean {
  return /^(partner|messages|prefill-from-url|tracking-from-url|isolation|official-url)$/.test(name)
}

/** Returns links that preconnect to the BFF and preload the settings while the script loads. The URL must be the one that the
 *  form requests, or it is requested twice. */
function earlyLinks({ partner }: Pick<SnippetChoices, 'partner'>, { apiBase }: Places): string[] {
  const settings = joinUrl(apiBase, partnerPath(bffPaths.settings, partner.trim()))
  return [
    `<link rel="preconnect"${written([['href', originOf(apiBase)]])} crossorigin>`,
    `<link rel="preload"${written([['href', settings]])} as="fetch" crossorigin>`,
  ]
}

function scriptTag({ files, integrity }: Places, file: string, attributes: [string, string][] = []): string {
  const hash = integrity?.[file]
  const checked: [string, string][] = hash === undefined ? [] : [['integrity', hash]]
  return `<script async crossorigin="anonymous"${written([['src', `${files}/${file}`], ...checked, ...attributes])}></script>`
}

/** Returns what a page's content security policy, if any, has to allow. */
export function policyOf(kind: SnippetKind, { files, apiBase }: Places): string {
  const [script, bff] = [originOf(files), originOf(apiBase)]
  if (kind === 'D') return `script-src ${script}; frame-src ${bff}`
  // The plugin serves the script file from the site itself.
  if (kind === 'F') return `script-src 'self'; connect-src ${bff}`
  if (kind === 'E') return `connect-src ${bff}`
  return `script-src ${script}; connect-src ${bff}`
}

/** Returns the frame with the hosted page, as in section 5 of the builder and in the documentation. */
function frame(chosen: SnippetChoices, { apiBase, files }: Places): string {
  const address = hostedAddress(apiBase, pageChoicesOf(chosen))
  return address === undefined
    ? '<!-- Enter the address of your BFF in step 1. It starts with https. -->'
    : hostedFrame(address, files)
}

/** Returns the hosted page's parameters for the choices. */
export function pageChoicesOf({ partner, locale, layout, theme, kiosk }: SnippetChoices): HostedChoices {
  return { ...noChoices, partner, locale, layout, theme: theme === 'inherit' ? '' : theme, kiosk }
}

function jsx(chosen: SnippetChoices, { apiBase, officialUrl }: Places): string {
  const appearance = (['theme', 'density'] as const).filter((name) => chosen[name] !== '')
  const variables = Object.entries(variablesOf(chosen))
  const tracking = chosen.tracking !== '' || chosen.prefill !== ''
  const props = [
    `apiBase=${quoted(apiBase)}`,
    ...(chosen.partner.trim() === '' ? [] : [`partner=${quoted(chosen.partner.trim())}`]),
    ...(chosen.locale === '' ? [] : [`locale=${quoted(chosen.locale)}`]),
    ...(appearance.length === 0 && variables.length === 0
      ? []
      : [
          `appearance={{ ${[
            ...appearance.map((name) => `${name}: '${chosen[name]}'`),
            ...(variables.length === 0
              ? []
              : [`variables: { ${variables.map(([token, value]) => `'${token}': '${value}'`).join(', ')} }`]),
          ].join(', ')} }}`,
        ]),
    ...(chosen.layout === '' ? [] : [`layout=${quoted(chosen.layout)}`]),
    ...(chosen.isolation === '' ? [] : [`isolation=${quoted(chosen.isolation)}`]),
    ...(jsonObjectOf(chosen.messages) === undefined ? [] : [`messages={${chosen.messages.trim()}}`]),
    ...(chosen.heading === '' ? [] : [`headingLevel={${chosen.heading}}`]),
    ...(chosen.target === '' ? [] : [`linkTarget=${quoted(chosen.target)}`]),
    ...(chosen.subscriber === '' ? [] : ['subscriberOptIn={false}']),
    ...(chosen.kiosk === '' ? [] : [`kiosk={{ idleSeconds: ${chosen.kiosk} }}`]),
    `officialUrl=${quoted(officialUrl)}`,
  ]
  return [
    "'use client'",
    "import { VoterRegistration } from 'voter-registration'",
    "import 'voter-registration/styles.css'",
    '',
    'export function RegisterToVote() {',
    ...(tracking ? ['  // In React, your page reads the URL itself.'] : []),
    '  return (',
    '    <VoterRegistration',
    ...props.map((prop) => `      ${prop}`),
    '    />',
    '  )',
    '}',
  ].join('\n')
}

/** Returns the fields of the plugin's settings page, and the shortcode for a page that differs from them. */
function pluginSettings(chosen: SnippetChoices, { apiBase, officialUrl }: Places): string {
  const looks: Readonly<Record<string, string>> = { light: 'light', dark: 'dark' }
  const look = looks[chosen.theme] ?? 'site'
  const attributes = [
    ...(chosen.locale === '' ? [] : [`locale="${chosen.locale}"`]),
    ...(look === 'site' ? [] : [`look="${look}"`]),
    ...(chosen.partner.trim() === '' ? [] : [`partner="${escaped(chosen.partner.trim())}"`]),
    ...(chosen.heading === '' ? [] : [`heading_level="${chosen.heading}"`]),
  ]
  return [
    'Settings > Voter registration',
    `  Address of your BFF: ${apiBase}`,
    `  Official site:       ${officialUrl}`,
    `  Name of this form:   ${chosen.partner.trim() || '(empty)'}`,
    `  Language:            ${chosen.locale || "the page's"}`,
    `  Look:                ${look === 'site' ? "the site's colors and fonts" : look}`,
    '',
    'On a page: the block "Voter registration", or',
    `  [${['voter_registration', ...attributes].join(' ')}]`,
  ].join('\n')
}

/** What is there without scripts: our own page, which needs none, and the official site. */
function fallback(chosen: SnippetChoices, { apiBase, officialUrl }: Places): string {
  const own = `<a${written([['href', joinUrl(apiBase, partnerPath(bffPaths.page, chosen.partner.trim()))]])}>Register to vote</a>`
  return `${own} or <a${written([['href', officialUrl]])}>go to the official site</a>`
}

/** Adds the prefix `data-` to the names; one attribute already has it. */
function asData(attributes: [string, string][]): [string, string][] {
  return attributes.map(([name, value]) => [name.startsWith('data-') ? name : `data-${name}`, value])
}

function written(attributes: readonly (readonly [string, string])[]): string {
  return attributes.map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')
}

function quoted(value: string): string {
  return /["{\\]/.test(value) ? `{${JSON.stringify(value)}}` : `"${value}"`
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address
}

/** The options that a kind supports; kinds not listed support all. */
const known: Partial<Record<SnippetKind, readonly OptionName[]>> = {
  // Both include the facts, wherever the BFF has any.
  D: ['partner', 'locale', 'theme', 'layout', 'kiosk', 'facts'],
  E: [
    'partner',
    'locale',
    'theme',
    'density',
    'color',
    'surface',
    'text',
    'focus',
    'danger',
    'font',
    'radius',
    'layout',
    'isolation',
    'messages',
    'heading',
    'target',
    'subscriber',
    'kiosk',
    'facts',
  ],
  F: ['partner', 'locale', 'theme', 'heading', 'facts'],
}

/** Returns the labels of the choices that a kind does not support. */
export function notIn(kind: SnippetKind, chosen: SnippetChoices): string[] {
  return optionNames
    .filter((name) => chosen[name] !== '' && !isIn(kind, name, chosen))
    .map((name) => snippetOptions[name].label)
}

/** Returns the choices that a kind supports, with the others at their default. */
export function chosenIn(kind: SnippetKind, chosen: SnippetChoices): SnippetChoices {
  const left = optionNames.filter((name) => !isIn(kind, name, chosen)).map((name) => [name, ''])
  return { ...chosen, ...Object.fromEntries(left) }
}

function isIn(kind: SnippetKind, name: OptionName, { theme }: SnippetChoices): boolean {
  // Neither a frame nor a plugin knows the embedding page's `color-scheme`.
  if (name === 'theme' && theme === 'inherit') return kind !== 'D' && kind !== 'F'
  return known[kind]?.includes(name) ?? true
}
