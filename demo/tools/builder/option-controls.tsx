/** The builder's controls: one for each option. */
import { useId } from 'react'
import { Options } from '../../options.tsx'
import { optionNames, type SnippetChoices, type SnippetOption, snippetOptions } from './snippet-options.ts'
import { TypedLine } from './typed-line.tsx'

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

/** One control: a select for a list of options, else a text input. */
export function Control({
  control: { label, kind, options, hint, usual },
  value,
  onChange,
}: {
  control: Pick<SnippetOption, 'label' | 'kind' | 'options' | 'hint' | 'usual'>
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const hintId = hint === undefined ? undefined : `${id}-hint`
  return (
    <div className="qa-control">
      <label htmlFor={id}>{label}</label>
      {options === undefined && kind === undefined && (
        <input
          id={id}
          type="text"
          aria-describedby={hintId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {kind !== undefined && (
        <TypedLine id={id} hintId={hintId} kind={kind} usual={usual} value={value} onChange={onChange} />
      )}
      {options !== undefined && (
        <select id={id} aria-describedby={hintId} value={value} onChange={(event) => onChange(event.target.value)}>
          <Options options={options} />
        </select>
      )}
      {hint !== undefined && (
        <p id={hintId} className="qa-hint">
          {hint}
        </p>
      )}
    </div>
  )
}
