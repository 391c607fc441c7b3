/** Imports presses from the log of a BFF that had no storage: those that it could not deliver. */
import * as z from 'zod/mini'
import { keyList } from '../config/check-values.ts'
import { readOperatorText } from '../config/operator-file.ts'
import { BffOptions } from '../config/options.ts'
import { digest } from '../crypto/provider.ts'
import { createSeal, type Seal } from '../crypto/sealed-tokens.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { type Environment, optionsFrom } from '../options/read-environment.ts'
import type { OutboxStore } from '../store/store.ts'

/** How many presses of a log were imported, and why the others were not. */
export interface Imported {
  /** Imported; they wait for delivery now. */
  taken: number
  /** The storage has them already, or had them. */
  known: number
  /** Delivered later, as the log shows. */
  delivered: number
  /** Older than a day: no key can open them. */
  expired: number
  /** Not sealed with this key, or tampered with. */
  invalid: number
}

/**
 * Imports the presses of a log: one line of JSON each, whatever precedes it. Accepts only what was sealed with our key, and
 * each press once, even when the same log is imported again.
 */
export async function importPresses(
  log: string,
  { presses, seal, now }: { presses: Pick<OutboxStore, 'add'>; seal: Seal; now: () => number },
): Promise<Imported> {
  const imported: Imported = { taken: 0, known: 0, delivered: 0, expired: 0, invalid: 0 }
  const lost = new Set<string>()
  for (const text of log.split('\n')) {
    const { code, press } = lineOf(text)
    if (press === undefined) continue
    if (code === 'report_lost') lost.add(press)
    else if (code === 'report_delivered' && lost.delete(press)) imported.delivered++
  }
  for (const press of lost) {
    const opened = await seal.open(press)
    if (opened.type !== 'ok') {
      imported[opened.type]++
      continue
    }
    const mark = await digest(press)
    const { event, pressed } = opened
    const id = await presses.add({ event, reference: `import-${mark.slice(0, 8)}`, mark, at: now(), pressed })
    imported[id === 'known' ? 'known' : 'taken']++
  }
  return imported
}

function lineOf(text: string): { code?: unknown; press?: string } {
  try {
    const line: unknown = JSON.parse(text.slice(text.indexOf('{')))
    if (typeof line !== 'object' || line === null || !('code' in line) || !('press' in line)) return {}
    return typeof line.press === 'string' ? { code: line.code, press: line.press } : {}
  } catch {
    return {}
  }
}

const Keys = z.pick(BffOptions, { sealKey: true, apiKeySecret: true })

/** Returns the seal of the BFF with this environment. @throws ConfigurationError when a key is missing or cannot be read */
export function sealFrom(env: Environment): Seal {
  const { sealKey = '', apiKeySecret } = optionsFrom(Keys, env, readOperatorText)
  const [first = new TextEncoder().encode(apiKeySecret), ...others] = keyList(sealKey) ?? []
  if (first.length > 0) return createSeal([first, ...others])
  throw new ConfigurationError(['Set SEAL_KEY as the BFF has it, or API_KEY_SECRET where it has none.'])
}
