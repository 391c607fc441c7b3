import { describe, expect, it } from 'vitest'
import { theStateFacts } from '../testing/civic-samples.ts'
import { parseStateFacts } from './state-facts.ts'

describe('the BFF’s facts about a state', () => {
  it('are parsed unchanged', () => {
    expect(parseStateFacts(JSON.parse(JSON.stringify(theStateFacts())))).toEqual(theStateFacts())
  })

  it('lose only a fact that a newer BFF sends in an unknown form', () => {
    const facts = theStateFacts()
    const newer = { slug: 'x', description: 'X', value: { is: 'picture', url: 'https://x.example' } }
    expect(parseStateFacts({ ...facts, facts: [...facts.facts, newer, 'no fact'] })).toEqual(facts)
  })

  it.each([null, [], '', {}, { ...theStateFacts(), facts: {} }, { ...theStateFacts(), regions: undefined }])(
    'cannot be $0',
    (value) => {
      expect(parseStateFacts(value)).toBeUndefined()
    },
  )
})
