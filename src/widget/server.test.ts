import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { VoterRegistration } from './voter-registration.tsx'

it('renders in Node, where there is no page', () => {
  expect(typeof document).toBe('undefined')
  const html = renderToString(createElement(VoterRegistration, { apiBase: 'https://bff.example', locale: 'es' }))
  expect(html).toContain('data-step="form"')
  expect(html).toContain('Código postal')
})
