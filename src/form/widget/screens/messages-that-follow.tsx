/** The messages that a voter gets afterwards by e-mail and phone, from whom, and how to stop them (R-A16 to R-A21, R-A48). */
import type { Settings } from '../../../contract/bff-api.ts'
import { programValues } from '../../../contract/text-program.ts'
import type { FormValues } from '../form/fields.ts'
import type { Words } from '../messages/catalogue.ts'

/** MUST name the sender of each kind of message, and how to stop it; text messages only if a number was given. */
export function MessagesThatFollow({
  operator,
  partner,
  given,
  words,
}: Pick<Settings, 'operator' | 'partner'> & { given: Pick<FormValues, 'phone' | 'subscriber'>; words: Words }) {
  const { emailsFollow, textsFollow, programFollows } = words.answer
  const { program, monthly } = programValues(partner.texts)
  const hasPhone = given.phone.trim() !== ''
  return (
    <div className="vr-hint">
      <p>{emailsFollow({ operator: operator.name })}</p>
      {hasPhone && <p>{textsFollow({ operator: operator.name })}</p>}
      {hasPhone && given.subscriber && program !== undefined && monthly !== undefined && (
        <p>{programFollows({ partner: partner.name, program, monthly })}</p>
      )}
    </div>
  )
}
