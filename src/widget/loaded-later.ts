/** A part of the program that is loaded when it is needed. */
import { useCallback, useState } from 'react'
import { useBrowserEffect } from './browser-effect.ts'

/** A part, and how far its loading is. */
export interface LoadedLater<Part> {
  /** Loads it, once. Never rejects: a part that is lost on the way is asked for again by the next call. */
  load(): Promise<void>
  loaded(): Part | undefined
  /** Does something with it: at once where it is there, else when it has come. Nothing where it is lost. */
  use(run: (part: Part) => void): void
}

/**
 * @param bring imports the part. Write it as `loadedLater(() => import('./rest-of-form.ts'))`: the build of the script
 * file knows it by that
 * @param here the part, where it is in the same file
 */
export function loadedLater<Part>(bring: () => Promise<Part>, here?: Part): LoadedLater<Part> {
  let part = here
  let loading = here === undefined ? undefined : Promise.resolve()
  const load = () => {
    loading ??= bring().then(
      (brought) => {
        part = brought
      },
      () => {
        loading = undefined
      },
    )
    return loading
  }
  return {
    load,
    loaded: () => part,
    use(run) {
      if (part !== undefined) run(part)
      else void load().then(() => part !== undefined && run(part))
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
