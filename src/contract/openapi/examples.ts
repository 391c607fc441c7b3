/** A person whom nobody is, without consent: in the documents, and in every test that needs somebody. */
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

/** A body to try an operation with, by its `operationId`. The sandbox takes each; none is about a real person. */
export const exampleBodies: Readonly<Record<string, unknown>> = {
  register: { ...examplePerson, sms_opt_in: true },
  track: { action: '00000000-0000-4000-8000-000000000000', event_type: 'FinishExternal' },
}
