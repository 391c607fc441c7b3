import { afterEach, describe, expect, it } from 'vitest'
import { prefillable, prefillFrom } from '../../widget/form/prefill-names.ts'
import { clearUrlPrefill, extractUrlPrefill } from '../../widget/page-address.ts'
import { formOptions, readElementOptions } from '../options.ts'
import { getFirstScreenOptions } from './first-screen-options.ts'

const start = location.href

afterEach(() => {
  history.replaceState(null, '', start)
  clearUrlPrefill()
})

/** Whether the first file draws a form on a page, and whether the form then takes values from the page's address. */
function openPage(address: string, fields: string) {
  history.replaceState(null, '', address)
  const element = document.createElement('div')
  element.setAttribute('prefill-from-url', fields)
  const look = getFirstScreenOptions(document.body, readElementOptions(formOptions, element, {}))
  return { isDrawn: look !== undefined, isPrefilled: Object.keys(extractUrlPrefill(fields.split(' '))).length > 0 }
}

describe('the first screen', () => {
  const fields = 'state city zipcode date_of_birth'

  it.each([
    '?state=TX',
    '?a=1&city=',
    '?%73tate=TX',
    '?state=TX#top',
    '#vr.state=TX',
    '#a=1&vr.city=Paris',
    '#vr.%73tate=TX',
    '?zip=78701',
    '#vr.home_zip_code=78701',
    '?year_of_birth=1990&month_of_birth=4&day_of_birth=12',
  ])('is left to the main script if the address prefills it: %s', (address) => {
    expect(openPage(address, fields)).toEqual({ isDrawn: false, isPrefilled: true })
  })

  it.each([
    '?estate=TX',
    '?velocity=1&from=state=TX',
    '/city=Paris/?a=1',
    '?vr.state=TX',
    '#state=TX',
    '#estate=TX&vr.estate=TX',
    '#/?state=TX',
    '?STATE=TX',
    '?first_name=Ada',
  ])('is drawn if the address does not prefill it: %s', (address) => {
    expect(openPage(address, fields)).toEqual({ isDrawn: true, isPrefilled: false })
  })

  it('is left to the main script for every name that the form reads', () => {
    const names: string[] = []
    prefillFrom(prefillable, (name) => void names.push(name))
    const drawn = names.filter((name) => openPage(`?${name}=1`, prefillable.join(' ')).isDrawn)
    // None of them alone is a date.
    expect(drawn).toEqual(['year_of_birth', 'month_of_birth', 'day_of_birth'])
  })

  it('is drawn if the address may not prefill its fields', () => {
    expect(openPage('?city=Paris&zip=78701', 'false').isDrawn).toBe(true)
  })
})
