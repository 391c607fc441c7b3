import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyRing } from './provider.ts'
import { createSeal } from './sealed-tokens.ts'

const keys = [new Uint8Array(32).fill(7)] as const
const start = 1_000_000
const day = 24 * 60 * 60 * 1000

describe('a sealed event', () => {
  it('comes out as it went in, whatever it is (R-A70)', async () => {
    const seal = createSeal(keys, () => start)
    await fc.assert(
      fc.asyncProperty(fc.json(), async (event) => {
        const press = await seal.seal(event)
        expect(press).toMatch(/^v1\.[A-Za-z0-9_-]+$/)
        expect(await seal.open(press)).toEqual({ type: 'ok', event, until: start + day })
      }),
    )
  })

  it('comes out with the receipt and the button that it was sealed with, whatever the event is', async () => {
    const seal = createSeal(keys, () => start)
    const pressed = { receipt: '7f0c9a52-b1d3-4e68-9a52-b1d34e68aaaa', button: 'other' } as const
    await fc.assert(
      fc.asyncProperty(fc.json(), async (event) => {
        expect(await seal.open(await seal.seal(event, pressed))).toMatchObject({ event, pressed })
      }),
    )
  })

  it('never looks the same twice', async () => {
    const seal = createSeal(keys)
    const presses = await Promise.all(Array.from({ length: 100 }, async () => seal.seal('1')))
    expect(new Set(presses).size).toBe(100)
  })

  it('can be opened for a day, and not longer', async () => {
    let time = start
    const seal = createSeal(keys, () => time)
    const press = await seal.seal('1')
    time += day - 1
    expect(await seal.open(press)).toEqual({ type: 'ok', event: '1', until: start + day })
    time += 1
    expect(await seal.open(press)).toEqual({ type: 'expired' })
  })

  // Three consecutive lengths: in two of them the last character of base64 has unused bits.
  it.each(['1', '12', '123'])('with a dangling letter of other unread bits is invalid: %s', async (event) => {
    const seal = createSeal(keys, () => start)
    const press = await seal.seal(event)
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/. \n'.split('')
    const others = letters.flatMap((letter) => [press.slice(0, -1) + letter, press + letter])
    for (const other of others.filter((each) => each !== press)) {
      expect(await seal.open(other), other).toEqual({ type: 'invalid' })
    }
    expect(await seal.open(press)).toMatchObject({ type: 'ok' })
  })

  it('is opened after its key has been replaced, for as long as the old one is listed', async () => {
    const [old, next, after] = [7, 8, 9].map((byte) => new Uint8Array(32).fill(byte))
    if (old === undefined || next === undefined || after === undefined) throw new Error('Three keys.')
    const open = (press: string, ring: KeyRing) => createSeal(ring, () => start).open(press)
    const ofOld = await createSeal([old], () => start).seal('1')
    const ofNext = await createSeal([next, old], () => start).seal('2')
    expect(ofNext).toMatch(/^v1\.[A-Za-z0-9_-]{8}\.[A-Za-z0-9_-]+$/)
    const rings: KeyRing[] = [[old], [next, old], [old, next], [after, next, old]]
    for (const ring of rings) {
      expect(await open(ofOld, ring)).toMatchObject({ type: 'ok', event: '1' })
      if (ring.length > 1) expect(await open(ofNext, ring)).toMatchObject({ type: 'ok', event: '2' })
    }
    expect(await open(ofNext, [next])).toMatchObject({ type: 'ok', event: '2' })
    expect(await open(ofOld, [next])).toEqual({ type: 'invalid' })
    expect(await open(ofNext, [after, old])).toEqual({ type: 'invalid' })
    // A box has one spelling: without an id, or with another key's, it is invalid.
    const [, , box = ''] = ofNext.split('.')
    const [, idOfOld = ''] = (await createSeal([old, next], () => start).seal('3')).split('.')
    for (const other of [`v1.${box}`, `v1..${box}`, `v1.${idOfOld}.${box}`, `v1.${idOfOld}.${ofOld.slice(3)}`]) {
      expect(await open(other, [next, old])).toEqual({ type: 'invalid' })
    }
  })

  it('of another server is invalid', async () => {
    const press = await createSeal([new Uint8Array(32).fill(8)]).seal('1')
    expect(await createSeal(keys).open(press)).toEqual({ type: 'invalid' })
  })

  it('that was changed in any character, cut or invented is invalid', async () => {
    const seal = createSeal(keys)
    const press = await seal.seal('{"action":"a"}')
    for (let index = 0; index < press.length; index++) {
      const other = press[index] === 'A' ? 'Q' : 'A'
      const changed = `${press.slice(0, index)}${other}${press.slice(index + 1)}`
      expect((await seal.open(changed)).type).toBe('invalid')
      expect((await seal.open(press.slice(0, index))).type).toBe('invalid')
    }
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `v1.${text}`),
        ),
        async (text) => {
          expect(await seal.open(text)).toEqual({ type: 'invalid' })
        },
      ),
    )
  })
})
