import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeal, type KeyRing } from './provider.ts'

const keys = [new Uint8Array(32).fill(7)] as const
const start = 1_000_000
const day = 24 * 60 * 60 * 1000
const pressed = { receipt: '7f0c9a52-b1d3-4e68-9a52-b1d34e68aaaa', button: 'other' } as const

describe('a click token', () => {
  it('decrypts to its event, receipt and button, whatever they contain (R-A70)', () => {
    const seal = createSeal(keys, { now: () => start })
    fc.assert(
      fc.property(fc.json(), (event) => {
        const press = seal.seal(event, pressed)
        expect(press).toMatch(/^v1\.[A-Za-z0-9_-]+$/)
        expect(seal.open(press)).toEqual({ type: 'ok', event, pressed })
      }),
    )
  })

  it('never looks the same twice', () => {
    const seal = createSeal(keys)
    const presses = Array.from({ length: 100 }, () => seal.seal('1', pressed))
    expect(new Set(presses).size).toBe(100)
  })

  it('can be decrypted for a day, and not longer', () => {
    let time = start
    const seal = createSeal(keys, { now: () => time })
    const press = seal.seal('1', pressed)
    time += day - 1
    expect(seal.open(press)).toEqual({ type: 'ok', event: '1', pressed })
    time += 1
    expect(seal.open(press)).toEqual({ type: 'expired' })
  })

  // Three consecutive lengths: in two of them the last character of base64 has unused bits.
  it.each(['1', '12', '123'])('with other unused bits in its last character is invalid: %s', (event) => {
    const seal = createSeal(keys, { now: () => start })
    const press = seal.seal(event, pressed)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. \n'.split('')
    const others = letters.flatMap((letter) => [press.slice(0, -1) + letter, press + letter])
    for (const other of others.filter((each) => each !== press)) {
      expect(seal.open(other), other).toEqual({ type: 'invalid' })
    }
    expect(seal.open(press)).toMatchObject({ type: 'ok' })
  })

  it('can be decrypted after its key was replaced, as long as the old key is listed', () => {
    const [old, next, after] = [7, 8, 9].map((byte) => new Uint8Array(32).fill(byte))
    if (old === undefined || next === undefined || after === undefined) throw new Error('Three keys.')
    const open = (press: string, ring: KeyRing) => createSeal(ring, { now: () => start }).open(press)
    const ofOld = createSeal([old], { now: () => start }).seal('1', pressed)
    const ofNext = createSeal([next, old], { now: () => start }).seal('2', pressed)
    expect(ofNext).toMatch(/^v1\.[A-Za-z0-9_-]{8}\.[A-Za-z0-9_-]+$/)
    const rings: KeyRing[] = [[old], [next, old], [old, next], [after, next, old]]
    for (const ring of rings) {
      expect(open(ofOld, ring)).toMatchObject({ type: 'ok', event: '1' })
      if (ring.length > 1) expect(open(ofNext, ring)).toMatchObject({ type: 'ok', event: '2' })
    }
    expect(open(ofNext, [next])).toMatchObject({ type: 'ok', event: '2' })
    expect(open(ofOld, [next])).toEqual({ type: 'invalid' })
    expect(open(ofNext, [after, old])).toEqual({ type: 'invalid' })
    // A box has one spelling: without an id, or with another key's, it is invalid.
    const [, , box = ''] = ofNext.split('.')
    const [, idOfOld = ''] = createSeal([old, next], { now: () => start })
      .seal('3', pressed)
      .split('.')
    for (const other of [`v1.${box}`, `v1..${box}`, `v1.${idOfOld}.${box}`, `v1.${idOfOld}.${ofOld.slice(3)}`]) {
      expect(open(other, [next, old])).toEqual({ type: 'invalid' })
    }
  })

  it('of another server is invalid', () => {
    const press = createSeal([new Uint8Array(32).fill(8)]).seal('1', pressed)
    expect(createSeal(keys).open(press)).toEqual({ type: 'invalid' })
  })

  it('that was changed in any character, cut or invented is invalid', () => {
    const seal = createSeal(keys)
    const press = seal.seal('{"action":"a"}', pressed)
    for (let index = 0; index < press.length; index++) {
      const other = press[index] === 'A' ? 'Q' : 'A'
      const changed = `${press.slice(0, index)}${other}${press.slice(index + 1)}`
      expect(seal.open(changed).type).toBe('invalid')
      expect(seal.open(press.slice(0, index)).type).toBe('invalid')
    }
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `v1.${text}`),
        ),
        (text) => {
          expect(seal.open(text)).toEqual({ type: 'invalid' })
        },
      ),
    )
  })
})
