import { describe, expect, it } from 'vitest'
import {
  bffPaths,
  civicServicePaths,
  joinUrl,
  servicePaths,
  stateFactsPath,
  statePath,
  uptimePath,
  uptimeServicePaths,
} from './routes.ts'

describe('paths', () => {
  it('join a base with one slash, whether it ends with one or not: only the base differs (R-A105, X17)', () => {
    expect(joinUrl('https://api.example.org/', servicePaths.registration)).toBe(
      'https://api.example.org/v1/registration/external/request/',
    )
    expect(joinUrl('https://api.example.org', '/v1/event/track/')).toBe('https://api.example.org/v1/event/track/')
    expect(joinUrl('https://example.org/api//', '/settings')).toBe('https://example.org/api/settings')
  })

  it('of the service end with a slash, without which it redirects (R-A110, X31)', () => {
    const civic = Object.values(civicServicePaths).flatMap((paths) => Object.values(paths))
    const uptime = Object.values(uptimeServicePaths)
    for (const path of [...Object.values(servicePaths), ...civic, ...uptime]) expect(path).toMatch(/^\/.*[^/]\/$/)
  })

  it('of a state contain its code, and the region as a query', () => {
    expect(statePath(2, 'TN')).toBe('/v2/election/data/state/TN/')
    expect(statePath(1, 'TN')).toBe('/v1/election/data/state/TN/')
    expect(stateFactsPath('TN')).toBe('/states/TN')
    expect(stateFactsPath('IL', 'Cook & Lake')).toBe('/states/IL?region=Cook%20%26%20Lake')
  })

  it('of the Uptime API contain a site and an offset, and cannot be redirected (R-U01, R-U09)', () => {
    expect(Object.values(uptimeServicePaths)).toEqual([
      '/v1/leouptime/sites/',
      '/v1/leouptime/sites-down/',
      '/v1/leouptime/sites/{uuid}/',
      '/v1/leouptime/sites/{uuid}/checks/',
      '/v1/leouptime/sites/{uuid}/downtime/',
      '/v1/leouptime/downtime/',
    ])
    expect(uptimePath('sites')).toBe('/v1/leouptime/sites/')
    expect(uptimePath('sitesDown', { place: { limit: 100, offset: 200 } })).toBe(
      '/v1/leouptime/sites-down/?limit=100&offset=200',
    )
    expect(uptimePath('siteChecks', { uuid: 'a/../b' })).toBe('/v1/leouptime/sites/a%2F..%2Fb/checks/')
  })

  it('that a browser requests avoid the words that content blockers match', () => {
    for (const path of Object.values(bffPaths))
      expect(path).not.toMatch(/widget|track|event|ads|analytics|pixel|beacon/)
  })
})
