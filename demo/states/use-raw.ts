/** Something that is loaded for the page. */
import { useEffect, useState } from 'react'

/** How far it is. */
export type Loaded<Value> = { at: 'loading' } | { at: 'ready'; value: Value } | { at: 'failed'; why: string }

/** Loads again whenever `load` is another function; give it one that stays the same. */
export function useRaw<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [latest, setLatest] = useState<{ of: () => Promise<Value>; state: Loaded<Value> }>()
  useEffect(() => {
    let here = true
    load().then(
      (value) => here && setLatest({ of: load, state: { at: 'ready', value } }),
      (error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        if (here) setLatest({ of: load, state: { at: 'failed', why } })
      },
    )
    return () => {
      here = false
    }
  }, [load])
  return latest?.of === load ? latest.state : { at: 'loading' }
}
