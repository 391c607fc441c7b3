/** What `GET /words/{language}` answers: the form's texts in a language, as data. */
import * as z from 'zod/mini'
import { Wording } from './bff-api.ts'

const { language: _language, version: _version, template: _template, ...texts } = Wording.shape

/** A wording in words that nobody agrees to: shown beside the approved one, for those who do not read its language. */
export const WordingTranslation = z.object({
  /** The `template`s, or versions, of the wordings that it is a translation of; beside any other it is not shown. */
  of: z.array(z.string()),
  /** Names these words: a hash of them. Sent back with the consent. */
  version: z.optional(z.string()),
  /** Says in the reader's language that this is a translation. */
  heading: z.string(),
  /** Says in the reader's language which text is the one that is agreed to. */
  note: z.string(),
  ...texts,
})
export type WordingTranslation = z.infer<typeof WordingTranslation>

/** The `template`s of the package's own English wording, with and without the partner's text messages: our translations are
 *  of these exact words. A test holds them to the words. */
export const ourEnglishWordings: readonly string[] = ['en-f647c6f6', 'en-596159fb']
