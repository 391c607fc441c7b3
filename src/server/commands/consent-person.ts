/** `consent find` and `consent forget`: what a person may ask for under the privacy laws of states. The phone number is asked
 *  on standard input: an argument would stay in the shell's history. */
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { readOperatorText } from '../config/operator-file.ts'
import { BffOptions } from '../config/options.ts'
import { keysOf } from '../config/read-config.ts'
import { digitsOf } from '../consent/receipt.ts'
import { nodeCiphers } from '../crypto/provider.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { type Environment, optionsFrom } from '../options/read-environment.ts'
import type { Store } from '../store/store.ts'
import { headerLine, lineOf } from './consent-columns.ts'
import { storageDetails, withBffStorage } from './open-records.ts'
import { counted } from './table.ts'
import { createTask, type ExitCode, type Terminal } from './task.ts'

const details = `The number is asked on standard input, and becomes the HMAC that receipts have; it needs RECEIPT_KEY or SEAL_KEY as the BFF has
them. Receipts in a log (of a BFF without storage) are not looked at.
${storageDetails}`

/** The command that lists the receipts of a phone number. */
export const findCommand = createTask({
  summary: 'the receipts of the phone number that it asks for, as a table with commas (CSV)',
  details,
  flags: {},
  run: (_words, _values, env, terminal) =>
    withPerson(env, terminal, async ({ receipts }, phone) => {
      const found = await receipts.find(phone)
      terminal.out(headerLine)
      for (const receipt of found) terminal.out(lineOf(receipt))
      return found.length
    }),
})

/** The command that takes a phone number off its receipts. */
export const forgetCommand = createTask({
  summary: 'takes the phone number that it asks for off every receipt: they name nobody afterwards',
  details: `Cannot be undone. The receipts stay, as counts and as evidence of the wording. Ask your counsel first whether you need a
receipt as evidence of consent to text messages.
${details}`,
  flags: {},
  run: (_words, _values, env, terminal) =>
    withPerson(env, terminal, async ({ receipts }, phone) => {
      const count = await receipts.forget(phone)
      if (count > 0) terminal.out(`${counted(count, 'receipt')} had this number, and name nobody now.\n`)
      return count
    }),
})

/** @param use returns how many receipts the person has */
async function withPerson(
  env: Environment,
  { err }: Terminal,
  use: (store: Store, phone: string) => Promise<number>,
): Promise<ExitCode> {
  const receiptMaterial = receiptMaterialFrom(env)
  const typed = await ask('Phone number: ')
  const digits = digitsOf(typed)
  // Receipts have the whole number: seven digits alone would find none, and that would read as an answer.
  if (digits.length < (typed.trim().startsWith('+') ? 7 : 10)) {
    err('This is no phone number. Write it with its area code, as in 617 555 0100, or with + and the country.\n')
    return 2
  }
  const hmac = await nodeCiphers.keyedHash(receiptMaterial, 'phone v1')(digits)
  const count = await withBffStorage(env, (store) => use(store, hmac))
  if (count > 0) return 0
  err('No receipt has this number. It may be older than CONSENT_KEEP_DAYS, or from before RECEIPT_KEY changed.\n')
  return 1
}

const Keys = z.partial(z.pick(BffOptions, { sealKey: true, receiptKey: true, apiKeyId: true, apiKeySecret: true }))

/** @throws ConfigurationError when a key is missing or cannot be read */
function receiptMaterialFrom(env: Environment): Uint8Array<ArrayBuffer> {
  const keys = optionsFrom(Keys, env, readOperatorText)
  const { receiptMaterial } = keysOf({ ...keys, apiKeyId: keys.apiKeyId ?? '', apiKeySecret: keys.apiKeySecret ?? '' })
  if (receiptMaterial.length > 0) return receiptMaterial
  throw new ConfigurationError([
    'Set RECEIPT_KEY or SEAL_KEY as the BFF has it, or API_KEY_SECRET where it has neither.',
  ])
}

/** Asks a question on the terminal, or reads the first line that another program sends. */
async function ask(question: string): Promise<string> {
  // Remarks go to standard error: standard output is the table.
  const terminal = createInterface({ input: process.stdin, output: process.stderr, prompt: question })
  if (process.stdin.isTTY) terminal.prompt()
  // Unlike `question()`, these events also have a last line without a line break.
  const [line]: unknown[] = await Promise.race([once(terminal, 'line'), once(terminal, 'close')])
  terminal.close()
  return typeof line === 'string' ? line : ''
}
