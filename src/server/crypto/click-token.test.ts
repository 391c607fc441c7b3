import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClickTokens, type EncryptionKeys } from './provider.ts'

const keys = [new Uint8Array(32).fill(7)] as const
const start = 1_000_000
const day = 24 * 60 * 60 * 1000
const click = { receipt: '7f0c9a52-b1d3-4e68-9a52-b1d34e68aaaa', button: 'other' } as const

describe('a click token', () => {
  it('decrypts to its event, receipt and button, whatever they contain (R-A70)', () => {
    const tokens = createClickTokens(keys, { now: () => start })
    fc.assert(
      fc.property(fc.json(), (event) => {
        const token = tokens.encrypt(event, click)
        expect(token).toMatch(/^v1\.[A-Za-z0-9_-]+$/)
        expect(tokens.decrypt(token)).toEqual({ type: 'ok', event, click })
      }),
    )
  })

  it('never looks the same twice', () => {
    const tokens = createClickTokens(keys)
    const clickTokens = Array.from({ length: 100 }, () => tokens.encrypt('1', click))
    expect(new Set(clickTokens).size).toBe(100)
  })

  it('can be decrypted for a day, and not longer', () => {
    let time = start
    const tokens = createClickTokens(keys, { now: () => time })
    const token = tokens.encrypt('1', click)
    time += day - 1
    expect(tokens.decrypt(token)).toEqual({ type: 'ok', event: '1', click })
    time += 1
    expect(tokens.decrypt(token)).toEqual({ type: 'expired' })
  })

  // Three consecutive lengths: in two of them the last character of base64 has unused bits.
  it.each(['1', '12', '123'])('with other unused bits in its last character is invalid: %s', (event) => {
    const tokens = createClickTokens(keys, { now: () => start })
    const token = tokens.encrypt(event, click)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. \n'.split('')
    const others = letters.flatMap((letter) => [token.slice(0, -1) + letter, token + letter])
    for (const other of others.filter((each) => each !== token)) {
      expect(tokens.decrypt(other), other).toEqual({ type: 'invalid' })
    }
    expect(tokens.decrypt(token)).toMatchObject({ type: 'ok' })
  })

  it('can be decrypted after its key was replaced, as long as the old key is listed', () => {
    const [old, next, after] = [7, 8, 9].map((byte) => new Uint8Array(32).fill(byte))
    if (old === undefined || next === undefined || after === undefined) throw new Error('Three keys.')
    const open = (token: string, used: EncryptionKeys) => createClickTokens(used, { now: () => start }).decrypt(token)
    const ofOld = createClickTokens([old], { now: () => start }).encrypt('1', click)
    const ofNext = createClickTokens([next, old], { now: () => start }).encrypt('2', click)
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
      .encrypt('3', click)
      .split('.')
    for (const other of [`v1.${box}`, `v1..${box}`, `v1.${idOfOld}.${box}`, `v1.${idOfOld}.${ofOld.slice(3)}`]) {
      expect(open(other, [next, old])).toEqual({ type: 'invalid' })
    }
  })

  it('of another server is invalid', () => {
    const token = createClickTokens([new Uint8Array(32).fill(8)]).encrypt('1', click)
    expect(createClickTokens(keys).decrypt(token)).toEqual({ type: 'invalid' })
  })

  it('that was changed in any character, cut or invented is invalid', () => {
    const tokens = createClickTokens(keys)
    const token = tokens.encrypt('{"action":"a"}', click)
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === 'A' ? 'Q' : 'A'
      const changed = `${token.slice(0, index)}${other}${token.slice(index + 1)}`
      expect(tokens.decrypt(changed).type).toBe('invalid')
      expect(tokens.decrypt(token.slice(0, index)).type).toBe('invalid')
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
