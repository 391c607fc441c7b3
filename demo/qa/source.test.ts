import { describe, expect, it } from 'vitest'
import { initialChoices } from './choices.ts'
import { renderCommands, renderJsx } from './source.ts'

const bff = 'http://127.0.0.1:8787'

describe('the source of the page', () => {
  it('is one line on an untouched page: only apiBase is needed', () => {
    expect(renderJsx(initialChoices, bff)).toBe(
      [
        "import { VoterRegistration } from 'voter-registration'",
        "import 'voter-registration/styles.css'",
        '',
        'export function RegisterToVote() {',
        '  return <VoterRegistration apiBase="http://127.0.0.1:8787" />',
        '}',
      ].join('\n'),
    )
  })

  it('has every choice that differs from the default', () => {
    const choices = {
      ...initialChoices,
      layout: 'steps',
      density: 'compact',
      kiosk: '90',
      language: 'es',
      theme: 'dark',
      width: '480',
      state: 'TN',
      target: '_blank',
      heading: '3',
      strict: 'on',
    } as const
    expect(renderJsx(choices, bff)).toBe(
      [
        "import { StrictMode } from 'react'",
        "import { VoterRegistration } from 'voter-registration'",
        "import 'voter-registration/styles.css'",
        '',
        'export function RegisterToVote() {',
        '  return (',
        '    <StrictMode>',
        '      <div style={{ maxWidth: 480 }}>',
        '        <VoterRegistration',
        '          apiBase="http://127.0.0.1:8787"',
        '          locale="es"',
        "          appearance={{ theme: 'dark', density: 'compact' }}",
        "          prefill={{ state: 'TN' }}",
        '          linkTarget="_blank"',
        '          headingLevel={3}',
        '          layout="steps"',
        '          kiosk={{ idleSeconds: 90 }}',
        '        />',
        '      </div>',
        '    </StrictMode>',
        '  )',
        '}',
      ].join('\n'),
    )
  })

  it('starts a BFF that allows this page', () => {
    const config = { bff, sandbox: 'http://127.0.0.1:8788', sandboxKey: 'some-id:sandbox-secret' }
    expect(renderCommands(config, 'http://localhost:4173')).toBe(
      [
        'PORT=8788 npx --no voter-registration-sandbox',
        '',
        'UPSTREAM_URL=http://127.0.0.1:8788 \\',
        '  API_KEY_ID=some-id \\',
        '  API_KEY_SECRET=sandbox-secret \\',
        '  ALLOWED_ORIGINS=http://localhost:4173 \\',
        '  PORT=8787 \\',
        '  npx --no voter-registration-server bff',
      ].join('\n'),
    )
  })
})
