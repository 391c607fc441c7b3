import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aStateFact, theStateFacts } from '../../../contract/testing/civic-samples.ts'
import { es } from '../../locales/es.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import { createFormMessages, type FormMessages } from '../messages/catalog.ts'
import { serviceTexts } from '../screens/answer-text.tsx'
import { anAccess } from './facts.examples.tsx'
import { StateFactsPanel } from './facts-panel.tsx'

/** Illinois on a given day, with these deadlines by mail. */
function look(value: string, day: string, change: { words?: FormMessages; regional?: boolean } = {}) {
  const { words = createFormMessages(), regional = false } = change
  const fact = aStateFact('registration_deadline_mail', value, regional ? { regional } : {})
  const context = { t: words, clock: { now: () => Date.parse(`${day}T18:00:00Z`) } }
  return render(
    <WithParts context={context}>
      <StateFactsPanel
        access={anAccess(theStateFacts({ regions: [], facts: [fact] }))}
        code="IL"
        region={undefined}
        fields={undefined}
        {...serviceTexts}
        onStatusChange={undefined}
      />
    </WithParts>,
  )
}

const noon = '2026-03-02'

describe('a deadline in the panel', () => {
  it('has its date with the rule, and names the election', async () => {
    const { container } = look('Postmarked 28 days before Election Day', noon)
    await screen.findByText('By Tuesday, October 6, 2026 (that is 28 days before the general election of November 3).')
    expect(container.textContent).toContain('Postmarked 28 days before Election Day')
    expect(container.textContent).toContain(
      'The dates are for the general election on November 3, 2026. Elections before that have deadlines of their own.',
    )
  })

  it('says when it has passed', async () => {
    look('Postmarked 28 days before Election Day', '2026-10-20')
    await screen.findByText('That was Tuesday, October 6, 2026.')
  })

  it('has no date if the rule cannot be computed', async () => {
    const { container } = look('28 days before Election Day, or earlier at some offices', noon)
    await screen.findByText(/or earlier/)
    expect(container.textContent).not.toMatch(/\bBy \w+day|The dates are for/)
  })

  const election = 'the general election of November 3'
  it.each([
    ['1 day before Election Day', `By Monday, November 2, 2026 (that is 1 day before ${election}).`],
    [
      'Postmarked 30 days before Election Day',
      `By Sunday, October 4, 2026 (that is 30 days before ${election}). It is a weekend or a holiday: ask your election office which day counts.`,
    ],
    [
      'Received 10 days before and postmarked 15 days before',
      `By Monday, October 19, 2026 (that is 15 days before ${election}).`,
    ],
    ['Through Election Day', 'By Tuesday, November 3, 2026.'],
    ['2026-06-09', 'By Tuesday, June 9, 2026.'],
  ])('shows “%s” with its date, and says when that is a weekend', async (value, expected) => {
    look(value, noon)
    await screen.findByText(expected)
  })

  it('far from the next general election is not assigned to it', async () => {
    const { container } = look('2026-06-09', noon)
    await screen.findByText('By Tuesday, June 9, 2026.')
    expect(container.textContent).not.toContain('general election')
  })

  it('of a region is computed from the region’s own rule', async () => {
    look('Received 7 days before Election Day', noon, { regional: true })
    await screen.findByText('By Tuesday, October 27, 2026 (that is 7 days before the general election of November 3).')
  })

  it('has its date in the voter’s language', async () => {
    look('Postmarked 28 days before Election Day', noon, { words: createFormMessages(es) })
    await screen.findByText(
      'A más tardar el martes, 6 de octubre de 2026 (28 días antes de las elecciones generales del 3 de noviembre).',
    )
  })
})
