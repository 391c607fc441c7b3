import { describe, expect, it } from 'vitest'
import { theStateFacts } from '../testing/civic-samples.ts'
import { readStateFacts } from './state-facts.ts'

describe('what the BFF tells about a state', () => {
  it('is read as it came', () => {
    expect(readStateFacts(JSON.parse(JSON.stringify(theStateFacts())))).toEqual(theStateFacts())
  })

  it('costs only the fact that a newer BFF words in a way we cannot show', () => {
    const facts = theStateFacts()
    const newer = { slug: 'x', description: 'X', value: { is: 'picture', url: 'https://x.example' } }
    expect(readStateFacts({ ...facts, facts: [...facts.facts, newer, 'no fact'] })).toEqual(facts)
  })

  it.each([null, [], '', {}, { ...theStateFacts(), facts: {} }, { ...theStateFacts(), regions: undefined }])(
    'is not $0',
    (value) => {
      expect(readStateFacts(value)).toBeUndefined()
    },
  )
})
