/** The checks for site owners, who open the page with `?vr-diagnose`. */
import type { Diagnosis } from './diagnose.ts'

/** Whether the page's address asks for the checks. */
export function isDiagnosing(): boolean {
  return new URLSearchParams(location.search).has('vr-diagnose')
}

/** Writes what the checks find into the console, where the page's address asks for it. */
export async function printDiagnosis(element: { diagnose(): Promise<Diagnosis> }): Promise<void> {
  if (!isDiagnosing()) return
  const { checks } = await element.diagnose()
  for (const { ok, text } of checks) console.log(`<voter-registration> ${ok ? 'ok' : 'PROBLEM'}: ${text}`)
}
