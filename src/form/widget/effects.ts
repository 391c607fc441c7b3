/** React hooks: isomorphic layout effect, latest ref, hydration. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** `useLayoutEffect` in a browser; React 18 warns about it on a server. */
export const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** A ref to the latest value, for effects and callbacks that must not depend on it. */
export function useLatestRef<Value>(value: Value): Readonly<RefObject<Value>> {
  const ref = useRef(value)
  useIsomorphicLayoutEffect(() => {
    ref.current = value
  })
  return ref
}

const neverChanges = () => () => undefined

/** False on a server and during hydration. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
