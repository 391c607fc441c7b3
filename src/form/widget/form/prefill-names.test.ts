import { describe, expect, it } from 'vitest'
import { prefillFrom } from './prefill-names.ts'

/** Returns a form's initial values for this list at an address, and what remains of the address. */
function read(allowed: readonly string[], address: string) {
  const query = new URLSearchParams(address)
  const prefill = prefillFrom(allowed, (name) => {
    const value = query.get(name) ?? undefined
    query.delete(name)
    return value
  })
  return { prefill, left: query.toString() }
}

describe('values from an address', () => {
  it('fill in the listed fields, also by the names of other forms', () => {
    expect(
      read(
        ['first_name', 'zipcode', 'date_of_birth'],
        'first_name=Ada&zip5=02139&year_of_birth=1990&month_of_birth=4&day_of_birth=2',
      ),
    ).toEqual({
      prefill: { first_name: 'Ada', zipcode: '02139', date_of_birth: '1990-04-02' },
      left: '',
    })
  })

  it('are removed from the address if they are personal, also when they are not listed', () => {
    const address = 'email_address=ada%40example.org&phone=6175550123&address=1+Main+St&day_of_birth=2&first_name=Ada'
    expect(read(['first_name'], address)).toEqual({ prefill: { first_name: 'Ada' }, left: '' })
    expect(read([], address)).toEqual({ prefill: {}, left: '' })
  })

  it.each(['state=MA', 'city=Boston', 'zip=02139', 'title=News', 'page=2'])(
    '%s stays if it is not listed',
    (address) => {
      expect(read([], address)).toEqual({ prefill: {}, left: address })
    },
  )
})
