/** Looks for what may be wrong with a page around the form, and says it in sentences that a site owner understands. */
import { canMeasure, unreadableColors } from '../widget/styles/contrast-audit.ts'
import { checkBff } from './check-bff.ts'
import { checkFrame } from './check-frame.ts'
import type { Diagnosis, DiagnosisCheck } from './diagnosis.ts'

/** What is looked at. */
export interface DiagnoseOptions {
  apiBase: string | undefined
  version: string
  /** Versions of other copies on this page. */
  others: readonly string[]
  /** The form's root, if it is on the page. */
  root: HTMLElement | null
}

/** Never rejects: what cannot be found out is said too. */
export async function diagnose(options: DiagnoseOptions): Promise<Diagnosis> {
  const { apiBase, version, others, root } = options
  const checks: DiagnosisCheck[] = [
    ...(await checkBff(apiBase)),
    checkScripts(),
    checkVersions(version, others),
    checkFrame(),
    checkStorage(),
    checkPage(),
    checkSecure(),
    checkContrast(root),
    ...checkLook(root),
  ]
  return { version, ok: checks.every(({ ok }) => ok), checks }
}

function checkScripts(): DiagnosisCheck {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
    .map(({ src }) => src)
    .filter((src) => /\/voter-registration(\.module)?\.js([?#]|$)/.test(src))
  const ok = scripts.length < 2
  const text = ok
    ? 'The script is on this page once.'
    : `The script is on this page ${scripts.length} times. Keep one of: ${scripts.join(', ')}`
  return { id: 'scripts', ok, text }
}

function checkVersions(version: string, others: readonly string[]): DiagnosisCheck {
  return others.length === 0
    ? { id: 'version', ok: true, text: `Version ${version} is the only one on this page.` }
    : {
        id: 'version',
        ok: false,
        text: `Version ${version} is in use, but this page loads ${others.join(' and ')} too. Keep one of them.`,
      }
}

/** With `isolation="none"` the sheet is on a list of the document's, which any script of the page may write anew. */
function checkLook(root: HTMLElement | null): DiagnosisCheck[] {
  if (root === null || getComputedStyle(root).containerType === 'inline-size') return []
  const text =
    'A script of this page has taken the form’s style sheet away. Let it add to document.adoptedStyleSheets, not replace the list; or leave isolation="none" out.'
  return [{ id: 'look', ok: false, text }]
}

/** Some privacy settings and frames forbid it; reading it then throws. */
function checkStorage(): DiagnosisCheck {
  let isBlocked = false
  try {
    isBlocked = localStorage.length < 0
  } catch {
    isBlocked = true
  }
  const text = isBlocked
    ? 'This browser keeps storage and cookies from this page. The form needs neither: nothing to do.'
    : 'Storage is not blocked here. The form uses none of it, and no cookies.'
  return { id: 'storage', ok: true, text }
}

/** Old scripts add to the language's own objects, in ways that turn up in everybody else's loops. */
function checkPage(): DiagnosisCheck {
  const added: string[] = []
  for (const name in {}) added.push(`Object.prototype.${name}`)
  for (const [name, prototype] of [['Array', Array.prototype] as const, ['String', String.prototype] as const]) {
    if (Reflect.has(prototype, 'toJSON')) added.push(`${name}.prototype.toJSON`)
  }
  return added.length === 0
    ? { id: 'page', ok: true, text: 'No script of this page has changed the language’s own objects.' }
    : {
        id: 'page',
        ok: false,
        text: `A script of this page has added ${added.join(' and ')}, which breaks other scripts. Old versions of Prototype.js and MooTools do that: update or remove them, or use the iframe.`,
      }
}

function checkSecure(): DiagnosisCheck {
  return isSecureContext
    ? { id: 'secure', ok: true, text: 'This page came over an encrypted connection.' }
    : {
        id: 'secure',
        ok: false,
        text: 'This page came over http, so anybody on the way can read what voters type. Send visitors to https.',
      }
}

function checkContrast(root: HTMLElement | null): DiagnosisCheck {
  const found = root === null || !canMeasure() ? [] : unreadableColors(root)
  if (found.length === 0) return { id: 'contrast', ok: true, text: 'The form’s colors can be read well.' }
  const list = found.map(({ token, was, now, ratio, least }) =>
    was === undefined
      ? `--vr-${token} is no color, so ${now} is used`
      : `--vr-${token}: ${was} has a contrast of ${ratio.toFixed(1)} : 1 and needs ${least} : 1, so ${now} is used`,
  )
  return {
    id: 'contrast',
    ok: false,
    text: `Some of this page's colors are too hard to read on the form. Choose others, with light-dark(…, …) for the two themes: ${list.join('; ')}.`,
  }
}
