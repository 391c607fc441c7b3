/** A name for one form on the page: the prefix of its elements' ids, and the name of its autofill section. */
import { type RefObject, useId, useState } from 'react'
import { useBrowserLayoutEffect } from './effects.ts'
import { scopeOf } from './focus.ts'

/** `useId` is unique within one React root only; a page may have several, each with a form. So after mount a form that finds
 *  another one with its name takes a longer one. Forms in shadow roots do not find each other: they need `given`. */
export function useInstanceId(root: RefObject<HTMLElement | null>, given?: string): string {
  const made = `vr${useId().replaceAll(/\W/g, '')}`
  const id = given ?? made
  const [suffix, setSuffix] = useState('')
  useBrowserLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    const same = [...scopeOf(element).querySelectorAll(`[data-instance^="${id}"]`)].filter((other) => {
      const name = other.getAttribute('data-instance') ?? ''
      return other !== element && (name === id || name.startsWith(`${id}-`))
    })
    if (same.length > 0) setSuffix(`-${same.length + 1}`)
  }, [id, root])
  return id + suffix
}
