/** Attributes become options; what means nothing is named with what may be written. */
import { describe, expect, it } from 'vitest'
import { attributeNames, readAttributes } from './read-attributes.ts'

function read(attributes: Record<string, string>) {
  const element = document.createElement('div')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const warnings: string[] = []
  return { options: readAttributes(element, (sentence) => warnings.push(sentence)), warnings }
}

describe('the attributes of the element', () => {
  it('become options of their own kind', () => {
    const { options, warnings } = read({
      'api-base': '/api',
      'heading-level': '3',
      kiosk: '120',
      'report-state': 'false',
      'prefill-from-url': 'first_name  zipcode',
      theme: 'dark',
      appearance: '{"density":"compact"}',
      'utm-source': 'letter',
      'data-override-utm_medium': 'mail',
      'data-default-source': 'home',
    })
    expect(warnings).toEqual([])
    expect(options).toEqual({
      apiBase: '/api',
      headingLevel: 3,
      kiosk: { idleSeconds: 120 },
      reportState: false,
      prefillFromUrl: ['first_name', 'zipcode'],
      appearance: { density: 'compact', theme: 'dark' },
      tracking: { utm_source: 'letter', utm_medium: 'mail' },
      trackingDefaults: { source: 'home' },
    })
  })

  it.each([
    ['theme', 'drak', 'light, dark, auto, inherit'],
    ['heading-level', '7', '1, 2, 3, 4, 5, 6'],
    ['kiosk', '5', 'seconds, 30 or more'],
    ['report-state', 'no', 'true, false'],
    ['api-base', 'javascript:alert(1)', 'an http(s) address'],
    ['messages', '[1]', 'a JSON object'],
  ])('named %s with %j is left out, and the page learns what to write', (name, value, allowed) => {
    const { options, warnings } = read({ [name]: value })
    expect(options).toEqual({})
    expect(warnings).toEqual([`${name}="${value}" is not understood, so it is left out. Write ${allowed}.`])
  })

  it('never repeat a prefill in the console: it is personal', () => {
    expect(read({ prefill: '{"first_name":"Ada"' }).warnings.join()).not.toContain('Ada')
  })

  it('are all watched for changes', () => {
    expect(attributeNames).toContain('api-base')
    expect(new Set(attributeNames).size).toBe(attributeNames.length)
  })
})
