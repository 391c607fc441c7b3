import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClickTokens, type EncryptionKeys } from './provider.ts'

const keys = [new Uint8Array(32).fill(7)] as const
const start = 1_000_000
const day = 24 * 60 * 60 * 1000
const pressed = { receipt: '7f0c9a52-b1d3-4e68-9a52-b1d34e68aaaa', button: 'other' } as const

describe('a click token', () => {
  it('decrypts to its event, receipt and button, whatever they contain (R-A70)', () => {
    const tokens = createClickTokens(keys, { now: () => start })
    fc.assert(
      fc.property(fc.json(), (event) => {
        const press = tokens.encrypt(event, pressed)
        expect(press).toMatch(/^v1\.[A-Za-z0-9_-]+$/)
        expect(tokens.decrypt(press)).toEqual({ type: 'ok', event, pressed })
      }),
    )
  })

  it('never looks the same twice', () => {
    const tokens = createClickTokens(keys)
    const presses = Array.from({ length: 100 }, () => tokens.encrypt('1', pressed))
    expect(new Set(presses).size).toBe(100)
  })

  it('can be decrypted for a day, and not longer', () => {
    let time = start
    const tokens = createClickTokens(keys, { now: () => time })
    const press = tokens.encrypt('1', pressed)
    time += day - 1
    expect(tokens.decrypt(press)).toEqual({ type: 'ok', event: '1', pressed })
    time += 1
    expect(tokens.decrypt(press)).toEqual({ type: 'expired' })
  })

  // Three consecutive lengths: in two of them the last character of base64 has unused bits.
  it.each(['1', '12', '123'])('with other unused bits in its last character is invalid: %s', (event) => {
    const tokens = createClickTokens(keys, { now: () => start })
    const press = tokens.encrypt(event, pressed)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. \n'.split('')
    const others = letters.flatMap((letter) => [press.slice(0, -1) + letter, press + letter])
    for (const other of others.filter((each) => each !== press)) {
      expect(tokens.decrypt(other), other).toEqual({ type: 'invalid' })
    }
    expect(tokens.decrypt(press)).toMatchObject({ type: 'ok' })
  })

  it('can be decrypted after its key was replaced, as long as the old key is listed', () => {
    const [old, next, after] = [7, 8, 9].map((byte) => new Uint8Array(32).fill(byte))
    if (old === undefined || next === undefined || after === undefined) throw new Error('Three keys.')
    const open = (press: string, used: EncryptionKeys) => createClickTokens(used, { now: () => start }).decrypt(press)
    const ofOld = createClickTokens([old], { now: () => start }).encrypt('1', pressed)
    const ofNext = createClickTokens([next, old], { now: () => start }).encrypt('2', pressed)
    expect(ofNext).toMatch(/^v1\.[A-Za-z0-9_-]{8}\.[A-Za-z0-9_-]+$/)
    const keyLists: EncryptionKeys[] = [[old], [next, old], [old, next], [after, next, old]]
    for (const list of keyLists) {
      expect(open(ofOld, list)).toMatchObject({ type: 'ok', event: '1' })
      if (list.length > 1) expect(open(ofNext, list)).toMatchObject({ type: 'ok', event: '2' })
    }
    expect(open(ofNext, [next])).toMatchObject({ type: 'ok', event: '2' })
    expect(open(ofOld, [next])).toEqual({ type: 'invalid' })
    expect(open(ofNext, [after, old])).toEqual({ type: 'invalid' })
    // A box has one spelling: without an id, or with another key's, it is invalid.
    const [, , box = ''] = ofNext.split('.')
    const [, idOfOld = ''] = createClickTokens([old, next], { now: () => start })
      .encrypt('3', pressed)
      .split('.')
    for (const other of [`v1.${box}`, `v1..${box}`, `v1.${idOfOld}.${box}`, `v1.${idOfOld}.${ofOld.slice(3)}`]) {
      expect(open(other, [next, old])).toEqual({ type: 'invalid' })
    }
  })

  it('of another server is invalid', () => {
    const press = createClickTokens([new Uint8Array(32).fill(8)]).encrypt('1', pressed)
    expect(createClickTokens(keys).decrypt(press)).toEqual({ type: 'invalid' })
  })

  it('that was changed in any character, cut or invented is invalid', () => {
    const tokens = createClickTokens(keys)
    const press = tokens.encrypt('{"action":"a"}', pressed)
    for (let index = 0; index < press.length; index++) {
      const other = press[index] === 'A' ? 'Q' : 'A'
      const changed = `${press.slice(0, index)}${other}${press.slice(index + 1)}`
      expect(tokens.decrypt(changed).type).toBe('invalid')
      expect(tokens.decrypt(press.slice(0, index)).type).toBe('invalid')
    }
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `v1.${text}`),
        ),
        (text) => {
          expect(tokens.decrypt(text)).toEqual({ type: 'invalid' })
        },
      ),
    )
  })
})
