/** The latest value of something that changes with every render, without being a reason for anything to run again. */
import { type RefObject, useRef } from 'react'
import { useBrowserEffect } from './browser-effect.ts'

/** A ref that holds the value of the last render. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value)
  useBrowserEffect(() => {
    latest.current = value
  })
  return latest
}
