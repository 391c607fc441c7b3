import { describe, expect, it } from 'vitest'
import { aStateFact } from '../../../contract/testing/civic-samples.ts'
import { es as spanish } from '../../locales/es.ts'
import { createFormMessages } from '../messages/catalog.ts'
import { createFactsMessages } from '../messages/facts-messages.ts'
import { decodeEntities as decode } from '../screens/service-text.ts'
import { describeOnlineId, translateDeadlineRule } from './common-values.ts'

const es = createFactsMessages(createFormMessages(spanish))
const things = (value: string) => describeOnlineId(aStateFact('id_laws_online_registration', value), { t: es, decode })

describe('the requirements of an online form', () => {
  it.each([
    ['The online form asks for state driver license or ID.', es.haveReady.things.license],
    ['The online form asks for a driver&#x27;s license or state ID.', es.haveReady.things.license],
    ['state driver license or ID, and SSN', es.haveReady.things.licenseAndSsn],
    ['State driver’s license or ID, or Social Security number', es.haveReady.things.licenseOrSsn],
    ['state driver license or ID with signature on file at the DMV', es.haveReady.things.licenseSigned],
    ["a driver's license or state ID, and a Social Security number", es.haveReady.things.licenseAndSsn],
    ['SSN', es.haveReady.things.ssn],
  ])('are translated if they are usual: %s', (value, text) => {
    expect(things(value)).toEqual({ text, isTranslated: true })
  })

  it.each(['A driver license, unless you were born here', 'Your passport', 'Driver license or ID, and a note'])(
    'keep the service’s text if it says anything else: %s',
    (value) => {
      expect(things(value)).toEqual({ text: value, isTranslated: false })
    },
  )

  it('stay in their section if they are not a single short line', () => {
    expect(things('A license.\n\nA utility bill.')).toBeUndefined()
    expect(things('A very long text about everything. '.repeat(4))).toBeUndefined()
    expect(things('')).toBeUndefined()
  })
})

describe('the rule of a deadline', () => {
  it.each([
    ['10 days before Election Day', '10 días antes del día de las elecciones'],
    ['Postmarked 30 days before Election Day.', 'Con matasellos de 30 días antes del día de las elecciones'],
    ['**Received** by Election Day', 'Recibido el día de las elecciones a más tardar'],
    ['through Election Day', 'Hasta el día de las elecciones inclusive'],
    [
      'Received 10 days before and postmarked 15 days before',
      'Recibido 10 días antes del día de las elecciones; Con matasellos de 15 días antes del día de las elecciones',
    ],
  ])('is translated: %s', (value, text) => {
    expect(translateDeadlineRule(value, es)).toBe(text)
  })

  it.each(['By noon 10 days before Election Day', '10 business days before Election Day', 'Same-day registration'])(
    'keeps the service’s text if it says more: %s',
    (value) => {
      expect(translateDeadlineRule(value, es)).toBeUndefined()
    },
  )
})
