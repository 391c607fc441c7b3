/** The texts of the answer screen. */
import type { Words } from './words.ts'

/** Every text of the answer screen, by key. */
export type AnswerWords = Words['answer']
