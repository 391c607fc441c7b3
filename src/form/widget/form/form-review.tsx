/** Review of the input before it is sent (WCAG 3.3.4). */
import { useRef } from 'react'
import { states } from '../../../contract/states.ts'
import { formatDay } from '../facts/format-day.ts'
import { useFormContext } from '../form-context.ts'
import { EmailQuestion, suggestEmail } from '../inputs/email-field.tsx'
import { useFieldContext, useFieldValue } from '../inputs/form-tools.ts'
import type { FormMessages } from '../messages/catalog.ts'
import { Button, Heading } from '../screens/ui.tsx'
import { parseBirthDate, toCalendarDay } from './birth-date.ts'
import { getNameOrder } from './field-order.ts'
import { type FieldGroup, type FormValues, fieldGroups } from './fields.ts'

/** MUST show the values as typed; every group MUST have an edit button with a distinct name. Repeats the e-mail suggestion, which
 *  voters who submit from the e-mail field have not seen. */
export function FormReview({ onChange }: { onChange: (group: FieldGroup) => void }) {
  const { t, clock } = useFormContext()
  const { form } = useFieldContext()
  const answers = getAnswers(form.getValues(), t, clock.now())
  const suggestion = suggestEmail(useFieldValue(form, 'email'))
  const contact = useRef<HTMLButtonElement>(null)
  return (
    <div className="vr-review">
      {fieldGroups.map((group) => (
        <div key={group} className="vr-review-group">
          <Heading className="vr-facts-heading">{t.steps[group]}</Heading>
          <Button kind="plain" element={group === 'contact' ? contact : null} action={() => onChange(group)}>
            {t.steps.change} <span className="vr-visually-hidden">{t.steps[group]}</span>
          </Button>
          <dl className="vr-facts-list">
            {answers[group].map(([label, value]) => (
              <div key={label} className="vr-fact">
                <dt className="vr-fact-label">{label}</dt>
                <dd className="vr-fact-said" dir="auto">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
          {group === 'contact' && suggestion !== undefined && (
            <EmailQuestion suggestion={suggestion} onChange={() => contact.current?.focus()} />
          )}
        </div>
      ))}
    </div>
  )
}

type ReviewedAnswer = readonly [label: string, value: string]

function getAnswers(values: FormValues, t: FormMessages, timestamp: number): Record<FieldGroup, ReviewedAnswer[]> {
  const birth = parseBirthDate(values, toCalendarDay(timestamp))
  const texts = (...names: readonly (keyof FormValues & keyof FormMessages['fields'])[]): ReviewedAnswer[] =>
    names.flatMap((name) => {
      const value = String(values[name]).trim()
      return value === '' ? [] : [[t.fields[name], value] as const]
    })
  return {
    state: [...getChoice(t.fields.state, states, values.state), ...texts('zipcode')],
    name: [
      ...getChoice(t.fields.title, t.titles, values.title),
      ...texts(...getNameOrder(t), 'suffix'),
      ...(birth.type === 'date' ? [[t.fields.dateOfBirth, formatDay(birth.date, t)] as const] : []),
    ],
    address: texts('address1', 'address2', 'city'),
    contact: texts('email', 'phone'),
  }
}

function getChoice(label: string, choices: Readonly<Record<string, string>>, value: string): ReviewedAnswer[] {
  return Object.hasOwn(choices, value) ? [[label, choices[value] ?? value]] : []
}
