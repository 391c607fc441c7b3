/** Parses the content of a partners file synchronously. */
import type { BffOptions } from '../options/bff-options.ts'
import { ConfigurationError } from '../options/option.ts'
import type { Partner } from '../partners/partner.ts'
import { type PartnersContext, parseEntries, parseEntry } from '../partners/partners-file.ts'

/** @throws ConfigurationError with the problems of all entries */
export function readPartners(
  text: string,
  options: BffOptions,
  context: PartnersContext,
): ReadonlyMap<string, Partner> {
  const { entries, problem } = parseEntries(text)
  const problems = problem === undefined ? [] : [problem]
  const partners = new Map<string, Partner>()
  for (const [id, entry] of entries) {
    const result = parseEntry(id, entry, { options, context })
    if ('problems' in result) problems.push(...result.problems)
    else partners.set(id, result.partner)
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return partners
}
