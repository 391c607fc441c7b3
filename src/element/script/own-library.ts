/** The library of a further script file that stands alone on its page. */
import type { Library } from './library.ts'
import { jsxPart, reactPart } from './react-part.ts'

/** There is no form, so nothing of a form's. */
export const ownLibrary: Library = { react: reactPart, jsx: jsxPart }
