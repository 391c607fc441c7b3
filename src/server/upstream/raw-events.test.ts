import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRawEvents } from './outcome.ts'

const answer = (...buttons: string[]) => `{"message_markdown":"x","buttons":[${buttons.join(',')}]}`

describe('the raw event', () => {
  it.each([
    '12345678901234567890',
    '1.0',
    '-0',
    '1E400',
    '0.1e-7',
    'null',
    'false',
    '""',
    '"\\u0041\\/"',
    '{ "b" : 1.0,\n "a" : [ ] }',
    '{"__proto__":{"x":1}}',
    '{"event_tracking":1,"buttons":[{"event_tracking":2}]}',
    '"}],\\"buttons\\":[{"',
    '[[[{"a":[]}]]]',
  ])('%s is returned byte for byte (R-A70, X13)', (event) => {
    const text = answer('{"url":"x"}', ` { "a" : [1,{"b":{}}] , "event_tracking" :  ${event} , "z":"}" } `, '7', '{}')
    JSON.parse(text)
    expect([...findRawEvents(text)]).toEqual([[1, event]])
  })

  it('of duplicate keys is the last one, as in JSON.parse (threat 10)', () => {
    const text = '{"buttons":[{"event_tracking":1}],"buttons":[{"event_tracking":2,"event_tr\\u0061cking":3},{}]}'
    expect([...findRawEvents(text)]).toEqual([[0, '3']])
    expect(JSON.parse(text).buttons[0].event_tracking).toBe(3)
  })

  it.each([
    '[]',
    'null',
    '"x"',
    '1',
    '{}',
    '{"buttons":7}',
    '{"buttons":{"0":{"event_tracking":1}}}',
    '{"buttons":[]}',
  ])('is missing in %s', (text) => {
    expect(findRawEvents(text).size).toBe(0)
  })

  it('can be nested so deeply that recursion would break (threat 8)', () => {
    const deep = `${'['.repeat(120_000)}${']'.repeat(120_000)}`
    expect(findRawEvents(answer(`{"event_tracking":${deep}}`)).get(0)).toBe(deep)
  })

  it('is found in any answer', () => {
    const space = fc.constantFrom('', ' ', '\n\t')
    fc.assert(
      fc.property(fc.array(fc.option(fc.json(), { nil: undefined }), { maxLength: 4 }), space, (events, blank) => {
        const buttons = events.map((event) =>
          event === undefined ? '{"url":"x"}' : `{"url":"x","event_tracking":${blank}${event}${blank}}`,
        )
        const found = findRawEvents(answer(...buttons))
        expect(events.map((_, place) => found.get(place))).toEqual(events.map((event) => event?.trim()))
      }),
    )
  })

  it('is what JSON.parse reads there, whatever the answer is made of', () => {
    const names = fc.constantFrom('buttons', 'event_tracking', 'message_markdown', '\\', '"', 'b"u', '', '\u2028')
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.oneof(fc.string(), fc.constantFrom('\\', '\\"', '"', '}', ']', ',', ':', '{"'), fc.double(), fc.boolean()),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(names, tie('tree'), { maxKeys: 4 }),
      ),
    }))
    const escaped = (text: string) => text.replaceAll('event_tracking"', 'event_tr\\u0061cking"')
    fc.assert(
      fc.property(
        fc.oneof(tree, fc.record({ buttons: fc.array(fc.dictionary(names, tree, { maxKeys: 3 }), { maxLength: 3 }) })),
        fc.constantFrom(0, 1, '\t', '\n \r'),
        fc.boolean(),
        (value, indent, isEscaped) => {
          const written = JSON.stringify(value, null, indent)
          const text = isEscaped ? escaped(written) : written
          const parsed: unknown = JSON.parse(text)
          const list: unknown =
            typeof parsed === 'object' ? Object.entries(parsed ?? {}).find(isButtons)?.[1] : undefined
          const expected = new Map<number, unknown>()
          for (const [place, button] of Array.isArray(list) && !Array.isArray(parsed) ? list.entries() : []) {
            if (typeof button !== 'object' || button === null || Array.isArray(button)) continue
            const own = Object.entries(button).find(([name]) => name === 'event_tracking')
            if (own !== undefined) expected.set(place, own[1])
          }
          expect(new Map([...findRawEvents(text)].map(([place, raw]) => [place, JSON.parse(raw)]))).toEqual(expected)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

const isButtons = ([name]: [string, unknown]) => name === 'buttons'
