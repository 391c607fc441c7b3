/** The element's states, for the page's style sheet. */
import type { Status } from '../widget/options.ts'

/** Sets which of `:state(submitting)`, `:state(result)` and `:state(error)` there is; nothing in browsers without states (before 2024). */
export function showStatus(states: CustomStateSet | undefined, status: Status): void {
  for (const name of ['submitting', 'result', 'error']) {
    if (status === name) states?.add(name)
    else states?.delete(name)
  }
}
