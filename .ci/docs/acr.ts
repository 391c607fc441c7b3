/** Reads the accessibility report, `docs/acr.yaml`. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import * as z from 'zod/mini'

/** The report as it is written, to be checked against its schema. */
export const writtenReport: unknown = parse(
  readFileSync(fileURLToPath(new URL('../../docs/acr.yaml', import.meta.url)), 'utf8'),
)

const Component = z.object({ adherence: z.object({ level: z.string(), notes: z.string() }) })
const Chapter = z.object({ criteria: z.array(z.object({ num: z.string(), components: z.array(Component) })) })
const Report = z.object({
  chapters: z.object({ success_criteria_level_a: Chapter, success_criteria_level_aa: Chapter }),
})

/** Returns the criteria of a level in their order, each with its result and the remarks. */
export function criteriaOf(
  chapter: keyof z.infer<typeof Report>['chapters'],
): { num: string; level: string; notes: string }[] {
  return Report.parse(writtenReport).chapters[chapter].criteria.flatMap(({ num, components }) =>
    components.map(({ adherence }) => ({ num, ...adherence })),
  )
}
