/** The title: optional, except for Tennessee, which requires one and does not accept Mx (R-A32, R-A33). */
import { useEffect, useRef, useState } from 'react'
import { titles } from '../../../contract/request-fields.ts'
import { useFieldValue, useFormTools } from './form-tools.ts'
import { SelectField } from './labelled-field.tsx'

/** Follows the chosen state. A title that Tennessee does not accept is cleared, and the form announces that. */
export function TitleField() {
  const { form, words, announce, checkAgain } = useFormTools()
  const isTennessee = useFieldValue(form, 'state') === 'TN'
  const wasTennessee = useRef(isTennessee)
  const [isCleared, setCleared] = useState(false)

  useEffect(() => {
    if (wasTennessee.current === isTennessee) return
    wasTennessee.current = isTennessee
    const mustClear = isTennessee && form.getValues('title') === 'Mx'
    if (mustClear) form.setValue('title', '', { shouldDirty: true })
    setCleared(mustClear)
    if (isTennessee) announce(mustClear ? words.notes.titleCleared : words.notes.titleRequired)
    else checkAgain(['title'])
  }, [isTennessee, form, words, announce, checkAgain])

  const choices = titles
    .filter((title) => !isTennessee || title !== 'Mx')
    .map((title) => ({ value: title, label: words.titles[title] }))
  const hint = isCleared ? words.notes.titleCleared : words.notes.titleRequired
  return (
    <SelectField
      name="title"
      choices={choices}
      optional={!isTennessee}
      hint={isTennessee ? hint : undefined}
      onChoose={() => setCleared(false)}
    />
  )
}
