/** The parts of `facts-inside.ts`, made once for each library. */
import type * as inside from './facts-inside.ts'
import make from './facts-inside.ts?sharing'
import type { Library } from './library.ts'

/** Makes them. */
export function makeFacts(library: Library): typeof inside {
  return make(library) as typeof inside
}
