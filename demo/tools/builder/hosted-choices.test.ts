import jsqr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { hostedAddress, hostedFrame, hostedNames, noChoices } from './hosted-choices.ts'
import { qrSvg } from './qr-svg.ts'

const bff = 'https://register.partner.example/api/'
const chosen = { ...noChoices, partner: ' acme ', locale: 'zh-Hans', state: 'MA', kiosk: '90', source: 'poster' }

describe('the address of the hosted page', () => {
  it('is the plain one while nothing is chosen', () => {
    expect(hostedAddress(bff, noChoices)).toBe('https://register.partner.example/api/form')
  })

  it('has what was chosen, and nothing else', () => {
    expect(hostedAddress(bff, chosen)).toBe(
      'https://register.partner.example/api/form?partner=acme&locale=zh-Hans&state=MA&kiosk=90&source=poster',
    )
  })

  it.each(['', 'register.partner.example', 'javascript:alert(1)', 'https://'])('is none of %j', (apiBase) => {
    expect(hostedAddress(apiBase, chosen)).toBeUndefined()
  })

  it('stands in the frame as it stands in HTML', () => {
    const frame = hostedFrame('https://a.example/form?partner=a&locale=es', 'https://cdn.example.org/vr/1')
    expect(frame).toContain('data-vr-form src="https://a.example/form?partner=a&amp;locale=es"')
    expect(frame).toContain('<script async src="https://cdn.example.org/vr/1/frame.js"></script>')
  })
})

/** Rasterizes the SVG with four pixels for each module, as a camera would see it. */
function pictureOf(svg: string) {
  const scale = 4
  const side = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row++) {
      for (let column = 0; column < scale; column++) {
        const at = ((Number(y) * scale + row) * side + Number(x) * scale + column) * 4
        pixels.set([0, 0, 0], at)
      }
    }
  }
  return { pixels, side }
}

describe('the QR code', () => {
  const every = Object.fromEntries(hostedNames.map((name) => [name, 'x'.repeat(60)]))
  it.each([
    ['an address', hostedAddress(bff, chosen)],
    ['a long one', hostedAddress(bff, { ...noChoices, ...every })],
  ])('of %s is read as that address', (_, address = '') => {
    const { pixels, side } = pictureOf(qrSvg(address))
    expect(jsqr.default(pixels, side, side)?.data).toBe(address)
  })
})
