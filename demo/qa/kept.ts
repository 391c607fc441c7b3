/** What the QA page keeps in the tab: the log, so that it survives a press of a button that leads to another page. */

const prefix = 'qa-'

/** Returns what was kept under a name; `otherwise` without it, and where the browser keeps nothing. */
export function readKept<Value>(name: string, otherwise: Value): Value {
  try {
    const text = sessionStorage.getItem(prefix + name)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this page wrote it.
    return text === null ? otherwise : (JSON.parse(text) as Value)
  } catch {
    return otherwise
  }
}

/** Keeps a value, if the browser can. */
export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Full, or forbidden: the page works without it.
  }
}

/** Removes what the forms of this tab have kept. */
export function forgetForms(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (!name.startsWith(prefix)) sessionStorage.removeItem(name)
  } catch {
    // Forbidden: then nothing is kept.
  }
}
