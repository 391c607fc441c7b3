/** The date of birth in three parts, in the order of the language. The month is a select: voters who write the day first
 *  cannot confuse the two, and autofill and voice control know months by name and number. The focus never moves on by itself. */
import { type ClipboardEvent, type FocusEvent, type FormEvent, useState } from 'react'
import { formatDay } from '../facts/format-day.ts'
import { ageOn, dateParts, dayOf, readBirthDate } from '../form/birth-date.ts'
import { dateOrder, splitDate } from '../form/field-order.ts'
import { useFormContext } from '../form-context.ts'
import { autoComplete, textAttributes } from './attributes.ts'
import { idOf, useFormTools } from './form-tools.ts'
import { FieldErrors, FieldHint, Label, useMessages } from './labelled-field.tsx'

const boxes = { birthMonth: 'vr-date-month', birthDay: 'vr-date-day', birthYear: 'vr-date-year' }

/** The parts are validated when the voter leaves all three. A whole date pasted or typed into any of them fills all three, and
 *  MUST be said in words; one that can be read in two ways fills nothing. */
export function DateOfBirthField() {
  const context = useFormContext()
  const { t, instanceId, announce, clock } = context
  const { form, initial, whenStill, checkAgain } = useFormTools()
  const { messages, wrong } = useMessages(dateParts)
  const [isMinor, setMinor] = useState(false)
  const { reading, fill, change } = useWholeDate()
  const id = idOf(instanceId, 'dateOfBirth')
  const hintId = idOf(instanceId, 'dateOfBirth', 'hint')
  const noteId = idOf(instanceId, 'dateOfBirth', 'note')
  const errorId = idOf(instanceId, 'dateOfBirth', 'error')

  const lookAtAge = () => {
    const today = dayOf(clock.now())
    const birth = readBirthDate(form.getValues(), today)
    const minor = birth.type === 'date' && ageOn(birth.date, today) < 18
    if (minor && !isMinor) announce(t.notes.under18)
    setMinor(minor)
  }

  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    whenStill(() => {
      for (const part of ['birthDay', 'birthYear'] as const) fill(form.getValues(part))
      lookAtAge()
      checkAgain(dateParts)
    })
  }

  const paste = (event: ClipboardEvent) => {
    if (!fill(event.clipboardData.getData('text'))) return
    event.preventDefault()
    checkAgain(dateParts)
  }

  const described = (part: (typeof dateParts)[number]) => ({
    'aria-required': true,
    'aria-invalid': wrong.has(part) || undefined,
    'aria-describedby': wrong.has(part) ? errorId : undefined,
    autoComplete: autoComplete(part, context),
    defaultValue: initial[part],
    id: idOf(instanceId, part),
    part: 'input',
  })

  return (
    <fieldset
      id={id}
      className={wrong.size > 0 ? 'vr-fieldset vr-field-invalid' : 'vr-fieldset'}
      part="field"
      aria-describedby={isMinor || reading ? `${hintId} ${noteId}` : hintId}
      onChange={change}
      onBlur={leave}
      onPaste={paste}
    >
      <legend className="vr-legend" part="label">
        {t.fields.dateOfBirth}
      </legend>
      <FieldHint id={hintId}>{t.hints.dateOfBirth}</FieldHint>
      <FieldErrors id={errorId} messages={messages} field="birthMonth" />
      <div className="vr-date">
        {dateOrder(t.language).map((part) => (
          <div key={part} className={boxes[part]}>
            <Label htmlFor={idOf(instanceId, part)} text={t.fields[part]} />
            {part === 'birthMonth' ? (
              <select {...form.register(part)} {...described(part)} className="vr-select">
                <option value="">{t.form.choose}</option>
                {t.months.map((name, index) => (
                  // The key is not the name: a change of language would lose the choice.
                  <option key={String(index + 1)} value={String(index + 1)}>
                    {name}
                  </option>
                ))}
              </select>
            ) : (
              <input
                {...textAttributes[part]}
                {...form.register(part)}
                {...described(part)}
                className="vr-input"
                dir="auto"
              />
            )}
          </div>
        ))}
      </div>
      {(isMinor || reading) && (
        <div id={noteId}>
          {reading && <p className="vr-notice">{reading}</p>}
          {isMinor && <p className="vr-notice vr-minor">{t.notes.under18}</p>}
        </div>
      )}
    </fieldset>
  )
}

/** Reads a date that is written as a whole. `reading` is what was said of it, until the voter changes the date. */
function useWholeDate() {
  const { t, announce, clock } = useFormContext()
  const { form, checkAgain } = useFormTools()
  const [reading, setReading] = useState<string>()
  /** Fills in the parts, or says that they are unclear; returns whether the text is a date. */
  const fill = (text: string) => {
    const read = splitDate(text, t.language, navigator.language)
    if (read === undefined) return false
    let note = t.notes.dateUnclear
    if (read !== 'unclear') {
      for (const part of dateParts) form.setValue(part, read[part], { shouldDirty: true })
      const [year, month, day] = [Number(read.birthYear), Number(read.birthMonth), Number(read.birthDay)]
      note = t.notes.dateFilled({ date: formatDay({ year, month, day }, t) })
    }
    setReading(note)
    announce(note)
    return true
  }
  const change = ({ target }: FormEvent) => {
    setReading(undefined)
    // A list on a phone keeps the focus. Only a month that makes the date whole mends it: nothing new is said meanwhile.
    if (target instanceof HTMLSelectElement && readBirthDate(form.getValues(), dayOf(clock.now())).type === 'date') {
      checkAgain(dateParts)
    }
  }
  return { reading, fill, change }
}
