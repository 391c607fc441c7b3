/** Saves the log in the tab, so that it survives navigation to another page and back. */

const prefix = 'qa-'

/** Returns what was kept under a name; `otherwise` without it, and where the browser keeps nothing. */
export function readSaved<Value>(name: string, fallback: Value): Value {
  try {
    const text = sessionStorage.getItem(prefix + name)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this page wrote it.
    return text === null ? fallback : (JSON.parse(text) as Value)
  } catch {
    return fallback
  }
}

/** Saves a value, if the browser can. */
export function save(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(value))
  } catch {
    // Full, or forbidden: the page works without it.
  }
}

/** Removes what the forms of this tab have saved. */
export function clearForms(): void {
  try {
    for (const name of Object.keys(sessionStorage)) if (!name.startsWith(prefix)) sessionStorage.removeItem(name)
  } catch {
    // Forbidden: then nothing is saved.
  }
}
