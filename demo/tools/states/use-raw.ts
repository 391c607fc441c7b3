/** Loads data for the page. */
import { useEffect, useState } from 'react'

/** The state of loading. */
export type Loaded<Value> = { type: 'loading' } | { type: 'ready'; value: Value } | { type: 'failed'; why: string }

/** Loads again whenever `load` changes; pass a memoized function. */
export function useRaw<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [latest, setLatest] = useState<{ of: () => Promise<Value>; state: Loaded<Value> }>()
  useEffect(() => {
    let here = true
    load().then(
      (value) => here && setLatest({ of: load, state: { type: 'ready', value } }),
      (error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        if (here) setLatest({ of: load, state: { type: 'failed', why } })
      },
    )
    return () => {
      here = false
    }
  }, [load])
  return latest?.of === load ? latest.state : { type: 'loading' }
}
