/** Looks for what may be wrong with a page around the form, and says it in sentences that a site owner understands. */
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
  const { apiBase, version, others } = options
  const checks: DiagnosisCheck[] = [
    ...(await checkBff(apiBase)),
    checkScripts(),
    checkVersions(version, others),
    checkFrame(),
  ]
  return { version, ok: checks.every(({ ok }) => ok), checks }
}

async function checkBff(apiBase: string | undefined): Promise<DiagnosisCheck[]> {
  if (apiBase === undefined) {
    return [{ id: 'settings', ok: false, text: 'Set api-base to the address of your BFF.' }]
  }
  const url = new URL(`${apiBase.replace(/\/+$/, '')}/settings`, location.href)
  const blocked = new Set<string>()
  const note = (event: SecurityPolicyViolationEvent) => void blocked.add(event.effectiveDirective)
  document.addEventListener('securitypolicyviolation', note)
  const reached = await answers(url, 'cors')
  const isThere = reached === undefined ? await answers(url, 'no-cors') : reached
  // Violations are told in a task of their own.
  await new Promise((resolve) => setTimeout(resolve, 50))
  document.removeEventListener('securitypolicyviolation', note)
  if (blocked.size > 0) {
    return [
      {
        id: 'policy',
        ok: false,
        text: `This page's content security policy blocks the BFF. Add this to it: connect-src ${url.origin}`,
      },
    ]
  }
  const policy: DiagnosisCheck = {
    id: 'policy',
    ok: true,
    text: `The content security policy lets ${url.origin} through.`,
  }
  if (reached === 200) return [policy, { id: 'bff', ok: true, text: `The BFF at ${url.origin} answers this page.` }]
  if (reached !== undefined) {
    return [
      policy,
      { id: 'bff', ok: false, text: `The BFF answered ${reached} to ${url.href}. Check api-base and the BFF's log.` },
    ]
  }
  const text =
    isThere === undefined
      ? `Nothing answers at ${url.href}. Check api-base, and whether the BFF runs.`
      : `The BFF does not let this page in. Add ${origin()} to its ALLOWED_ORIGINS.`
  return [policy, { id: 'bff', ok: false, text }]
}

/** The status, 0 for one that may not be read, `undefined` when there was no answer. */
async function answers(url: URL, mode: RequestMode): Promise<number | undefined> {
  try {
    const { status } = await fetch(url, { mode, credentials: 'omit', cache: 'no-store' })
    return status
  } catch {
    return undefined
  }
}

function origin(): string {
  return globalThis.origin === 'null'
    ? 'null (this page is in a sandboxed frame; give the frame allow-same-origin)'
    : globalThis.origin
}

function checkScripts(): DiagnosisCheck {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src*="voter-registration"]')]
  const ok = scripts.length < 2
  const text = ok
    ? 'The script is on this page once.'
    : `The script is on this page ${scripts.length} times. Keep one of: ${scripts.map(({ src }) => src).join(', ')}`
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

function checkFrame(): DiagnosisCheck {
  if (globalThis.origin !== 'null') return { id: 'frame', ok: true, text: 'This page is not in a sandboxed frame.' }
  return {
    id: 'frame',
    ok: false,
    text: 'This page is in a sandboxed frame, which the BFF cannot recognize. Give the frame sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox".',
  }
}
