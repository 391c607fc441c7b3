/** Keeps what was shown: each text once. */
import type { WordingStore } from '../store/store.ts'
import type { ConsentTexts } from './consent-texts.ts'
import { type ShownText, writeBlocks } from './shown-text.ts'

/** Resolves when a text is kept; rejects when the storage fails, and then nothing may be sent. */
export type KeepText = (text: ShownText) => Promise<void>

/** Asks the store once for each text: from then on this process knows that it is kept. */
export function keepTexts(wordings: WordingStore, now: () => number): KeepText {
  const kept = new Set<string>()
  return async ({ version, language, blocks }) => {
    if (kept.has(version)) return
    await wordings.keep({ version, language, text: writeBlocks(blocks), at: now() })
    kept.add(version)
  }
}

/** The same, and begins at once with all that can be shown: what was read and not agreed to is kept, too. What fails here is tried
 *  again before it is needed. */
export function keepAllTexts(wordings: WordingStore, texts: ConsentTexts, now: () => number): KeepText {
  const keep = keepTexts(wordings, now)
  const keepAll = async () => {
    for (const text of texts.all()) await keep(text)
  }
  keepAll().catch(() => undefined)
  return keep
}
