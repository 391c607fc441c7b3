import { describe, expect, it } from 'vitest'
import { parseSiteDescription } from './sites.ts'

describe('the purpose of a site', () => {
  it.each([
    ['TN Online Voter Registration', { state: 'TN', tool: 'Online Voter Registration', registers: true }],
    ['  DC   Polling Place ', { state: 'DC', tool: 'Polling Place', registers: false }],
    ['TX Voter Registration Status', { state: 'TX', tool: 'Voter Registration Status', registers: false }],
    ['XX Online Voter Registration', { tool: 'XX Online Voter Registration', registers: true }],
    ['INdiana Online Voter Registration', { tool: 'INdiana Online Voter Registration', registers: true }],
    ['TN', { tool: 'TN', registers: false }],
    ['MAINE', { tool: 'MAINE', registers: false }],
    ['ma tools', { tool: 'ma tools', registers: false }],
    ['', { tool: '', registers: false }],
  ])('is parsed from %j', (description, about) => {
    expect(parseSiteDescription(description)).toEqual(about)
  })

  it('does not include the monitor’s sentinel (X26)', () => {
    expect(parseSiteDescription('uptime monitor sentinel site')).toBeUndefined()
  })
})
