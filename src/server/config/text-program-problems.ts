/** Validates the partner's own text messages: the voter's consent must name the program, its number, rates, STOP and HELP. */
import { missingProblem, type Problem } from '../options/check-options.ts'
import { BffOptions } from './options.ts'
import { offersTexts, wordingOptionsIn } from './wording-settings.ts'

/** What the label of a custom wording must contain. */
const needed = ['{partner}', '{program}', '{monthly}', 'STOP', 'HELP']

/** Returns no problem when the program is off and nothing of it is set, or on and complete. The sandbox has a sample. */
export function textProgramProblems(options: Readonly<Record<string, unknown>>): Problem[] {
  const known = wordingOptionsIn(options)
  if (known === undefined) return []
  const isReal = !offersTexts({ apiKeyId: known.apiKeyId })
  if (!offersTexts(known)) {
    const says = 'is set, but {partnerSmsProgram} is not on. Set that to on, or leave this out.'
    const given = (['partnerSmsName', 'partnerSmsMonthly', 'partnerSmsCode'] as const).filter(
      (option) => known[option] !== undefined,
    )
    return given.map((option) => ({ option, says }))
  }
  const absent = (['partnerSmsName', 'partnerSmsMonthly'] as const).filter(
    (option) => isReal && known[option] === undefined,
  )
  return [
    ...absent.map((option) => {
      const { says } = missingProblem(BffOptions, option)
      return { option, says: `${says} {partnerSmsProgram} is on, so the voter must read it.` }
    }),
    ...Object.entries(known.wording ?? {}).flatMap(([language, { subscriber }]) => {
      const lacks = subscriber === undefined ? [] : needed.filter((part) => !subscriber.includes(part))
      if (lacks.length === 0) return []
      const says = `has a label for your text messages ("subscriber" of "${language}") without ${lacks.join(', ')}. Add what is missing: the label says who sends them, the program, how many a month, and how to stop.`
      return [{ option: 'wording', says }]
    }),
  ]
}
