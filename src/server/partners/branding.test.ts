/** The style sheet of a branding: what a page without scripts cannot measure is in it. */
import { describe, expect, it } from 'vitest'
import { parseBranding, type RawBranding, readLogo } from './branding.ts'

const read = (written: RawBranding) => parseBranding(written, 'branding', () => new Uint8Array())
const cssOf = (written: RawBranding) => {
  const { branding, problems } = read(written)
  expect(problems).toEqual([])
  return branding.css
}

it('a primary color that is readable everywhere is enough', () => {
  expect(cssOf({ theme: 'light', tokens: { 'color-primary': '#0b6b3a' } })).toBe('html{--vr-color-primary:#0b6b3a}')
  expect(cssOf({ tokens: { radius: '4px' } })).toBe('html{--vr-radius:4px}')
})

it('a yellow primary color stays the fill, with a dark label, and is neither text nor line on white', () => {
  expect(cssOf({ tokens: { 'color-primary': '#ffe600' } })).toBe(
    'html{--vr-color-primary:#ffe600}' +
      'html .vr-root{--_accent:#1c1b22;--_color-on-primary:#1c1b22}' +
      '@supports (color:light-dark(#000,#fff)){html .vr-root{--_accent:light-dark(#1c1b22,#ffe600);--_color-on-primary:light-dark(#1c1b22,#1b1440)}}',
  )
})

it('a black primary color is a fill in the light theme, and text and label on dark', () => {
  expect(cssOf({ theme: 'dark', tokens: { 'color-primary': '#1a1a1a' } })).toBe(
    'html{--vr-color-primary:#1a1a1a}' +
      'html .vr-root{--_accent:#efedf5;--_color-primary:#efedf5;--_color-on-primary:#1a1922}',
  )
})

it('boxes have no tint if the text would be unreadable on it', () => {
  const tokens = {
    ...Object.fromEntries(
      ['muted', 'danger', 'success', 'border', 'focus', 'warning'].map((one) => [`color-${one}`, '#fff']),
    ),
    'color-surface': '#767676',
    'color-on-surface': '#fff',
    'input-background': '#000',
  }
  expect(cssOf({ theme: 'light', tokens })).toContain('html .vr-root{--_accent:#ffffff;--_wash:#767676}')
})

it('an unreadable text color is rejected with a readable suggestion', () => {
  expect(read({ theme: 'light', tokens: { 'color-muted': '#ccc' } }).problems).toEqual([
    'branding.tokens.color-muted (#cccccc) has a contrast of 1.5:1 to color-surface (#ffffff) or its tint in the light theme and needs 4.5:1. #1c1b22 is readable.',
  ])
})

/** The problem of a logo, or its type. */
function readLogoType(bytes: number[]): string {
  const found = readLogo(new Uint8Array(bytes))
  return 'problem' in found ? found.problem : found.logo.type
}

describe('readLogo', () => {
  it('accepts PNG, JPEG and WebP by their first bytes', () => {
    const webp = [0x52, 0x49, 0x46, 0x46, 9, 9, 9, 9, 0x57, 0x45, 0x42, 0x50]
    const types = [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0xff, 0xd8, 0xff, 0xe0], webp]
    expect(types.map(readLogoType)).toEqual(['image/png', 'image/jpeg', 'image/webp'])
  })

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'GIF89a', ''])('rejects %j', (text) => {
    expect(readLogoType([...new TextEncoder().encode(text)])).toBe('is neither PNG, JPEG nor WebP.')
  })
})
