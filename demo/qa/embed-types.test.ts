import { describe, expect, it } from 'vitest'
import { getEmbedAddress } from './embed-types.ts'

const props = { apiBase: 'http://127.0.0.1:8787', locale: 'es', appearance: { theme: 'dark' } }

describe('the address of an embed', () => {
  it('has the options as props, or as parameters of the hosted page', () => {
    const react = new URL(getEmbedAddress('react', props), 'http://demo')
    expect([react.pathname, JSON.parse(react.searchParams.get('props') ?? '')]).toEqual(['/form.html', props])
    expect(getEmbedAddress('element', props)).toMatch(/^\/script\.html\?props=/)
    expect(getEmbedAddress('hosted', { ...props, layout: 'steps', kiosk: { idleSeconds: 30 }, partner: 'demo' })).toBe(
      '/frame/form?locale=es&theme=dark&layout=steps&kiosk=30&partner=demo',
    )
  })

  it('has none on an untouched page', () => {
    const plain = { apiBase: props.apiBase, locale: 'auto', appearance: { theme: 'auto' } }
    expect(getEmbedAddress('plain', plain)).toBe('/frame/form?')
  })
})
