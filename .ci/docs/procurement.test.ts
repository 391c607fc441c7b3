/** The page for procurement has thirty answers, and says whose each is. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const rows = [
  ...readFileSync('docs/evidence/procurement.md', 'utf8').matchAll(/^\| (\d+) \| (.+) \| (.+) \| (.+) \|$/gm),
]
const owners = ['project', 'operator', 'partner', 'operator of the service']

it('has thirty, in order', () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
})

it.each(rows.map(([, , question = '', answer = '', whose = '']) => ({ question, answer, whose })))(
  'says whose answer it is, and shows what the project says: $question',
  ({ question, answer, whose }) => {
    expect(question).toMatch(/\?$/)
    expect(whose.split(', ').filter((one) => !owners.includes(one))).toEqual([])
    expect(answer.length).toBeGreaterThan(10)
  },
)
