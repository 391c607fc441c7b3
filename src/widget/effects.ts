/** Effects that run before the browser paints, and are silent on a server. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** `useLayoutEffect` in a browser; on a server React 18 would warn about it. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** A ref that holds the value of the last render: for what changes with every render, and is no reason for anything to run
 *  again. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useBrowserLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
