/** The e-mail address: for one that looks like a slip of a common address the form asks, and changes nothing by itself. */
import { useState } from 'react'
import { useFormContext } from '../form-context.ts'
import { Button } from '../screens/ui.tsx'
import { useFieldValue, useFormTools } from './form-tools.ts'
import { TextField } from './labelled-field.tsx'

export function useEmailField() {
  const { t, announce } = useFormContext()
  const { form, checkAgain } = useFormTools()
  const [asked, setAsked] = useState<string>()
  const ask = () => {
    const meant = meantEmail(form.getValues('email'))
    setAsked(meant)
    if (meant !== undefined && meant !== asked) announce(t.notes.emailMeant({ email: meant }))
  }
  const onChange = () => {
    checkAgain(['email'])
    // The button disappears.
    form.setFocus('email')
  }
  return {
    field: <TextField name="email" onLeave={ask} />,
    /** It stands below the row: a field beside or below the address does not move. */
    question: asked !== undefined && <QuestionWhileMeant asked={asked} onChange={onChange} />,
  }
}

/** Asks as long as this is the address. It follows the address itself, so that no field renders again with each key. */
function QuestionWhileMeant({ asked, onChange }: { asked: string; onChange: () => void }) {
  const { form } = useFormTools()
  const meant = meantEmail(useFieldValue(form, 'email'))
  return meant === asked && <EmailQuestion meant={meant} onChange={onChange} />
}

/** Asks whether another address was meant. The voter MUST be able to go on without an answer. */
export function EmailQuestion(props: { meant: string; onChange: () => void }) {
  const { meant, onChange } = props
  const { t } = useFormContext()
  const { form } = useFormTools()
  return (
    <div className="vr-notice vr-email-question">
      <p>{t.notes.emailMeant({ email: meant })}</p>
      <Button
        kind="plain"
        press={() => {
          form.setValue('email', meant, { shouldDirty: true })
          onChange()
        }}
      >
        {t.form.changeEmail}
      </Button>
    </div>
  )
}

/** The domains of most addresses in the United States that one slip does not turn into another common one. */
const commonDomains = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
]

/** Domains of their own that are one letter away from a common one. */
const ownDomains = ['mail.com', 'email.com', 'ymail.com', 'gmail.co', 'hotmail.co', 'yahoo.co']

/** Returns the address that was probably meant: one letter of its domain is wrong, missing, too much or swapped. */
export function meantEmail(typed: string): string | undefined {
  const [name = '', domain = '', ...more] = typed.trim().split('@')
  const lower = domain.toLowerCase()
  if (commonDomains.includes(lower) || ownDomains.includes(lower)) return undefined
  const meant = commonDomains.find((common) => isOneSlip(lower, common))
  return meant === undefined || more.length > 0 ? undefined : `${name}@${meant}`
}

function isOneSlip(typed: string, meant: string): boolean {
  let same = 0
  while (typed[same] === meant[same]) same++
  const [one, other] = [typed.slice(same), meant.slice(same)]
  const isSwapped = one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2)
  return isSwapped || one.slice(1) === other.slice(1) || one === other.slice(1) || one.slice(1) === other
}
