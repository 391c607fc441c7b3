/** A part of the program that is loaded when it is needed. */
import { useCallback, useState } from 'react'
import { useBrowserEffect } from '../browser-effect.ts'

/** A part, and how far its loading is. */
export interface LoadedLater<Part> {
  /** Loads it, once. Never rejects: a part that is lost on the way is asked for again by the next call. */
  load(): Promise<void>
  loaded(): Part | undefined
}

/** @param bring imports the part, for example `() => import('./answer-facts.tsx')` */
export function loadedLater<Part>(bring: () => Promise<Part>): LoadedLater<Part> {
  let part: Part | undefined
  let loading: Promise<void> | undefined
  return {
    loaded: () => part,
    load() {
      loading ??= bring().then(
        (brought) => {
          part = brought
        },
        () => {
          loading = undefined
        },
      )
      return loading
    },
  }
}

/**
 * The part, once it is there.
 *
 * @returns `lost` when it could not be loaded; `undefined` before, and in what a server renders
 */
export function useLoaded<Part>(later: LoadedLater<Part>, isWanted: boolean): Part | 'lost' | undefined {
  const [state, setState] = useState<{ part: Part | 'lost' }>()
  const take = useCallback(() => {
    const part = later.loaded()
    setState({ part: part ?? 'lost' })
  }, [later])
  useBrowserEffect(() => {
    if (!isWanted) return undefined
    if (later.loaded() !== undefined) {
      take()
      return undefined
    }
    let here = true
    void later.load().then(() => {
      if (here) take()
    })
    return () => {
      here = false
    }
  }, [later, isWanted, take])
  return state?.part
}
