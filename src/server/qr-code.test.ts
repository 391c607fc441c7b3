/** A camera reads the encoded URL from a sheet of paper. */
import jsqr from 'jsqr'
import { expect, it } from 'vitest'
import { maxQrCodeUrl, qrCode } from './qr-code.ts'

/** Renders what a camera sees: four pixels for each unit, with the quiet zone around them. */
function photographed(path: string, size: number): { pixels: Uint8ClampedArray; side: number } {
  const [scale, quiet] = [4, 4]
  const side = (size + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x = '', y = '', width = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g)) {
    for (let row = (Number(y) + quiet) * scale; row < (Number(y) + quiet + 1) * scale; row++) {
      const start = row * side + (Number(x) + quiet) * scale
      pixels.fill(0, start * 4, (start + Number(width) * scale) * 4)
      for (let at = start; at < start + Number(width) * scale; at++) pixels[at * 4 + 3] = 255
    }
  }
  return { pixels, side }
}

it.each(['https://state.example/register/', `https://elections.state.example/${'a-long-path/'.repeat(20)}?state=TN`])(
  'is read as the address: $0',
  (url) => {
    const { path = '', size = 0 } = qrCode(url) ?? {}
    expect(path.replaceAll(/M\d+ \d+h\d+v1H\d+z/g, '')).toBe('')
    const { pixels, side } = photographed(path, size)
    expect(jsqr.default(pixels, side, side)?.data).toBe(url)
  },
)

it('takes URLs up to the longest that a code has room for', () => {
  const longest = 'https://state.example/'.padEnd(maxQrCodeUrl, 'a')
  expect(qrCode(longest)?.size).toBe(177)
  expect(qrCode(`${longest}a`)).toBeUndefined()
})
