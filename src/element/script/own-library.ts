/** The library of a further script file on a page without a form, and what draws with it. */
import { createRoot } from 'react-dom/client'
import { AnswerText } from '../../widget/screens/answer-text.tsx'
import type { Library } from './library.ts'
import { jsxPart, reactPart } from './react-part.ts'

/** There is no form, so nothing of a form's. */
export const ownLibrary: Library = { react: reactPart, jsx: jsxPart, answerText: { AnswerText } }

export { createRoot }
