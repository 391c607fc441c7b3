/** Stands in for `widget/loaded-later.ts` in the script file, which is one file: every part is there from the start. The
 *  build puts it in as `here`. */
import type { LoadedLater } from '../../../widget/loaded-later.ts'

/** The part as it is. */
export function loadedLater<Part>(_: unknown, here: Part): LoadedLater<Part> {
  return { loaded: () => here, load: async () => undefined, use: (run) => run(here) }
}

/** The part, where it is wanted. */
export function useLoaded<Part>(later: LoadedLater<Part>, isWanted: boolean): Part | undefined {
  return isWanted ? later.loaded() : undefined
}
