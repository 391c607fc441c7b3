/** The report of a migration for people: grouped by reason, lost texts first. */
import type { MigrationLine } from '../../contract/civic-data/migration-report.ts'

export interface AboutLine extends MigrationLine {
  about: string
}

/** Maximum number of lost texts printed for a reason; `--all` prints every one. */
const maxLines = 5

/** A text that several states lost is listed once. */
export function migrationSummary(lines: readonly AboutLine[]): string {
  const reasons = new Map<string, AboutLine[]>()
  for (const line of lines) {
    const key = `${line.outcome}: ${line.reason}`
    reasons.set(key, [...(reasons.get(key) ?? []), line])
  }
  return [...reasons]
    .sort(([, one], [, other]) => lostIn(other) - lostIn(one) || other.length - one.length)
    .map(([reason, about]) => paragraph(reason, about))
    .join('\n')
}

const lostIn = (lines: readonly AboutLine[]) => lines.filter(({ lost_text: lost }) => lost !== '').length

function paragraph(reason: string, lines: readonly AboutLine[]): string {
  const lost = countsOf(
    lines.filter((line) => line.lost_text !== ''),
    ({ slug, lost_text: text }) => `${slug}: ${JSON.stringify(text)}`,
  )
  const slugs = countsOf(
    lines,
    ({ slug, see }) => `${slug}${see.length > 0 && !see.includes(slug) ? ` (see ${see.join(', ')})` : ''}`,
  )
  const texts = [...lost].slice(0, maxLines).map(([text, about]) => `  Lost: ${text} in ${placesOf(about)}`)
  const more = lost.size > maxLines ? [`  Lost: ${lost.size - maxLines} other texts; --all lists them.`] : []
  const usages = [...slugs].map(
    ([slug, about]) => `${slug} ${about.length > 1 ? `${about.length} times` : `in ${placesOf(about)}`}`,
  )
  return [`${lines.length} × ${reason}`, ...texts, ...more, `  ${usages.join(', ')}`, ''].join('\n')
}

function countsOf(lines: readonly AboutLine[], key: (line: AboutLine) => string): Map<string, string[]> {
  const counts = new Map<string, string[]>()
  for (const line of lines) counts.set(key(line), [...(counts.get(key(line)) ?? []), line.about])
  return counts
}

function placesOf(about: readonly string[]): string {
  const different = [...new Set(about)]
  return different.length > 10
    ? `${different.slice(0, 10).join(' ')} and ${different.length - 10} more`
    : different.join(' ')
}
