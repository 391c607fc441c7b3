/** Names a kept answer, so that a voter's browser can ask for it again: sealed, and with nothing personal in it. */
import * as z from 'zod/mini'
import type { SealedBox } from '../crypto/provider.ts'

const TokenContent = z.object({
  /** The idempotency key of its form. */
  key: z.string(),
  /** The partner whose form it was, where it was one of a file. */
  partner: z.optional(z.string()),
  /** When it is gone, in milliseconds since 1970. */
  until: z.number(),
})
/** What stands in such a name. */
export type AnswerToken = z.infer<typeof TokenContent>

/**
 * Writes and reads names of answers.
 *
 * @param now milliseconds since 1970
 */
export function answerTokens(box: SealedBox, now: () => number) {
  return {
    /** URL-safe text. */
    write: (name: AnswerToken): Promise<string> => box.close(JSON.stringify(name), 'again'),
    /** `undefined` for anything that was not written here, or is too old. */
    read: async (text: string): Promise<AnswerToken | undefined> => {
      const content = await box.open(text, 'again')
      const name = content === undefined ? undefined : TokenContent.parse(JSON.parse(content))
      return name === undefined || name.until <= now() ? undefined : name
    },
  }
}
