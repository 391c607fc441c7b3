import { describe, expect, it } from 'vitest'
import type { RequestField } from '../../../contract/request-fields.ts'
import { serviceMessages } from '../../../contract/service-messages.ts'
import { es as spanish } from '../../locales/es.ts'
import { createFormMessages } from '../messages/catalog.ts'
import { decodeMessage, encodeMessage, formatMessage, type Message } from './form-errors.ts'
import { parseServerErrors } from './server-errors.ts'

const en = createFormMessages()
const es = createFormMessages(spanish)

describe("the service's error", () => {
  it.each<[RequestField, string, string, Message]>([
    ['first_name', serviceMessages.required, 'firstName', { code: 'firstNameMissing' }],
    ['last_name', serviceMessages.blank, 'lastName', { code: 'lastNameMissing' }],
    ['city', serviceMessages.null, 'city', { code: 'cityMissing' }],
    ['address2', serviceMessages.tooLong, 'address2', { code: 'tooLong' }],
    ['suffix', serviceMessages.nullCharacter, 'suffix', { code: 'unusable' }],
    ['suffix', serviceMessages.surrogate('U+D800'), 'suffix', { code: 'unusable' }],
    ['suffix', serviceMessages.notString, 'suffix', { code: 'notUnderstood' }],
    ['state', serviceMessages.notChoice('PR'), 'state', { code: 'stateMissing' }],
    ['title', serviceMessages.notChoice('Dr'), 'title', { code: 'titleMissing' }],
    ['email', serviceMessages.email, 'email', { code: 'emailInvalid' }],
    ['phone', serviceMessages.phone, 'phone', { code: 'phoneInvalid' }],
    ['zipcode', serviceMessages.zipcode, 'zipcode', { code: 'zipcodeInvalid' }],
    ['sms_opt_in', serviceMessages.mustBeTrue, 'agree', { code: 'agreeMissing' }],
    ['sms_opt_in_subscriber', serviceMessages.notBoolean, 'subscriber', { code: 'notUnderstood' }],
    ['middle_name', 'Something new.', 'middleName', { verbatim: 'Something new.' }],
  ])('for %s with %j appears at %s', (field, text, control, message) => {
    expect(parseServerErrors({ [field]: [text] })).toEqual({
      fields: { [control]: [encodeMessage(message)] },
      general: [],
    })
  })

  it('about a title in Tennessee appears at the title, though it has no field (X4)', () => {
    expect(parseServerErrors({ non_field_errors: [serviceMessages.tennesseeMx] })).toEqual({
      fields: { title: ['titleNotInTennessee'] },
      general: [],
    })
  })

  it('about the date of birth appears at all its parts', () => {
    const messages = ['dateInvalid']
    expect(parseServerErrors({ date_of_birth: [serviceMessages.date] })).toEqual({
      fields: { birthMonth: messages, birthDay: messages, birthYear: messages },
      general: [],
    })
  })

  it('keeps every message once, and names a key that we do not know (R-A82, R-A83)', () => {
    expect(
      parseServerErrors({ email: ['a', serviceMessages.email, 'a'], non_field_errors: ['b', 'c'], constructor: ['d'] }),
    ).toEqual({
      fields: { email: ['verbatim:a', 'emailInvalid'] },
      general: [{ verbatim: 'b' }, { verbatim: 'c' }, { verbatim: 'constructor: d' }],
    })
  })
})

describe('a service message', () => {
  it('is translated to the language of the form, with the name of its field', () => {
    expect(formatMessage({ code: 'tooLong' }, 'city', en)).toEqual({ text: 'City must be 256 characters or fewer' })
    expect(formatMessage({ code: 'tooLong' }, 'city', es).text).toContain('Ciudad')
  })

  it('in the service’s own text is marked as English if the form is not', () => {
    expect(formatMessage({ verbatim: 'No.' }, undefined, en)).toEqual({ text: 'No.' })
    expect(formatMessage({ verbatim: 'No.' }, undefined, es)).toEqual({ text: 'No.', lang: 'en' })
  })

  it('passes through the form library unchanged', () => {
    const messages: Message[] = [{ code: 'tooLong' }, { verbatim: 'tooLong' }, { verbatim: 'verbatim:x' }]
    expect(messages.map((message) => decodeMessage(encodeMessage(message)))).toEqual(messages)
    expect(decodeMessage('toString')).toEqual({ code: 'notUnderstood' })
  })
})
