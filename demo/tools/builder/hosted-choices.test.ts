import { describe, expect, it } from 'vitest'
import { hostedAddress, hostedFrame, noChoices } from './hosted-choices.ts'

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
