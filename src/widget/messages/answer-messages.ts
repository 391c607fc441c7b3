/** The texts of the answer screen. */
import type { Words } from './catalogue.ts'

/** Every text of the answer screen, by key. */
export type AnswerWords = Words['answer']
