/** The receipt of consent for a registration: what was agreed to, when and where; no personal data in clear text. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../contract/clock.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import type { Partners } from '../partners/partners.ts'
import type { Submission } from '../registration/parse.ts'
import type { NewReceipt, WordingStore } from '../store/store.ts'
import { type ShownText, writeBlocks } from './shown-text.ts'

type Agreement = Pick<Submission, 'request' | 'text' | 'shown' | 'form'> & {
  site: string
  partner: string | undefined
  reference: string
  at: number
  campaign?: Readonly<Record<string, string>> | undefined
}

/** Creates the receipt for an agreement that is about to be forwarded. */
export function receiptOf(
  { request, text, shown, site, partner, form, reference, at, campaign = {} }: Agreement,
  hashPhone: KeyedHash,
): NewReceipt {
  // The receipt has the path already.
  const { page_path: _path, ...rest } = campaign
  return {
    id: crypto.randomUUID(),
    at,
    reference,
    wording: text.version,
    locale: text.language,
    screen: shown?.language ?? null,
    door: shown?.door ?? null,
    path: shown?.path ?? null,
    campaign: Object.keys(rest).length === 0 ? null : `${new URLSearchParams(rest)}`,
    boxes: (['sms_opt_in', 'sms_opt_in_subscriber'] as const).filter((box) => request[box] === true),
    form: form !== undefined && /^[A-Za-z0-9.+_-]{1,32}$/.test(form) ? form : null,
    site,
    partner: partner ?? null,
    phone: request.phone === undefined ? null : hashPhone(digitsOf(request.phone)),
    state: request.state,
  }
}

/** Normalizes a phone number to its ten digits, so that one number has one hash. */
export function digitsOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
}

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
  clock: Clock,
): KeepText {
  const keep = keepOnce(wordings, clock)
  const keepAll = async () => {
    for (const { texts } of partners.all()) {
      // Requests are answered between two partners.
      await nextTurn()
      for (const text of texts.all()) await keep(text)
    }
  }
  const begin = () => void keepAll().catch(() => undefined)
  begin()
  partners.onChange(begin)
  return keep
}

function keepOnce(wordings: WordingStore, clock: Clock): KeepText {
  const kept = new Set<string>()
  return async ({ version, language, blocks }) => {
    if (kept.has(version)) return
    await wordings.keep({ version, language, text: writeBlocks(blocks), at: clock.now() })
    kept.add(version)
  }
}
