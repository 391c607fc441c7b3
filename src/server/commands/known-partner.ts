/** Finds out whether a command asks about a partner that there is: a misspelled one must not read as one without voters. */
import * as z from 'zod/mini'
import { readOperatorText } from '../config/operator-file.ts'
import { BffOptions } from '../config/options.ts'
import { type Environment, optionsFrom } from '../options/read-environment.ts'
import type { Store } from '../store/store.ts'

const Names = z.pick(BffOptions, { partnersFile: true })

/** Returns a sentence where neither a receipt nor `PARTNERS_FILE` names the partner. */
export async function unknownPartner(
  partner: string | undefined,
  env: Environment,
  { receipts }: Pick<Store, 'receipts'>,
): Promise<string | undefined> {
  if (partner === undefined || (await receipts.list({ partner, after: 0, limit: 1 })).length > 0) return undefined
  const { partnersFile } = optionsFrom(Names, env)
  if (partnersFile !== undefined && isIn(partnersFile, partner)) return undefined
  return `No receipt names a partner "${partner}", and neither does PARTNERS_FILE. Check the spelling.\n`
}

function isIn(file: string, partner: string): boolean {
  try {
    return Object.hasOwn(JSON.parse(readOperatorText(file)), partner)
  } catch {
    return false
  }
}
