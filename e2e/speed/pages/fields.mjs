/** The 14 fields that every page of the benchmarks has, and the voter who fills them in. */

export const titles = ['Mr', 'Mrs', 'Miss', 'Ms', 'Mx']
export const states =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

/** Name in the request, label, whether it is required, its pattern; in the order of the specification. */
export const fields = [
  { name: 'title', label: 'Title', choices: titles },
  { name: 'first_name', label: 'First name', required: true },
  { name: 'middle_name', label: 'Middle name' },
  { name: 'last_name', label: 'Last name', required: true },
  { name: 'suffix', label: 'Suffix' },
  {
    name: 'date_of_birth',
    label: 'Date of birth',
    required: true,
    pattern: '\\d{4}-\\d{2}-\\d{2}',
    hint: 'YYYY-MM-DD',
  },
  { name: 'email', label: 'Email address', required: true, type: 'email' },
  { name: 'phone', label: 'Phone number', type: 'tel', pattern: '\\+1\\d{10}' },
  { name: 'address1', label: 'Street address', required: true },
  { name: 'address2', label: 'Apartment' },
  { name: 'city', label: 'City', required: true },
  { name: 'state', label: 'State', required: true, choices: states },
  { name: 'zipcode', label: 'ZIP code', required: true, pattern: '\\d{5}' },
  { name: 'sms_opt_in', label: 'I agree to the terms and to text messages', required: true, type: 'checkbox' },
]

/** A fictional voter. */
export const voter = {
  title: 'Ms',
  first_name: 'Ada',
  middle_name: 'Maria',
  last_name: 'Sample',
  suffix: 'Jr',
  date_of_birth: '1990-04-12',
  email: 'ada@example.org',
  phone: '+16175551234',
  address1: '10 Test Street',
  address2: 'Apt 4',
  city: 'Boston',
  state: 'MA',
  zipcode: '02108',
  sms_opt_in: true,
}
