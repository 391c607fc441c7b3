/** Generates the code for what the QA page shows, exactly as a partner would write it. */
import type { SiteConfig } from '../server/site-config.ts'
import type { Choices } from './choices.ts'

/** Returns the form's props for the choices. The page renders with them, and {@link renderJsx} prints them. */
export function toProps(choices: Choices, apiBase: string) {
  return {
    apiBase,
    locale: choices.language,
    appearance: { theme: choices.theme, ...(choices.density === 'compact' && { density: choices.density }) },
    ...(choices.state !== 'none' && { prefill: { state: choices.state } }),
    linkTarget: choices.target,
    headingLevel: levels[choices.heading],
    ...(choices.layout === 'steps' && { layout: choices.layout }),
    ...(choices.review !== 'auto' && { review: choices.review === 'on' }),
    ...(choices.kiosk !== 'off' && { kiosk: { idleSeconds: Number(choices.kiosk) } }),
    ...(choices.partner !== 'none' && { partner: choices.partner }),
  }
}

const levels = { '1': 1, '2': 2, '3': 3, '4': 4, '5': 5, '6': 6 } as const

/** Returns the React source for the choices, without defaults. */
export function renderJsx(choices: Choices, apiBase: string): string {
  const { locale, appearance, prefill, linkTarget, headingLevel, layout, review, kiosk, partner } = toProps(
    choices,
    apiBase,
  )
  const appearanceEntries = [
    ...(appearance.theme === 'auto' ? [] : [`theme: '${appearance.theme}'`]),
    ...(appearance.density === undefined ? [] : [`density: '${appearance.density}'`]),
  ]
  const attributes = [
    `apiBase="${apiBase}"`,
    ...(locale === 'auto' ? [] : [`locale="${locale}"`]),
    ...(partner === undefined ? [] : [`partner="${partner}"`]),
    ...(appearanceEntries.length === 0 ? [] : [`appearance={{ ${appearanceEntries.join(', ')} }}`]),
    ...(prefill === undefined ? [] : [`prefill={{ state: '${prefill.state}' }}`]),
    ...(linkTarget === '_self' ? [] : [`linkTarget="${linkTarget}"`]),
    ...(headingLevel === 2 ? [] : [`headingLevel={${headingLevel}}`]),
    ...(layout === undefined ? [] : [`layout="${layout}"`]),
    ...(review === undefined ? [] : [`review={${review}}`]),
    ...(kiosk === undefined ? [] : [`kiosk={{ idleSeconds: ${kiosk.idleSeconds} }}`]),
  ]
  const form =
    attributes.length === 1
      ? [`<VoterRegistration ${attributes[0]} />`]
      : ['<VoterRegistration', ...attributes.map((attribute) => `  ${attribute}`), '/>']
  const column = choices.width === 'full' ? form : wrap(`<div style={{ maxWidth: ${choices.width} }}>`, form, '</div>')
  const page = choices.strict === 'on' ? wrap('<StrictMode>', column, '</StrictMode>') : column
  return [
    ...(choices.strict === 'on' ? ["import { StrictMode } from 'react'"] : []),
    "import { VoterRegistration } from 'voter-registration'",
    "import 'voter-registration/styles.css'",
    '',
    'export function RegisterToVote() {',
    ...(page.length === 1 ? [`  return ${page[0]}`] : ['  return (', ...page.map((line) => `    ${line}`), '  )']),
    '}',
  ].join('\n')
}

function wrap(open: string, lines: string[], close: string): string[] {
  return [open, ...lines.map((line) => `  ${line}`), close]
}

/**
 * Returns the commands that start a sandbox and a BFF like those of the page, for a POSIX shell.
 *
 * @param origin the page's own origin, which the BFF must allow
 */
export function renderCommands({ bff, sandbox, sandboxKey }: SiteConfig, origin: string): string {
  const [id = '', secret = ''] = sandboxKey.split(':')
  return [
    `PORT=${new URL(sandbox).port} npx --no voter-registration-sandbox`,
    '',
    [
      `UPSTREAM_URL=${sandbox}`,
      `API_KEY_ID=${id}`,
      `API_KEY_SECRET=${secret}`,
      `ALLOWED_ORIGINS=${origin}`,
      `PORT=${new URL(bff).port}`,
      'npx --no voter-registration-server bff',
    ].join(' \\\n  '),
  ].join('\n')
}
