import { describe, expect, it } from 'vitest'
import { bffPaths, civicServicePaths, joinUrl, servicePaths, stateFactsPath, statePath } from './routes.ts'

describe('paths', () => {
  it('join a base with one slash, whether it ends with one or not (X17)', () => {
    expect(joinUrl('https://api.example.org/', servicePaths.registration)).toBe(
      'https://api.example.org/v1/registration/external/request/',
    )
    expect(joinUrl('https://api.example.org', '/v1/event/track/')).toBe('https://api.example.org/v1/event/track/')
    expect(joinUrl('https://example.org/api//', '/settings')).toBe('https://example.org/api/settings')
  })

  it('of the service end with a slash, without which it redirects (R-A110, X31)', () => {
    const civic = Object.values(civicServicePaths).flatMap((paths) => Object.values(paths))
    for (const path of [...Object.values(servicePaths), ...civic]) expect(path).toMatch(/^\/.*[^/]\/$/)
  })

  it('of a state hold its code, and the region as a query', () => {
    expect(statePath(2, 'TN')).toBe('/v2/election/data/state/TN/')
    expect(statePath(1, 'TN')).toBe('/v1/election/data/state/TN/')
    expect(stateFactsPath('TN')).toBe('/states/TN')
    expect(stateFactsPath('IL', 'Cook & Lake')).toBe('/states/IL?region=Cook%20%26%20Lake')
  })

  it('that a browser asks for avoid the words that content blockers cut off', () => {
    for (const path of Object.values(bffPaths))
      expect(path).not.toMatch(/widget|track|event|ads|analytics|pixel|beacon/)
  })
})
