/** What the form begins with: nothing, and what the page has prefilled. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Prefill } from '../options.ts'
import { useLatest } from '../use-latest.ts'
import { emptyValues, type FormValues } from './form-values.ts'
import { readPrefill } from './prefill.ts'

/** See {@link useInitialValues}. */
export interface InitialValues {
  values: FormValues
  /** How often the form has begun anew. */
  round: number
  /** Begins anew, with the page's latest prefill, and gives it. */
  again: () => FormValues
}

/**
 * Later prefills change nothing by themselves: see the handle's `setPrefill`. Unusable ones are warned of once, by name.
 *
 * @param typed what the voter has sent to a server that shows the form again: as typed, in place of a prefill
 */
export function useInitialValues(prefill: Prefill | undefined, typed?: FormValues): InitialValues {
  const latest = useLatest(prefill)
  const [begin, setBegin] = useState(() => ({ ...readPrefill(prefill ?? {}), round: 0 }))
  const { unusable } = begin
  const isWarned = useRef(false)
  useEffect(() => {
    if (isWarned.current || unusable.length === 0) return
    isWarned.current = true
    warnOfUnusable(unusable)
  }, [unusable])
  const [values, setValues] = useState<FormValues>(() => typed ?? { ...emptyValues, ...begin.values })
  const again = useCallback(() => {
    const read = readPrefill(latest.current ?? {})
    const fresh = { ...emptyValues, ...read.values }
    setBegin((before) => ({ ...read, round: before.round + 1 }))
    setValues(fresh)
    return fresh
  }, [latest])
  return { values, round: begin.round, again }
}

/** Names only: values are personal. */
export function warnOfUnusable(names: readonly string[]): void {
  console.warn(
    `voter-registration: prefill of ${names.join(', ')} was left out: no such field, or no usable value. Consent cannot be prefilled.`,
  )
}
