/** Runs the checks for site owners, who open the page with `?vr-diagnose`. */
import type { Diagnosis } from './diagnose.ts'

/** Whether the page's address requests the checks. */
export function isDiagnosing(): boolean {
  return new URLSearchParams(location.search).has('vr-diagnose')
}

/** Logs the results of the checks to the console, if the page's address requests them. */
export async function printDiagnosis(element: { diagnose(): Promise<Diagnosis> }): Promise<void> {
  if (!isDiagnosing()) return
  const { checks } = await element.diagnose()
  for (const { ok, text } of checks) console.log(`<voter-registration> ${ok ? 'ok' : 'PROBLEM'}: ${text}`)
}
