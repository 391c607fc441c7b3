/** What one script file lends another, so that both draw into one form with one copy of React. Whatever is not in it,
 *  each file brings along itself. Both are of one version: nothing here has to stay as it is. */
import type * as jsx from 'react/jsx-runtime'
import type * as hookForm from 'react-hook-form'
import type * as formTools from '../../widget/inputs/form-tools.ts'
import type * as answerText from '../../widget/screens/answer-text.tsx'
import type { reactPart } from './react-part.ts'

/** The library, by the modules that it stands for; the build's settings hold the same list. */
export interface Library {
  react: typeof reactPart
  jsx: Pick<typeof jsx, 'Fragment' | 'jsx' | 'jsxs'>
  /** Markdown as safely as the answer's: its parser is the largest part of both files. */
  answerText: Pick<typeof answerText, 'AnswerText'>
  /** Left out where there is no form. */
  hookForm?: Pick<typeof hookForm, 'useWatch'>
  formTools?: Pick<typeof formTools, 'idOf' | 'useFormTools'>
}

/** Makes parts of the form from a library, by name. */
export type MakeParts = (library: Library) => Readonly<Record<string, unknown>>
