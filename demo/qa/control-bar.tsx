/** The controls of the demo's pages: one select for each choice. */
import { Select } from '../select.tsx'
import { type Choices, type Control, type ControlName, controlNames, controls, withChoice } from './choices.ts'

/** Shows controls, all by default, and reports every change as the whole set of choices. */
export function ControlBar({
  choices,
  onChange,
  visibleControls = controls,
}: {
  choices: Choices
  onChange: (choices: Choices) => void
  visibleControls?: Partial<Record<ControlName, Control>>
}) {
  return (
    <div className="qa-controls">
      {controlNames.map((name) => {
        const control = visibleControls[name]
        if (control === undefined) return null
        const choose = (value: string) => onChange(withChoice(choices, name, value))
        return (
          <Select key={name} label={control.label} options={control.options} value={choices[name]} onChoose={choose} />
        )
      })}
    </div>
  )
}
