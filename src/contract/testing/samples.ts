/** Valid samples for tests: change one value and see the effect. Every person and place in them is fictional. */
import type { Prefill } from '../../form/widget/options.ts'
import type { EncryptedAnswer, EncryptedButton, Settings, Wording } from '../bff-api.ts'
import type { Button, RegistrationRequest, RegistrationResponse } from '../registration.ts'

/** A fictional person, without consent: for every test that needs a person. */
export const examplePerson = {
  first_name: 'Ada',
  last_name: 'Sample',
  date_of_birth: '1990-04-12',
  email: 'ada@example.org',
  address1: '10 Test Street',
  city: 'Boston',
  state: 'MA',
  zipcode: '02108',
} as const

/** A request that the service accepts, without the optional fields. */
export const aRequest = (change: Partial<RegistrationRequest> = {}): RegistrationRequest => ({
  ...examplePerson,
  sms_opt_in: true,
  ...change,
})

/** That person's prefill data: all but the consent. */
export const aPrefill = (change: Prefill = {}): Prefill => ({ ...examplePerson, ...change })

const { first_name: firstName, last_name: lastName, date_of_birth: _born, ...sameNames } = examplePerson

/** The values that the person types into the form, by field name: the required ones, without the boxes. */
export const typedPerson = {
  firstName,
  lastName,
  birthMonth: '4',
  birthDay: '12',
  birthYear: '1990',
  ...sameNames,
} as const

/** A request with all 15 fields. */
export function aWholeRequest(change: Partial<RegistrationRequest> = {}): RegistrationRequest {
  return aRequest({
    title: 'Ms',
    middle_name: 'Q',
    suffix: 'Jr.',
    phone: '+16175551234',
    address2: 'Apt 4',
    sms_opt_in_subscriber: true,
    ...change,
  })
}

/** The event of a button as the service sends it. */
export const anEvent = { action: '5b0c3f0e-1d0a-4a52-9d0e-0d3f7f0c1a11', event_type: 'FinishExternal' }

/** A button as the service sends it, with an event. */
export function aButton(change: Partial<Button> = {}): Button {
  return {
    message_text: 'Register online',
    primary: true,
    url: 'https://register.state.example/',
    event_tracking: anEvent,
    ...change,
  }
}

/** The service's answer with two buttons, of which the second expires. */
export function aResponse(change: Partial<RegistrationResponse> = {}): RegistrationResponse {
  return {
    message_markdown: '# Massachusetts has online voter registration\n\nYou need a driver&#x27;s license.\n',
    buttons: [
      aButton(),
      {
        message_text: 'Register by mail',
        primary: false,
        url: 'https://service.example/resume/?token=TOKEN',
        url_expiry: '2026-03-02T16:04:05.123456+00:00',
      },
    ],
    ...change,
  }
}

/** A button as the BFF sends it to the browser. */
export function aSealedButton(change: Partial<EncryptedButton> = {}): EncryptedButton {
  return {
    message_text: 'Register online',
    primary: true,
    url: 'https://register.state.example/',
    click_token: 'v1.sealed',
    ...change,
  }
}

/** The BFF's answer with two buttons, of which the second expires in an hour. */
export function anAnswer(change: Partial<EncryptedAnswer> = {}): EncryptedAnswer {
  return {
    message_markdown: aResponse().message_markdown,
    buttons: [
      aSealedButton(),
      {
        message_text: 'Register by mail',
        primary: false,
        url: 'https://service.example/resume/?token=TOKEN',
        url_expiry: '2026-03-02T16:04:05.123456+00:00',
        expires_in_ms: 3_600_000,
      },
    ],
    reference: 'ref-0001',
    ...change,
  }
}

/** The consent wording of a fictional operator and partner. */
export function aWording(change: Partial<Wording> = {}): Wording {
  return {
    language: 'en',
    version: 'en-test-1',
    continue: 'Continue',
    terms: 'terms of service',
    privacy: 'privacy policy',
    elements: {
      powered_by: 'Registration is powered by {operator}.',
      agreement: 'By hitting "{continue}" you agree to the {terms} and {privacy} of {operator}.',
      emails: 'You will receive occasional emails.',
      unsubscribe: 'You can unsubscribe at any time.',
      texts: 'If you give a cell phone number, you agree to occasional text messages.',
      rates: 'Message and data rates may apply.',
      frequency: 'Message frequency varies.',
      stop_help: 'Text STOP to cancel and HELP for information.',
    },
    agree: 'I have read this and I agree.',
    purpose: 'Your contact information is used to help voters turn out and get their ballots counted.',
    subscriber: '{partner} may text me about its own work.',
    ...change,
  }
}

/** The response of `GET /settings` for a fictional operator and partner. */
export function theSettings(change: Partial<Settings> = {}): Settings {
  return {
    operator: {
      name: 'Sample Vote Service',
      terms_url: 'https://service.example/terms/',
      privacy_url: 'https://service.example/privacy/',
    },
    partner: {
      name: 'Sample Partner',
      privacy_url: 'https://partner.example/privacy/',
      texts: { program: 'Sample Alerts', monthly: 4 },
    },
    wording: { en: aWording() },
    official_site: { url: 'https://official.example/register/' },
    features: { subscriber_opt_in: true, sandbox: false },
    ...change,
  }
}
