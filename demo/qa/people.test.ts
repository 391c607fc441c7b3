import { describe, expect, it } from 'vitest'
import { checkRequest, stateCodes } from 'voter-registration/contract'
import { createVoter, findScenario, formatVoter } from './people.ts'

describe('the fictional voters of the QA page', () => {
  it.each([0, 1, 2, 3, 4, 5])('include number %i, which the service accepts once consent is given', (place) => {
    const voter = createVoter('slow', place)
    expect(checkRequest({ ...voter, sms_opt_in: true })).toEqual({ ok: true, request: { ...voter, sms_opt_in: true } })
  })

  it('never consent (R-A46, R-A48)', () => {
    for (const place of [0, 1, 2, 3, 4]) {
      expect(Object.keys(createVoter('', place))).not.toContain('sms_opt_in')
      expect(Object.keys(createVoter('', place))).not.toContain('sms_opt_in_subscriber')
    }
  })

  it('can live in any of the 51 jurisdictions, Tennessee included (R-A33, R-A44)', () => {
    for (const state of stateCodes) {
      for (const place of [0, 1, 2, 3, 4]) {
        expect(checkRequest({ ...createVoter('', place, state), sms_opt_in: true }).ok).toBe(true)
      }
    }
  })

  it('select a scenario through their email address', () => {
    expect(createVoter('html-500').email).toBe('ada+html-500@example.org')
    expect(createVoter('').email).toBe('ada@example.org')
    expect(findScenario('ada+html-500@example.org')).toBe('html-500')
    expect(findScenario('ada@example.org')).toBe('')
    expect(findScenario('not an address')).toBe('')
  })

  it('have the requested age', () => {
    const { date_of_birth } = createVoter('', 0, 'CA', 17)
    const years = (Date.now() - Date.parse(date_of_birth)) / (365.25 * 86_400_000)
    expect(Math.floor(years + 0.01)).toBe(17)
  })

  it('differ by name and state', () => {
    expect(formatVoter(createVoter('', 1))).toBe('Ben Example, Tennessee')
  })
})
