/** Reads the accessibility report, `docs/acr.yaml`. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/** How far the form meets a criterion, in the words of the format. */
export type Level = 'supports' | 'partially-supports' | 'does-not-support' | 'not-applicable' | 'not-evaluated'

/** A criterion of WCAG with its result. */
export interface Criterion {
  num: string
  level: Level
  notes: string
}

/** The report as it is written, to be checked against its schema. */
export const writtenReport: unknown = parse(
  readFileSync(fileURLToPath(new URL('../../docs/acr.yaml', import.meta.url)), 'utf8'),
)

/** Its criteria by level, in their order. */
export function criteriaOf(chapter: 'success_criteria_level_a' | 'success_criteria_level_aa'): Criterion[] {
  const { chapters } = writtenReport as {
    chapters: Record<
      typeof chapter,
      { criteria: { num: string; components: { adherence: Omit<Criterion, 'num'> }[] }[] }
    >
  }
  return chapters[chapter].criteria.flatMap(({ num, components }) =>
    components.map(({ adherence }) => ({ num, ...adherence })),
  )
}
