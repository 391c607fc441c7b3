import { describe, expect, it } from 'vitest'
import { stateCodes } from '../../../contract/states.ts'
import { suggestState } from './facts-beside-form.tsx'

/** A ZIP code of each state's capital or largest city. */
const usual = {
  AL: '36104',
  AK: '99801',
  AZ: '85001',
  AR: '72201',
  CA: '95814',
  CO: '80202',
  CT: '06103',
  DE: '19901',
  DC: '20001',
  FL: '32301',
  GA: '30303',
  HI: '96813',
  ID: '83702',
  IL: '60601',
  IN: '46225',
  IA: '50309',
  KS: '66603',
  KY: '40601',
  LA: '70802',
  ME: '04330',
  MD: '21401',
  MA: '02108',
  MI: '48933',
  MN: '55102',
  MS: '39205',
  MO: '65101',
  MT: '59623',
  NE: '68502',
  NV: '89701',
  NH: '03301',
  NJ: '08608',
  NM: '87501',
  NY: '12207',
  NC: '27601',
  ND: '58501',
  OH: '43215',
  OK: '73102',
  OR: '97301',
  PA: '17101',
  RI: '02903',
  SC: '29217',
  SD: '57501',
  TN: '37219',
  TX: '78701',
  UT: '84111',
  VT: '05602',
  VA: '23219',
  WA: '98507',
  WV: '25301',
  WI: '53703',
  WY: '82001',
} as const

describe('a ZIP code and its state', () => {
  it('cause no question if the ZIP code belongs to the chosen one of the 51', () => {
    expect(Object.keys(usual)).toHaveLength(51)
    for (const code of stateCodes) expect(suggestState(usual[code], code), code).toBeUndefined()
  })

  it('suggest another state if the ZIP code belongs to it', () => {
    for (const code of stateCodes)
      expect(suggestState(usual[code], code === 'TN' ? 'OH' : 'TN')).toBe(code === 'TN' ? 'TN' : code)
  })

  it.each([
    ['06390', 'CT'],
    ['06390', 'NY'],
    ['20598', 'VA'],
    ['20598', 'DC'],
    ['73960', 'OK'],
  ] as const)('accept %s, whose prefix is in several states, for %s', (zipcode, chosen) => {
    expect(suggestState(zipcode, chosen)).toBeUndefined()
  })

  it('suggest the ZIP code’s own state if that differs from its prefix', () => {
    expect(suggestState('06390', 'MA')).toBe('NY')
    expect(suggestState('06391', 'MA')).toBe('CT')
  })

  it.each(['00901', '96910', '09012', '34012', '96201', '00000', '21301'])(
    'cause no question for %s, of a territory, the military or nobody',
    (zipcode) => {
      expect(suggestState(zipcode, 'OH')).toBeUndefined()
    },
  )
})
