/** What a phone's keyboard writes on its Enter key. */
import { type RefObject, useEffect } from 'react'

/** Marks the lines of text that are on the screen: each but the last leads to the next. Set by script, since the first screen has
 *  to stay small. */
export function useEnterHints(form: RefObject<HTMLFormElement | null>): void {
  // After each render: another step has other lines.
  useEffect(() => {
    const lines = [...(form.current?.querySelectorAll<HTMLInputElement>('.vr-group:not([hidden]) .vr-input') ?? [])]
    for (const line of lines) line.enterKeyHint = line === lines.at(-1) ? 'go' : 'next'
  })
}
