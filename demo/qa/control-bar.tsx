/** The controls of the demo's pages: one select for each choice. */
import { useId } from 'react'
import { Options } from '../options.tsx'
import { type Choices, type Control, type ControlName, controlNames, controls, withChoice } from './choices.ts'

/** Shows controls, all by default, and reports every change as the whole set of choices. */
export function ControlBar({
  choices,
  onChange,
  shown = controls,
}: {
  choices: Choices
  onChange: (choices: Choices) => void
  shown?: Partial<Record<ControlName, Control>>
}) {
  return (
    <div className="qa-controls">
      {controlNames.map((name) => {
        const control = shown[name]
        if (control === undefined) return null
        const choose = (value: string) => onChange(withChoice(choices, name, value))
        return <Select key={name} control={control} value={choices[name]} onChoose={choose} />
      })}
    </div>
  )
}

function Select({
  control: { label, options },
  value,
  onChoose,
}: {
  control: Control
  value: string
  onChoose: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="qa-control">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChoose(event.target.value)}>
        <Options options={options} />
      </select>
    </div>
  )
}
