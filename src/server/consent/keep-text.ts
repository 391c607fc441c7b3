/** Stores each shown consent text once. */
import type { Partners } from '../partners/partners.ts'
import type { WordingStore } from '../store/store.ts'
import { type ShownText, writeBlocks } from './shown-text.ts'

/** Resolves when a text is stored; rejects when the storage fails, and then nothing may be sent. */
export type KeepText = (text: ShownText) => Promise<void>

/**
 * Writes each text to the store once; from then on this process remembers that it is stored. Starts at once with every text
 * that the partners' forms can show, also those of later partners: a text that was read but not agreed to is stored, too.
 * What fails here is retried before it is needed.
 */
export function keepTexts(
  wordings: WordingStore,
  partners: Pick<Partners, 'all' | 'onChange'>,
  now: () => number,
): KeepText {
  const keep = keepOnce(wordings, now)
  const keepAll = async () => {
    for (const { texts } of partners.all()) for (const text of texts.all()) await keep(text)
  }
  const begin = () => void keepAll().catch(() => undefined)
  begin()
  partners.onChange(begin)
  return keep
}

function keepOnce(wordings: WordingStore, now: () => number): KeepText {
  const kept = new Set<string>()
  return async ({ version, language, blocks }) => {
    if (kept.has(version)) return
    await wordings.keep({ version, language, text: writeBlocks(blocks), at: now() })
    kept.add(version)
  }
}
