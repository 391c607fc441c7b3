/** Whether this page reaches the BFF, and if not, which of the usual reasons it is. */
import type { DiagnosisCheck } from './diagnosis.ts'

/** Asks for the settings as the form does. Never rejects. */
export async function checkBff(apiBase: string | undefined): Promise<DiagnosisCheck[]> {
  if (apiBase === undefined || !URL.canParse(apiBase, location.href)) {
    return [{ id: 'settings', ok: false, text: 'Set api-base to the address of your BFF.' }]
  }
  const url = new URL(`${apiBase.replace(/\/+$/, '')}/settings`, location.href)
  const blocked = new Set<string>()
  const note = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (blockedURI.startsWith(url.origin)) blocked.add(effectiveDirective)
  }
  document.addEventListener('securitypolicyviolation', note)
  const reached = await answers(url, 'cors')
  const isThere = reached === undefined ? await answers(url, 'no-cors') : reached
  // Violations are reported in a task of their own.
  await new Promise((resolve) => setTimeout(resolve, 50))
  document.removeEventListener('securitypolicyviolation', note)
  if (blocked.size > 0) {
    const text = `This page's content security policy blocks the BFF. Add ${url.origin} to its connect-src; where it has none, add: connect-src 'self' ${url.origin}`
    return [{ id: 'policy', ok: false, text }]
  }
  const policy: DiagnosisCheck = {
    id: 'policy',
    ok: true,
    text: `The content security policy lets ${url.origin} through.`,
  }
  return [policy, { id: 'bff', ok: reached === 200, text: sentence(url, reached, isThere) }]
}

/** Stands for a page where settings were expected. */
const somethingElse = -1

function sentence(url: URL, reached: number | undefined, isThere: number | undefined): string {
  if (reached === somethingElse) return `Something else than the BFF answers at ${url.href}. Check api-base.`
  if (reached === 200) return `The BFF at ${url.origin} answers this page.`
  if (reached !== undefined) return `The BFF answered ${reached} to ${url.href}. Check api-base and the BFF's log.`
  if (isThere === undefined) return `Nothing answers at ${url.href}. Check api-base, and whether the BFF runs.`
  const { origin } = globalThis
  return origin === 'null'
    ? 'The BFF does not let this page in, since a sandboxed frame hides where it comes from. Give the frame allow-same-origin.'
    : `The BFF does not let this page in. Add ${origin} to its ALLOWED_ORIGINS.`
}

/** The status, 0 for one that may not be read, `undefined` when there was no answer. */
async function answers(url: URL, mode: RequestMode): Promise<number | undefined> {
  try {
    const { status, headers } = await fetch(url, { mode, credentials: 'omit', cache: 'no-store' })
    return status === 200 && headers.get('Content-Type')?.includes('json') !== true ? somethingElse : status
  } catch {
    return undefined
  }
}
