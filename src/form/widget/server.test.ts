import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { es } from '../locales/es.ts'
import { VoterRegistration } from './react/voter-registration.tsx'

it('the server entry point renders in Node, without a DOM', () => {
  expect(typeof document).toBe('undefined')
  const props = { apiBase: 'https://bff.example', locale: 'es' as const }
  const html = renderToString(createElement(VoterRegistration, { ...props, locales: [es] }))
  expect(html).toContain('data-step="form"')
  expect(html).toContain('Código postal')
  // The browser fetches texts that the page does not provide: until then the form is in English.
  expect(renderToString(createElement(VoterRegistration, props))).toContain('lang="en"')
})
