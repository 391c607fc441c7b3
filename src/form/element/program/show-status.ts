/** The element's custom states, for the page's style sheet. */
import type { Status } from '../../widget/options.ts'

/** Sets one of `:state(submitting)`, `:state(result)`, `:state(error)`, or none; needs a browser with states (since 2024). */
export function showStatus(states: CustomStateSet | undefined, status: Status): void {
  for (const name of ['submitting', 'result', 'error']) {
    if (status === name) states?.add(name)
    else states?.delete(name)
  }
}
