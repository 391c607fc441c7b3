/** The report of a migration for people: grouped by reason, lost texts first. */
import type { MigrationLine } from '../../contract/civic-data/migration-report.ts'

export interface SourcedLine extends MigrationLine {
  source: string
}

/** Maximum number of lost texts printed for a reason; `--all` prints every one. */
const maxLines = 5

/** A text that several states lost is listed once. */
export function formatMigrationSummary(lines: readonly SourcedLine[]): string {
  const reasons = new Map<string, SourcedLine[]>()
  for (const line of lines) {
    const key = `${line.outcome}: ${line.reason}`
    reasons.set(key, [...(reasons.get(key) ?? []), line])
  }
  return [...reasons]
    .sort(([, first], [, second]) => countLost(second) - countLost(first) || second.length - first.length)
    .map(([reason, reasonLines]) => formatReason(reason, reasonLines))
    .join('\n')
}

const countLost = (lines: readonly SourcedLine[]) => lines.filter(({ lost_text: lostText }) => lostText !== '').length

function formatReason(reason: string, lines: readonly SourcedLine[]): string {
  const lostTexts = groupSources(
    lines.filter((line) => line.lost_text !== ''),
    ({ slug, lost_text: text }) => `${slug}: ${JSON.stringify(text)}`,
  )
  const slugs = groupSources(
    lines,
    ({ slug, see }) => `${slug}${see.length > 0 && !see.includes(slug) ? ` (see ${see.join(', ')})` : ''}`,
  )
  const texts = [...lostTexts]
    .slice(0, maxLines)
    .map(([text, sources]) => `  Lost: ${text} in ${formatSources(sources)}`)
  const moreLines =
    lostTexts.size > maxLines ? [`  Lost: ${lostTexts.size - maxLines} other texts; --all lists them.`] : []
  const slugTexts = [...slugs].map(
    ([slug, sources]) => `${slug} ${sources.length > 1 ? `${sources.length} times` : `in ${formatSources(sources)}`}`,
  )
  return [`${lines.length} × ${reason}`, ...texts, ...moreLines, `  ${slugTexts.join(', ')}`, ''].join('\n')
}

function groupSources(lines: readonly SourcedLine[], getKey: (line: SourcedLine) => string): Map<string, string[]> {
  const counts = new Map<string, string[]>()
  for (const line of lines) counts.set(getKey(line), [...(counts.get(getKey(line)) ?? []), line.source])
  return counts
}

function formatSources(sources: readonly string[]): string {
  const uniqueSources = [...new Set(sources)]
  return uniqueSources.length > 10
    ? `${uniqueSources.slice(0, 10).join(' ')} and ${uniqueSources.length - 10} more`
    : uniqueSources.join(' ')
}
