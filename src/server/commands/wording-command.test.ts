/** The texts that an operator approves: every text that can be shown, and exactly the versions that the server then requires. */
import { describe, expect, it } from 'vitest'
import { catalogs } from '../../form/locales/catalogs.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

const env = {
  OPERATOR_NAME: 'Vote & <Service>',
  OPERATOR_TERMS_URL: 'https://service.example/terms/?a=1&b=2',
  OPERATOR_PRIVACY_URL: 'https://service.example/privacy/',
  PARTNER_NAME: 'River City Votes',
  PARTNER_PRIVACY_URL: 'https://partner.example/privacy/',
}

async function run(more: Record<string, string | undefined> = {}, ...args: string[]) {
  const { end, out, err } = await runInTerminal(runCli, ['wording', ...args], { ...env, ...more })
  return { ...end, out, err }
}

describe('voter-registration-server wording', () => {
  it('prints the texts with names, links and versions, and needs neither key nor storage', async () => {
    const { out, ...end } = await run({ LANGUAGES: 'all' })
    expect(end).toEqual({ type: 'over', code: 0, err: '' })
    expect(out).toContain('Vote & <Service>')
    expect(out).toContain('(https://service.example/terms/?a=1&b=2)')
    expect(out).toContain('Text STOP to cancel or HELP for information.')
    for (const { wording, language } of catalogs) {
      if (language !== 'es' && wording !== undefined) expect(out).toContain(wording.note)
    }
  })

  it('names the versions that the server asks for', async () => {
    const { out } = await run()
    const approved = /WORDING_APPROVED=([\w,-]+)/.exec(out)?.[1]
    expect(approved).toMatch(/^en-[0-9a-f]{32},es-[0-9a-f]{32}$/)
    const { out: changed } = await run({ OPERATOR_TERMS_URL: 'https://service.example/terms/?a=1&b=3' })
    expect(changed).not.toContain(approved)
  })

  it('says what is missing', async () => {
    const { out, ...end } = await run({ OPERATOR_NAME: undefined })
    expect(end).toMatchObject({ code: 2, err: expect.stringContaining('OPERATOR_NAME is missing.') })
    expect(out).toBe('')
  })

  it.each([[undefined], [' ']])('says that the file of a partner is missing: %j', async (PARTNERS_FILE) => {
    const { out, ...end } = await run({ PARTNERS_FILE }, '--partner', 'river')
    expect(end).toMatchObject({ code: 2, err: expect.stringContaining('PARTNERS_FILE is missing.') })
    expect(out).toBe('')
  })

  it('prints the sandbox’s texts without any name', async () => {
    const terminal = { out: () => undefined, err: () => undefined }
    const sandbox = { UPSTREAM_URL: 'http://127.0.0.1:8788', API_KEY_ID: '00000000-0000-4000-8000-000000000001' }
    expect(await runCli(['wording'], sandbox, terminal)).toEqual({ type: 'over', code: 0 })
  })
})
