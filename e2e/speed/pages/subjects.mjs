/** The compared pages: how each is opened, filled in and sent. */

async function fillByName(page, voter) {
  for (const [name, value] of Object.entries(voter)) {
    const field = page.locator(`[name=${name}]`)
    if (name === 'title' || name === 'state') await field.selectOption(value)
    else if (value === true) await field.check()
    else await field.fill(value)
  }
}

const purposes = {
  first_name: 'given-name',
  middle_name: 'additional-name',
  last_name: 'family-name',
  suffix: 'honorific-suffix',
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
  await control('address-level1').selectOption({ value: voter.state })
  await page.getByRole('checkbox').first().check()
}

const ours = {
  first: 'input[autocomplete~="given-name"]',
  answered: '[data-step="answer"] .vr-actions a',
  fill: fillOurs,
  send: (page) => page.locator('form button[type=submit]:not([aria-hidden], [name=_language])').click(),
}

/** The pages by name; the first one is for comparison. */
export const subjects = {
  'hand-written-script': {
    title: 'a page by hand, one script tag',
    first: '[name=first_name]',
    answered: '[data-answer="200"]',
    fill: fillByName,
    send: (page) => page.getByRole('button', { name: 'Continue' }).click(),
  },
  script: { title: 'the script file', ...ours, taken: 'voter-registration:state(ready)' },
  hosted: { title: 'the hosted page', address: '/api/form', ...ours, taken: '#form[data-alive]' },
  react: { title: 'the React form', ...ours },
}
for (const [name, subject] of Object.entries(subjects)) {
  subject.name = name
  subject.address ??= `/${name}`
}
