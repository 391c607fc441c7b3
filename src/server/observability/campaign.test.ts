import { describe, expect, it } from 'vitest'
import { aRequest } from '../../contract/testing/samples.ts'
import { campaignOf } from './log.ts'

const ada = aRequest({
  first_name: 'Ada',
  last_name: 'Sample-Jones',
  email: 'ada.sample@example.org',
  phone: '+16175550123',
  address1: '10 Test Street',
  zipcode: '02108',
  date_of_birth: '1990-04-12',
  city: 'Boston',
})
const of = (value: string) =>
  campaignOf(`${new URLSearchParams({ utm_source: 'letter', utm_content: value })}`, ada, [])

describe('the log’s word of where a voter came from', () => {
  it.each([
    'ada',
    'for-Ada',
    'samplejones',
    'sample_jones',
    'ada.sample',
    '617-555-0123',
    '6175550123',
    '10 test street',
    '1990-04-12',
    'x02108x',
  ])('does not hold %j, which this voter has typed', (value) => {
    expect(of(value)).toEqual({ utm_source: 'letter' })
  })

  it.each(['boston-fair', 'canada', 'test-b', 'fall 2026', '120210012345'])(
    'holds %j, which is a campaign',
    (value) => {
      expect(of(value)).toEqual({ utm_source: 'letter', utm_content: value })
    },
  )

  it('holds the partner’s own parameters without what this voter has typed', () => {
    const header = 'shift=morning&chapter=Ada&page_path=%2Fvote&referrer_host=news.example'
    expect(campaignOf(header, ada, ['shift', 'chapter'])).toEqual({
      shift: 'morning',
      page_path: '/vote',
      referrer_host: 'news.example',
    })
  })

  it('is left out where there is none', () => {
    expect(campaignOf(undefined, ada, [])).toBeUndefined()
    expect(campaignOf('utm_source=%0Aevil', ada, [])).toBeUndefined()
  })
})
