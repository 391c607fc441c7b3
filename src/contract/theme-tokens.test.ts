import { expect, it } from 'vitest'
import { isTokenValue } from './theme-tokens.ts'

const harmless = [
  '#003b5c',
  'rgb(0 59 92 / 50%)',
  'hsl(200deg 100% 18%)',
  'oklch(40% 0.1 250)',
  'color-mix(in srgb, red 20%, white)',
  'light-dark(#fff, #000)',
  'var(--brand, #123456)',
  'linear-gradient(red, blue)',
  'rebeccapurple',
  'calc(1rem + 2px)',
  'clamp(1rem, 2vw, 1.5rem)',
  '"Public Sans", system-ui, sans-serif',
  "'Helvetica Neue', Arial",
  '0 1px 2px rgb(0 0 0 / 0.2)',
  '0.15s',
  '1.5',
  'inherit',
  16,
]
const harmful = [
  'url(https://tracker.example/x.png)',
  'URL("https://tracker.example/x.png")',
  'red url(//tracker.example/x)',
  'u\\72l(https://tracker.example/x)',
  '\\75rl(https://tracker.example/x)',
  'image-set("https://tracker.example/x.png" 1x)',
  '-webkit-image-set("https://tracker.example/x.png" 1x)',
  'image("https://tracker.example/x.png")',
  'cross-fade(url(x), url(y))',
  '-webkit-cross-fade("x", "y", 50%)',
  'src("https://tracker.example/x.png")',
  'element(#secret)',
  '-moz-element(#secret)',
  'paint(tracker)',
  'var(--x, url(https://tracker.example/x))',
  'red; background: blue',
  'red} body {display: none',
  'red/*',
  'red</style><script>x()</script>',
  '{}',
]

it('a token’s value describes appearance, and can load nothing and close nothing', () => {
  expect(harmless.filter((value) => !isTokenValue(value))).toEqual([])
  expect(harmful.filter((value) => isTokenValue(value))).toEqual([])
})
