/** The e-mail field. Suggests a correction for a likely typo in the domain; never changes the value by itself. */
import { useState } from 'react'
import { useFormContext } from '../form-context.ts'
import { Button } from '../screens/ui.tsx'
import { useFieldContext, useFieldValue } from './form-tools.ts'
import { TextField } from './labelled-field.tsx'

export function useEmailField() {
  const { t, announce } = useFormContext()
  const { form, revalidate } = useFieldContext()
  const [suggestion, setSuggestion] = useState<string>()
  const updateSuggestion = () => {
    const newSuggestion = suggestEmail(form.getValues('email'))
    setSuggestion(newSuggestion)
    if (newSuggestion !== undefined && newSuggestion !== suggestion)
      announce(t.notes.emailMeant({ email: newSuggestion }))
  }
  const onChange = () => {
    revalidate(['email'])
    // The button disappears.
    form.setFocus('email')
  }
  return {
    field: <TextField name="email" onLeave={updateSuggestion} />,
    /** Rendered below the row, so that no field moves. */
    question: suggestion !== undefined && <PendingEmailQuestion suggestion={suggestion} onChange={onChange} />,
  }
}

/** Subscribes to the value itself, so that the fields do not render on each keystroke. */
function PendingEmailQuestion({ suggestion, onChange }: { suggestion: string; onChange: () => void }) {
  const { form } = useFieldContext()
  const currentSuggestion = suggestEmail(useFieldValue(form, 'email'))
  return currentSuggestion === suggestion && <EmailQuestion suggestion={currentSuggestion} onChange={onChange} />
}

/** Suggests another address. The voter MUST be able to continue without an answer. */
export function EmailQuestion(props: { suggestion: string; onChange: () => void }) {
  const { suggestion, onChange } = props
  const { t } = useFormContext()
  const { form } = useFieldContext()
  return (
    <div className="vr-notice vr-email-question">
      <p>{t.notes.emailMeant({ email: suggestion })}</p>
      <Button
        kind="plain"
        action={() => {
          form.setValue('email', suggestion, { shouldDirty: true })
          onChange()
        }}
      >
        {t.form.changeEmail}
      </Button>
    </div>
  )
}

/** Common e-mail domains in the United States that are more than one typo apart. */
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

/** Real domains that are one letter away from a common one. */
const similarDomains = ['mail.com', 'email.com', 'ymail.com', 'gmail.co', 'hotmail.co', 'yahoo.co']

/** Returns the likely intended address if one letter of the domain is wrong, missing, extra or swapped. */
export function suggestEmail(email: string): string | undefined {
  const [name = '', domain = '', ...extraParts] = email.trim().split('@')
  const lower = domain.toLowerCase()
  if (commonDomains.includes(lower) || similarDomains.includes(lower)) return undefined
  const suggestedDomain = commonDomains.find((common) => isOneTypo(lower, common))
  return suggestedDomain === undefined || extraParts.length > 0 ? undefined : `${name}@${suggestedDomain}`
}

function isOneTypo(domain: string, commonDomain: string): boolean {
  let prefixLength = 0
  while (domain[prefixLength] === commonDomain[prefixLength]) prefixLength++
  const [a, b] = [domain.slice(prefixLength), commonDomain.slice(prefixLength)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return isSwapped || a.slice(1) === b.slice(1) || a === b.slice(1) || a.slice(1) === b
}
