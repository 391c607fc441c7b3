/** The form of the script file, made when the first one is shown: where a page has changed the language's own objects so
 *  that it cannot be made, the element is there all the same and keeps the page's fallback. A bundler's own way for this,
 *  wrapping each module, costs 3 kB. */
import { addLook } from '../../widget/styles/stylesheet.ts'
import type * as inside from './form-inside.ts'
import makeForm from './form-inside.ts?inside'
import type { MakeParts } from './library.ts'

const waiting: MakeParts[] = []
const taken = new Set<string>()
let form: typeof inside | undefined

/** The form. Throws when it cannot be made on this page. */
export function formOnce(): typeof inside {
  if (form !== undefined) return form
  form = makeForm() as typeof inside
  for (const make of waiting.splice(0)) form.takeParts(make)
  return form
}

/**
 * Takes parts of the form and the rules for them from a further script file: at once, or when there is a form.
 *
 * @param what names the parts: another file may have brought them already
 */
export function takeParts(what: string, make: MakeParts, look: string): void {
  if (taken.has(what)) return
  taken.add(what)
  addLook(look)
  if (form === undefined) waiting.push(make)
  else form.takeParts(make)
}
