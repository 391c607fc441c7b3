/** The error summary in each of its states. */
import { es as spanish } from '../../locales/es.ts'
import type { Example } from '../../testing/example.ts'
import { type Words, wordsIn } from '../messages/catalogue.ts'
import { ErrorSummary } from './error-summary.tsx'
import type { FormProblem } from './form-errors.ts'

const en = wordsIn()
const es = wordsIn(spanish)

const show = (problems: readonly FormProblem[], words: Words = en) => (
  <div className="vr-root" lang={words.language}>
    <div className="vr-form">
      <ErrorSummary problems={problems} words={words} instanceId="example" headingLevel={3} />
    </div>
  </div>
)

export const examples: Example[] = [
  { name: 'one error', render: () => show([{ field: 'email', message: { code: 'emailMissing' } }]) },
  {
    name: 'two errors',
    render: () =>
      show([
        { field: 'birthMonth', message: { code: 'dateMissing' } },
        { field: 'agree', message: { code: 'agreeMissing' } },
      ]),
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
