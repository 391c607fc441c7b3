/** The error summary in each of its states. */
import { es as spanish } from '../../locales/es.ts'
import type { Example } from '../../testing/example.ts'
import { FormAround } from '../inputs/fields.examples.tsx'
import { createFormMessages, type FormMessages } from '../messages/catalog.ts'
import { ErrorSummary } from './error-summary.tsx'
import { type FormField, formFields } from './fields.ts'
import type { FormProblem } from './form-errors.ts'

const en = createFormMessages()
const es = createFormMessages(spanish)

/**
 * @param mended the fields whose error has gone since
 * @param since the errors that have come since
 */
function show(
  problems: readonly FormProblem[],
  words: FormMessages = en,
  mended: readonly FormField[] = [],
  since = {},
) {
  const wrong = Object.fromEntries(
    problems.flatMap(({ field, message }) =>
      field === undefined || !('code' in message) || mended.includes(field) ? [] : [[field, message.code]],
    ),
  )
  return (
    <FormAround words={words} wrong={{ ...wrong, ...since }}>
      <ErrorSummary problems={problems} fields={formFields} />
    </FormAround>
  )
}

const twoErrors: readonly FormProblem[] = [
  { field: 'birthMonth', message: { code: 'dateMissing' } },
  { field: 'agree', message: { code: 'agreeMissing' } },
]

export const examples: Example[] = [
  { name: 'one error', render: () => show([{ field: 'email', message: { code: 'emailMissing' } }]) },
  { name: 'two errors', render: () => show(twoErrors) },
  { name: 'two errors, one mended', render: () => show(twoErrors, en, ['birthMonth']) },
  { name: 'two errors, both mended', render: () => show(twoErrors, en, ['birthMonth', 'agree']) },
  {
    name: 'two errors, both mended, and another one since',
    render: () => show(twoErrors, en, ['birthMonth', 'agree'], { phone: 'phoneInvalid' }),
  },
  {
    name: 'the words of the service, for the form as a whole',
    render: () => show([{ message: { verbatim: 'This service is closed until Monday.' } }]),
  },
  {
    name: 'two errors, one in the words of the service, Spanish',
    render: () =>
      show(
        [{ field: 'city', message: { code: 'cityMissing' } }, { message: { verbatim: 'This service is closed.' } }],
        es,
      ),
  },
]
