/** Loads the rest of the form, `rest-of-form.ts`. */
import { loadedLater } from './loaded-later.ts'

/** The rest: one for all forms of a page. */
export const restOfForm = loadedLater(() => import('./rest-of-form.ts'))
