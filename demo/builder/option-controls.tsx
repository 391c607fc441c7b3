/** The builder's controls: one for each option. */
import { useId } from 'react'
import {
  jsonObjectOf,
  optionNames,
  type SnippetChoices,
  type SnippetOption,
  snippetOptions,
} from './snippet-options.ts'

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
  control: { label, kind, options, hint },
  value,
  onChange,
}: {
  control: Pick<SnippetOption, 'label' | 'kind' | 'options' | 'hint'>
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  const shared = { id, value, ...(hint !== undefined && { 'aria-describedby': `${id}-hint` }) }
  return (
    <div className="qa-control">
      <label htmlFor={id}>{label}</label>
      {options === undefined ? (
        <Line kind={kind} value={value} shared={shared} onChange={onChange} />
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

/** A line of text. A color can be picked, too; JSON that cannot be read says so. */
function Line({
  kind,
  value,
  shared,
  onChange,
}: {
  kind: SnippetOption['kind']
  value: string
  shared: { id: string }
  onChange: (value: string) => void
}) {
  const isUnreadable = kind === 'json' && value.trim() !== '' && jsonObjectOf(value) === undefined
  return (
    <span className="builder-line">
      <input
        {...shared}
        type="text"
        value={value}
        aria-invalid={isUnreadable || undefined}
        placeholder={kind === 'color' ? '#46389e' : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {kind === 'color' && (
        <input
          type="color"
          aria-label="Pick the color"
          value={/^#[\da-f]{6}$/i.test(value) ? value : '#46389e'}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {isUnreadable && <span role="alert">This is no JSON object.</span>}
    </span>
  )
}
