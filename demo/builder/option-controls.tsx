/** The builder's controls: one for each option. */
import { useId } from 'react'
import { optionNames, type SnippetChoices, type SnippetOption, snippetOptions } from './snippet-options.ts'

/** Shows all options, and reports every change as the whole set. */
export function OptionControls({
  chosen,
  onChange,
}: {
  chosen: SnippetChoices
  onChange: (chosen: SnippetChoices) => void
}) {
  return (
    <div className="qa-controls builder-controls">
      {optionNames.map((name) => (
        <Control
          key={name}
          control={snippetOptions[name]}
          value={chosen[name]}
          onChange={(value) => onChange({ ...chosen, [name]: value })}
        />
      ))}
    </div>
  )
}

/** One control: a list where there is one, else a line of text. */
export function Control({
  control: { label, options, hint },
  value,
  onChange,
}: {
  control: Pick<SnippetOption, 'label' | 'options' | 'hint'>
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const shared = { id, value, ...(hint !== undefined && { 'aria-describedby': `${id}-hint` }) }
  return (
    <div className="qa-control">
      <label htmlFor={id}>{label}</label>
      {options === undefined ? (
        <input {...shared} type="text" onChange={(event) => onChange(event.target.value)} />
      ) : (
        <select {...shared} onChange={(event) => onChange(event.target.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="qa-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
