import { describe, expect, it } from 'vitest'
import { typedValues } from './typed-values.ts'

describe('a color that is typed', () => {
  it.each([
    ['#46389e', '#46389e'],
    [' #46389E ', '#46389e'],
    ['#fd0', '#ffdd00'],
    ['', ''],
  ])('%j is read as %j', (text, color) => {
    expect(typedValues.color.read(text)).toBe(color)
  })

  it.each(['#12', 'blurple', 'yellow', '#12345', '46389e', '#ggg'])(
    '%s is none, and it is said what one looks like',
    (text) => {
      expect(typedValues.color.read(text)).toBeUndefined()
      expect(typedValues.color.problem(text)).toMatch(new RegExp(`^“${text}” is not a hex color\\. .*#46389e`))
    },
  )
})

describe('JSON that is typed', () => {
  it('is taken as it is, or says what it should be', () => {
    expect(typedValues.json.read('{"form.heading":"Hi"}')).toBe('{"form.heading":"Hi"}')
    expect(typedValues.json.read('')).toBe('')
    expect(typedValues.json.read('["Hi"]')).toBeUndefined()
    expect(typedValues.json.problem()).toContain('{"form.heading":"Get registered"}')
  })
})
