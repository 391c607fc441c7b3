import { describe, expect, it } from 'vitest'
import { parseSiteDescription } from './sites.ts'

describe('the purpose of a site', () => {
  it.each([
    ['TN Online Voter Registration', { state: 'TN', tool: 'Online Voter Registration', isForRegistration: true }],
    ['  DC   Polling Place ', { state: 'DC', tool: 'Polling Place', isForRegistration: false }],
    ['TX Voter Registration Status', { state: 'TX', tool: 'Voter Registration Status', isForRegistration: false }],
    ['XX Online Voter Registration', { tool: 'XX Online Voter Registration', isForRegistration: true }],
    ['INdiana Online Voter Registration', { tool: 'INdiana Online Voter Registration', isForRegistration: true }],
    ['TN', { tool: 'TN', isForRegistration: false }],
    ['MAINE', { tool: 'MAINE', isForRegistration: false }],
    ['ma tools', { tool: 'ma tools', isForRegistration: false }],
    ['', { tool: '', isForRegistration: false }],
  ])('is parsed from %j', (description, about) => {
    expect(parseSiteDescription(description)).toEqual(about)
  })

  it('does not include the monitor’s sentinel (X26)', () => {
    expect(parseSiteDescription('uptime monitor sentinel site')).toBeUndefined()
  })
})
