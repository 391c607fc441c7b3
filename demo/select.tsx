/** A select with its label. */
import { useId } from 'react'
import { type Option, Options } from './options.tsx'

/** Shows the select, and reports the selected value. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChoose: (value: Value) => void
}) {
  const id = useId()
  return (
    <div className="qa-control">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([one]) => one === target.value)
          if (chosen !== undefined) onChoose(chosen[0])
        }}
      >
        <Options options={options} />
      </select>
    </div>
  )
}
