/** The response of `GET /words/{language}`: the form's texts in a language, as data. */
import * as z from 'zod/mini'
import { Wording } from './bff-api.ts'

const { language: _language, version: _version, template: _template, ...texts } = Wording.shape

/** A translation of a wording: shown beside the approved one for readers of another language. No one agrees to it. */
export const WordingTranslation = z.object({
  /** The `template`s, or versions, of the wordings that it translates; beside any other it is not shown. */
  of: z.array(z.string()),
  /** Identifies these words: a hash of them. Sent back with the consent. */
  version: z.optional(z.string()),
  heading: z.string(),
  /** Tells in the reader's language which text is the binding one. */
  note: z.string(),
  ...texts,
})
export type WordingTranslation = z.infer<typeof WordingTranslation>

/** Of the package's own English, with and without the partner's text messages: our translations belong to these exact words. */
export const ourEnglishWordings: readonly string[] = ['en-f647c6f6', 'en-596159fb']
