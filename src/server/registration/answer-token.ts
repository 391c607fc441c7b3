/** Token for a stored answer, with which a voter's browser can request it again: sealed, and without personal data. */
import * as z from 'zod/mini'
import type { SealedBox } from '../crypto/provider.ts'

const TokenContent = z.object({
  /** The idempotency key of its form. */
  key: z.string(),
  /** The partner whose form it was, if it is one of the partners file. */
  partner: z.optional(z.string()),
  /** When it expires, in milliseconds since 1970. */
  until: z.number(),
})
/** The content of a token. */
export type AnswerToken = z.infer<typeof TokenContent>

/**
 * Writes and reads answer tokens.
 *
 * @param now milliseconds since 1970
 */
export function answerTokens(box: SealedBox, now: () => number) {
  return {
    /** Returns the token as URL-safe text. */
    write: (name: AnswerToken): Promise<string> => box.close(JSON.stringify(name), 'again'),
    /** Returns `undefined` for a token that was not written here, or has expired. */
    read: async (text: string): Promise<AnswerToken | undefined> => {
      const content = await box.open(text, 'again')
      const name = content === undefined ? undefined : TokenContent.parse(JSON.parse(content))
      return name === undefined || name.until <= now() ? undefined : name
    },
  }
}
