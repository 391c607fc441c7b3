/** Effects that run before the browser paints, without a warning on a server. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** `useLayoutEffect` in a browser; on a server React 18 would warn about it. */
export const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** A ref to the value of the last render, for one that changes each time but must not make anything run again. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useBrowserLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

const neverChanges = () => () => undefined

/** Whether our script runs on what is rendered: false on a server, and while its HTML is taken over. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
