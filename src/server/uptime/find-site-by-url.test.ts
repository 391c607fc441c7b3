import { describe, expect, it } from 'vitest'
import { parseSiteDescription } from '../../contract/sites.ts'
import { findSiteByUrl } from './site-status-cache.ts'

const site = (description: string, url: string, up: boolean | undefined = false) => {
  const parsed = parseSiteDescription(description)
  if (parsed === undefined) throw new Error('a sentinel')
  return { url, description: parsed, ...(up !== undefined && { up }) }
}

const ma = site('MA Online Voter Registration', 'https://register.ma.example/ovr/')

describe('the site of a button', () => {
  it.each([
    'https://register.ma.example/ovr/',
    'https://register.ma.example/ovr',
    'https://REGISTER.ma.example:443/ovr#top',
    'http://www.register.ma.example/ovr/',
    // Colorado and Washington put the registration's own id into the URL (B.2.11).
    'https://register.ma.example/ovr?vrdid=1&campaign=2',
    // Deeper in the state's own registration site.
    'https://register.ma.example/ovr/start/step1',
  ])('is found for %s', (url) => {
    expect(findSiteByUrl([ma], url, 'MA')).toBe(ma)
  })

  it.each([
    ['another host', 'https://register.ma.example.evil.example/ovr/', 'MA'],
    ['a part of the host', 'https://ma.example/ovr/', 'MA'],
    ['another port', 'https://register.ma.example:8443/ovr/', 'MA'],
    ['another state', 'https://register.ma.example/ovr/', 'TN'],
    ['no web address', 'javascript:alert(1)', 'MA'],
    ['nothing that can be read', 'register.ma.example', 'MA'],
  ] as const)('is not found for %s', (_, url, state) => {
    expect(findSiteByUrl([ma], url, state)).toBeUndefined()
  })

  it('is not another tool on the same host', () => {
    const lookup = site('MA Voter Registration Status', 'https://register.ma.example/status/')
    expect(findSiteByUrl([lookup], 'https://register.ma.example/ovr/', 'MA')).toBeUndefined()
    expect(findSiteByUrl([lookup, ma], 'https://register.ma.example/ovr/', 'MA')).toBe(ma)
    expect(findSiteByUrl([lookup, ma], 'https://register.ma.example/deeper/', 'MA')).toBe(ma)
  })

  it('is unknown if several with one address do not agree', () => {
    const other = site('MA Voter Registration Status', ma.url, true)
    expect(findSiteByUrl([ma, other], ma.url, 'MA')).toBeUndefined()
    expect(findSiteByUrl([{ ...other, up: false }, ma], ma.url, 'MA')).toBe(ma)
  })

  it('prefers the same query, and a site without a state counts by its address only (X26)', () => {
    const one = site('MA Online Voter Registration', 'https://vote.ma.example/?tool=register', true)
    const two = site('MA Polling Place', 'https://vote.ma.example/?tool=polls', false)
    expect(findSiteByUrl([one, two], 'https://vote.ma.example/?tool=register', 'MA')).toBe(one)
    expect(findSiteByUrl([one, two], 'https://vote.ma.example/?tool=other', 'MA')).toBeUndefined()
    const nameless = site('Voter registration', 'https://register.ma.example/ovr/')
    expect(findSiteByUrl([nameless], ma.url, 'MA')).toBe(nameless)
    expect(findSiteByUrl([nameless], 'https://register.ma.example/deeper', 'MA')).toBeUndefined()
  })
})
