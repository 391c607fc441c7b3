/** A fictional person, without consent: for the documents, and for every test that needs a person. */
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

/** An example body for an operation, by its `operationId`. The sandbox accepts each; none is about a real person. */
export const exampleBodies: Readonly<Record<string, unknown>> = {
  register: { ...examplePerson, sms_opt_in: true },
  track: { action: '00000000-0000-4000-8000-000000000000', event_type: 'FinishExternal' },
}
