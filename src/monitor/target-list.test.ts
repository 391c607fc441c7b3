import { describe, expect, it } from 'vitest'
import { createSsrfGuard } from './ssrf-guard.ts'
import { findStateProblems, getToolSites, parseSites } from './target-list.ts'

const mayAsk = createSsrfGuard()
const aSite = (more: Record<string, unknown> = {}) => ({
  url: 'https://register.state.example/',
  description: 'MA Online Voter Registration',
  ...more,
})

describe('a list of sites', () => {
  it('has its addresses as the URL standard writes them', () => {
    const list = [aSite({ url: 'HTTPS://Register.State.Example/a/../b#top', mustContain: 'Register' })]
    expect(parseSites(list, mayAsk)).toEqual({
      sites: [{ ...list[0], url: 'https://register.state.example/b' }],
      problems: [],
    })
  })

  it.each([
    ['ftp://register.state.example/', 'is not http: or https:'],
    ['javascript:alert(1)', 'is not http: or https:'],
    ['file:///etc/passwd', 'is not http: or https:'],
    ['register.state.example', 'is not an absolute address'],
    ['', 'is not an absolute address'],
    ['http://user:CANARY@register.state.example/', 'contains a user name or password'],
    ['http://127.0.0.1/', 'is not on the public network'],
    ['http://localhost:8080/', 'is not on the public network'],
    ['http://[::1]/', 'is not on the public network'],
    ['http://192.168.0.1/', 'is not on the public network'],
    ['http://2130706433/', 'is not on the public network'],
    ['http://0x7f.1/', 'is not on the public network'],
  ])('with %s is rejected with the name of the site', (url, says) => {
    const { sites, problems } = parseSites([aSite(), aSite({ url })], mayAsk)
    expect(sites).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(/^has a mistake at site 2: /)
    expect(problems[0]).toContain(says)
    expect(problems[0]).not.toContain('CANARY')
  })

  it('is rejected with all errors together: duplicates, missing parts, unknown keys', () => {
    const list = [aSite(), aSite({ url: 'https://register.state.example/#again' }), aSite({ url: 'ftp://x.example/' })]
    expect(parseSites(list, mayAsk).problems).toEqual([
      'has the same address as site 1 and site 2: https://register.state.example/.',
      'has a mistake at site 3: "ftp://x.example/" is not http: or https:.',
    ])
    const broken = parseSites([{ url: 1 }, aSite({ description: ' ' }), aSite({ must_contain: 'x' }), 'x'], mayAsk)
    expect(broken.problems).toEqual([
      'has a mistake at site 1: url is not a text.',
      'has a mistake at site 1: description is missing.',
      'has a mistake at site 2: description is empty.',
      'has a mistake at site 3: it has "must_contain", which is unknown.',
      'has a mistake at site 4: it is not an object.',
    ])
    expect(parseSites({}, mayAsk).problems).toEqual(['must be a JSON array of objects with url and description.'])
  })
})

it('an operator’s list has a site, and its state where clients read it (X26)', () => {
  const described = (...descriptions: string[]) => descriptions.map((description) => aSite({ description }))
  expect(findStateProblems([])).toEqual(['names no site.'])
  expect(findStateProblems(described('MA x', 'Massachusetts x', 'ma x', 'our sentinel', 'ZZ x', 'MA')).length).toBe(4)
  expect(findStateProblems(described('MA x', 'DC: y'))).toEqual([])
})

describe('the tools of a state', () => {
  const fact = (slug: string, text: string) => ({ field_type: slug, text, modified_at: '2026-01-01T00:00:00Z' })
  const state = (...facts: ReturnType<typeof fact>[]) => ({
    code: 'MA',
    name: 'Massachusetts',
    state_information: facts,
  })

  it('are its sites, named as the real monitor names them; an address once (R-U18, X26)', () => {
    const sites = getToolSites(
      state(
        fact('gov_tool_verify', 'https://vote.state.example/status'),
        fact('gov_tool_polling_place', 'https://vote.state.example/'),
        fact('gov_tool_registration', ' https://vote.state.example/ '),
        fact('gov_tool_something_new', 'https://new.state.example/'),
        fact('gov_tool_uocava', ''),
        fact('gov_tool_absentee_request', 'N/A'),
        fact('source_registration_info', 'https://law.state.example/'),
      ),
    )
    expect(sites).toEqual([
      { url: 'https://vote.state.example/', description: 'MA Online Voter Registration' },
      { url: 'https://vote.state.example/status', description: 'MA Voter Registration Status' },
      { url: 'https://new.state.example/', description: 'MA Tool: something new' },
    ])
  })

  it('include regional addresses', () => {
    const override = {
      state: 'Massachusetts',
      region: { name: 'Suffolk County' },
      field: { slug: 'gov_tool_absentee_request' },
      value: 'https://suffolk.state.example/',
    }
    const elsewhere = { ...override, state: 'Florida', value: 'https://bay.state.example/' }
    expect(getToolSites(state(), [override, elsewhere])).toEqual([
      { url: 'https://suffolk.state.example/', description: 'MA Absentee Ballot Request (Suffolk County)' },
    ])
  })
})
