/** The date of birth in three parts, in the order of the language. The month is a select, so that it is not confused with the
 *  day; autofill and voice control know months by name and number. The focus never moves automatically. */
import { type ClipboardEvent, type FocusEvent, type FormEvent, useState } from 'react'
import { formatDay } from '../facts/format-day.ts'
import { dateParts, getAge, parseBirthDate, toCalendarDay } from '../form/birth-date.ts'
import { getDateOrder, parseDateParts } from '../form/field-order.ts'
import { useFormContext } from '../form-context.ts'
import { getAutoComplete, textAttributes } from './attributes.ts'
import { getFieldId, useFieldContext } from './form-tools.ts'
import { FieldErrors, FieldHint, Label, useFieldErrors } from './labelled-field.tsx'

const partClasses = { birthMonth: 'vr-date-month', birthDay: 'vr-date-day', birthYear: 'vr-date-year' }

/** Validates when the voter leaves all three parts. A full date entered into one part fills all three and MUST be announced;
 *  an ambiguous date fills nothing. */
export function DateOfBirthField() {
  const context = useFormContext()
  const { t, instanceId, announce, clock } = context
  const { form, initial, afterPointerUp, revalidate } = useFieldContext()
  const { messages, invalidFields } = useFieldErrors(dateParts)
  const [isMinor, setMinor] = useState(false)
  const { dateNote, fillFrom, handleChange } = usePastedDate()
  const id = getFieldId(instanceId, 'dateOfBirth')
  const hintId = getFieldId(instanceId, 'dateOfBirth', 'hint')
  const noteId = getFieldId(instanceId, 'dateOfBirth', 'note')
  const errorId = getFieldId(instanceId, 'dateOfBirth', 'error')

  const updateAgeNote = () => {
    const today = toCalendarDay(clock.now())
    const birth = parseBirthDate(form.getValues(), today)
    const isUnder18 = birth.type === 'date' && getAge(birth.date, today) < 18
    if (isUnder18 && !isMinor) announce(t.notes.under18)
    setMinor(isUnder18)
  }

  const handleBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    afterPointerUp(() => {
      for (const part of ['birthDay', 'birthYear'] as const) fillFrom(form.getValues(part))
      updateAgeNote()
      revalidate(dateParts)
    })
  }

  const handlePaste = (event: ClipboardEvent) => {
    if (!fillFrom(event.clipboardData.getData('text'))) return
    event.preventDefault()
    revalidate(dateParts)
  }

  const getPartAttributes = (part: (typeof dateParts)[number]) => ({
    'aria-required': true,
    'aria-invalid': invalidFields.has(part) || undefined,
    'aria-describedby': invalidFields.has(part) ? errorId : undefined,
    autoComplete: getAutoComplete(part, context),
    defaultValue: initial[part],
    id: getFieldId(instanceId, part),
    part: 'input',
  })

  return (
    <fieldset
      id={id}
      className={invalidFields.size > 0 ? 'vr-fieldset vr-field-invalid' : 'vr-fieldset'}
      part="field"
      aria-describedby={isMinor || dateNote ? `${hintId} ${noteId}` : hintId}
      onChange={handleChange}
      onBlur={handleBlur}
      onPaste={handlePaste}
    >
      <legend className="vr-legend" part="label">
        {t.fields.dateOfBirth}
      </legend>
      <FieldHint id={hintId}>{t.hints.dateOfBirth}</FieldHint>
      <FieldErrors id={errorId} messages={messages} field="birthMonth" />
      <div className="vr-date">
        {getDateOrder(t.language).map((part) => (
          <div key={part} className={partClasses[part]}>
            <Label htmlFor={getFieldId(instanceId, part)} text={t.fields[part]} />
            {part === 'birthMonth' ? (
              <select {...form.register(part)} {...getPartAttributes(part)} className="vr-select">
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
                {...getPartAttributes(part)}
                className="vr-input"
                dir="auto"
              />
            )}
          </div>
        ))}
      </div>
      {(isMinor || dateNote) && (
        <div id={noteId}>
          {dateNote && <p className="vr-notice">{dateNote}</p>}
          {isMinor && <p className="vr-notice vr-minor">{t.notes.under18}</p>}
        </div>
      )}
    </fieldset>
  )
}

/** Parses a full date entered into one part. `dateNote` shows how it was read, until the voter changes the date. */
function usePastedDate() {
  const { t, announce, clock } = useFormContext()
  const { form, revalidate } = useFieldContext()
  const [dateNote, setDateNote] = useState<string>()
  /** Fills in the parts or reports an ambiguous date. Returns whether the text is a date. */
  const fillFrom = (text: string) => {
    const parts = parseDateParts(text, t.language, navigator.language)
    if (parts === undefined) return false
    let note = t.notes.dateUnclear
    if (parts !== 'unclear') {
      for (const part of dateParts) form.setValue(part, parts[part], { shouldDirty: true })
      const [year, month, day] = [Number(parts.birthYear), Number(parts.birthMonth), Number(parts.birthDay)]
      note = t.notes.dateFilled({ date: formatDay({ year, month, day }, t) })
    }
    setDateNote(note)
    announce(note)
    return true
  }
  const handleChange = ({ target }: FormEvent) => {
    setDateNote(undefined)
    // A select on a phone keeps the focus. Revalidates only a complete date, so that no new error appears.
    if (
      target instanceof HTMLSelectElement &&
      parseBirthDate(form.getValues(), toCalendarDay(clock.now())).type === 'date'
    ) {
      revalidate(dateParts)
    }
  }
  return { dateNote, fillFrom, handleChange }
}
