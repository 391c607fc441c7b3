/** The compared pages: how each is opened, filled in and sent. */

/** Fills in the fields of the pages that are built from `fields.mjs`. @param control returns the selector of a field */
const filling = (control) => async (page, voter) => {
  for (const [name, value] of Object.entries(voter)) {
    const field = page.locator(control(name)).first()
    if (name === 'title' || name === 'state') await field.selectOption({ label: value })
    else if (value === true) await field.check({ force: true })
    else await field.fill(value)
  }
}

const purposes = {
  first_name: 'given-name',
  middle_name: 'additional-name',
  last_name: 'family-name',
  'bday-day': 'bday-day',
  'bday-year': 'bday-year',
  email: 'email',
  phone: 'tel',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  zipcode: 'postal-code',
}

/** Fills in our form: its date of birth has three parts. */
async function fillOurs(page, voter) {
  const control = (purpose) => page.locator(`[autocomplete~="${purpose}"]`)
  await control('honorific-prefix').selectOption({ label: voter.title })
  const [year, month, day] = voter.date_of_birth.split('-').map(Number)
  await control('bday-month').selectOption(String(month))
  const values = { ...voter, 'bday-day': String(day), 'bday-year': String(year) }
  for (const [name, purpose] of Object.entries(purposes)) await control(purpose).fill(values[name])
  await suffix(control('honorific-suffix'), voter.suffix)
  await control('address-level1').selectOption({ value: voter.state })
  await page.getByRole('checkbox').first().check()
}

async function suffix(control, value) {
  if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption({ label: value })
  else await control.fill(value)
}

const press = (page) => page.getByRole('button', { name: /Continue|Complete/ }).click()
const ours = {
  ours: true,
  first: 'input[autocomplete~="given-name"]',
  answered: '[data-step="answer"] .vr-actions a',
  fill: fillOurs,
  send: (page) => page.locator('form button[type=submit]:not([name=_language], [aria-hidden])').click(),
}
const theirs = (control) => ({
  first: control('first_name'),
  answered: '[data-answer]',
  fill: filling(control),
  send: press,
})

/** The pages by name; `ours` marks our own, the others are for comparison. */
export const subjects = {
  'hand-written-script': { title: 'a page by hand, one script tag', ...theirs((name) => `[name=${name}]`) },
  script: { title: 'the script file', ...ours, taken: 'voter-registration:state(ready)' },
  hosted: { title: 'the hosted page', address: '/api/form', ...ours, taken: '#form[data-alive]' },
  react: { title: 'the React form', ...ours },
  'survey-js': { title: 'SurveyJS', ...theirs((name) => `[data-name=${name}] :is(input, select)`) },
  formio: { title: 'Form.io', ...theirs((name) => `[name="data[${name}]"]`) },
}
for (const [name, subject] of Object.entries(subjects)) {
  subject.name = name
  subject.address ??= `/${name}`
}
