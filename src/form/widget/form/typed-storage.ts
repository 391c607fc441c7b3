/** What was typed, kept in the tab: the one thing that a form puts into `sessionStorage`. Never the checkboxes of consent. A
 *  storage that is missing, full or forbidden changes nothing. */
import { type FormField, type FormValues, textFields } from './fields.ts'

const prefix = 'voter-registration:'

/** How long it is kept after the last change, in milliseconds. */
const lifetime = 30 * 60_000

/** The places that the forms on this page have. */
const taken = new Set<string>()

let expiry: ReturnType<typeof setTimeout> | undefined

export type TypedTexts = readonly (readonly [field: FormField, text: string])[]

/** The place of one form in the tab's storage. */
export interface TypedStorage {
  /** Returns what was typed; nothing when there is none, or it is too old. */
  read: () => TypedTexts
  /** Replaces it, and begins its 30 minutes. */
  save: (values: FormValues) => void
  forget: () => void
  /** Leaves the place to the next form; what is kept stays. */
  release: () => void
}

/**
 * Opens the place of a form. Several forms of one page have one each, in the order in which they open it.
 *
 * @param partner the form's partner: it has forms of its own
 */
export function openTypedStorage(partner = ''): TypedStorage {
  const base = `${prefix}${location.pathname} ${partner}`
  let key = base
  for (let number = 2; taken.has(key); number++) key = `${base} ${number}`
  taken.add(key)
  return {
    read: () => readAt(key) ?? [],
    save(values) {
      const texts = textFields.map((field) => [field, values[field]])
      use((storage) => storage.setItem(key, JSON.stringify({ at: Date.now(), ...Object.fromEntries(texts) })))
      clearTimeout(expiry)
      // The page may stay open long after it, with the form or without.
      expiry = setTimeout(sweepTyped, lifetime)
    },
    forget: () => use((storage) => storage.removeItem(key)),
    release: () => void taken.delete(key),
  }
}

/**
 * Removes what is too old, of all forms.
 *
 * @param isShared whether many voters use this device: then everything is removed
 */
export function sweepTyped(isShared = false): void {
  use((storage) => {
    for (const key of Object.keys(storage)) {
      if (key.startsWith(prefix) && (isShared || readAt(key) === undefined)) storage.removeItem(key)
    }
  })
}

/** Returns what a key holds; `undefined` when it is no longer readable, or too old. */
function readAt(key: string): TypedTexts | undefined {
  const kept = use((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null'))
  if (typeof kept !== 'object' || kept === null) return undefined
  const read = new Map<string, unknown>(Object.entries(kept))
  const age = Date.now() - Number(read.get('at'))
  // A clock that was put back must not make it stay.
  if (!(age >= 0 && age < lifetime)) return undefined
  return textFields.flatMap((field) => {
    const text = read.get(field)
    return typeof text === 'string' ? [[field, text] as const] : []
  })
}

/** A browser may have no storage, or forbid it: some throw, in some it is `null`. What is in it may have been written by another
 *  program. */
function use<Result>(task: (storage: Storage) => Result): Result | undefined {
  try {
    return task(sessionStorage)
  } catch {
    return undefined
  }
}
