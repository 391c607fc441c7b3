import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { type Choices, controls, initialChoices } from './choices.ts'
import { ControlBar } from './control-bar.tsx'
import type { LogEntry } from './log-entry.ts'
import { LogView } from './log-view.tsx'
import { ScenarioTable } from './scenario-table.tsx'

function Bar({ changes }: { changes: Choices[] }) {
  const [choices, setChoices] = useState(initialChoices)
  const change = (next: Choices) => {
    changes.push(next)
    setChoices(next)
  }
  return <ControlBar choices={choices} onChange={change} />
}

const anEntry = (id: number, change: Partial<LogEntry> = {}): LogEntry => ({
  id,
  date: new Date(0),
  source: 'form',
  target: 'BFF',
  line: `line ${id}`,
  tone: 'plain',
  details: '',
  ...change,
})

it('the controls each have a label, and each choice keeps the others', async () => {
  const changes: Choices[] = []
  render(<Bar changes={changes} />)
  for (const { label } of Object.values(controls)) expect(screen.getByLabelText(label)).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('Language'), 'Español')
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Tennessee')
  expect(changes.at(-1)).toEqual({ ...initialChoices, language: 'es', state: 'TN' })
})

/** A table in which nothing runs. */
const still = { runs: {}, isRunning: false, onRun: () => undefined }

describe('the scenario table', () => {
  const scenarios = {
    type: 'here',
    list: [{ name: 'slow', upstream: 'Answers late.', voter: 'The sending screen.', screen: 'answer', methods: 2 }],
  } as const

  it('fills the form for the clicked row, and shows its outcome', async () => {
    const calls: unknown[] = []
    const results = { slow: { good: true, words: '200, 2 buttons' } }
    render(<ScenarioTable {...still} scenarios={scenarios} results={results} onFill={(...call) => calls.push(call)} />)
    await userEvent.click(screen.getByRole('button', { name: 'Fill the form for slow' }))
    await userEvent.click(screen.getByRole('button', { name: 'Fill the form for the ordinary case' }))
    expect(calls).toEqual([
      ['slow', 1],
      ['', 0],
    ])
    expect(screen.getByText('200, 2 buttons')).toBeDefined()
  })

  it('is filtered by name, service and screen, and keeps each row’s position', async () => {
    const calls: unknown[] = []
    render(<ScenarioTable {...still} scenarios={scenarios} results={{}} onFill={(...call) => calls.push(call)} />)
    await userEvent.type(screen.getByRole('searchbox'), 'sending late')
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Fill the form for slow',
      'Run slow with every embed type',
    ])
    expect(screen.getByText('1 of 2 scenarios')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: /^Fill/ }))
    expect(calls).toEqual([['slow', 1]])
  })

  it('has one line for each, and whole sentences with the reason of a rejection below it', async () => {
    const list = [
      { name: 'auth', upstream: 'Answers 401.', voter: 'Not sent: everything typed is kept.', screen: 'not-sent' },
    ]
    const runs = { auth: { react: { screen: 'not-sent', methods: 0 }, plain: { screen: 'answer', methods: 2 } } }
    const results = { auth: { good: false, words: '502 upstream_auth: not sent: The key was refused.' } }
    render(
      <ScenarioTable
        {...still}
        runs={runs}
        scenarios={{ type: 'here', list }}
        results={results}
        onFill={() => undefined}
      />,
    )
    const cells = within(screen.getByRole('row', { name: /auth/ })).getAllByRole('cell')
    expect(cells.map((cell) => (cell.querySelector('summary') ?? cell).textContent)).toEqual([
      'Not sent',
      'as expected',
      '–',
      '–',
      'not: answer, 2 buttons',
      'Fill Run',
    ])
    await userEvent.click(screen.getByText('Not sent'))
    for (const text of [list[0]?.voter, 'The service: Answers 401.', results.auth.words]) {
      expect(screen.getByText(text ?? '').closest('details')?.open).toBe(true)
    }
  })

  it('still offers the ordinary case when the sandbox does not respond', () => {
    render(<ScenarioTable {...still} scenarios={{ type: 'failed' }} results={{}} onFill={() => undefined} />)
    expect(screen.getByText(/The sandbox does not respond/)).toBeDefined()
    expect(screen.getByRole('button', { name: /Fill/ })).toBeDefined()
  })
})

describe('the log', () => {
  it('shows the newest last, with collapsed details', () => {
    render(<LogView entries={[anEntry(1), anEntry(2, { details: 'GET /settings' })]} onClear={() => undefined} />)
    const lines = screen.getAllByRole('listitem')
    expect(lines.map(({ textContent }) => /line \d/.exec(textContent)?.[0])).toEqual(['line 1', 'line 2'])
    expect(lines.map((line) => within(line).queryByText('GET /settings') !== null)).toEqual([false, true])
  })

  it('collapses what the sandbox had accepted before the page was opened', () => {
    render(<LogView entries={[anEntry(1), anEntry(2, { isEarlier: true })]} onClear={() => undefined} />)
    expect(screen.getByText('line 2').closest('details')?.open).toBe(false)
    expect(screen.getByText('1 earlier entry')).toBeDefined()
    expect(screen.getByText('line 1').closest('details')).toBeNull()
  })

  it('"Hide earlier" collapses earlier entries, and continues below', async () => {
    const { rerender } = render(<LogView entries={[anEntry(1), anEntry(2)]} onClear={() => undefined} />)
    await userEvent.click(screen.getByRole('button', { name: 'Hide earlier' }))
    expect(screen.getByText('2 earlier entries')).toBeDefined()
    expect(screen.getByText('Nothing has happened yet since then.')).toBeDefined()
    rerender(<LogView entries={[anEntry(1), anEntry(2), anEntry(3)]} onClear={() => undefined} />)
    const folded = screen.getByText('2 earlier entries').closest('details')
    expect(folded?.open).toBe(false)
    expect(screen.getByText('line 3').closest('details')).toBeNull()
    expect(screen.getByText('line 2').closest('details')).toBe(folded)
  })

  it('announces nothing by itself', () => {
    const { container } = render(<LogView entries={[anEntry(1)]} onClear={() => undefined} />)
    expect(container.querySelector('.qa-entries')?.closest('[aria-live], [role=log], [role=status]')).toBeNull()
  })

  it('is empty after Clear', async () => {
    let cleared = 0
    const { rerender } = render(<LogView entries={[anEntry(1)]} onClear={() => cleared++} />)
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(cleared).toBe(1)
    rerender(<LogView entries={[]} onClear={() => undefined} />)
    expect(screen.getByText('Nothing has happened yet.')).toBeDefined()
  })
})
