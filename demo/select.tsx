/** A select with its label. */
import { useId } from 'react'
import type { Option } from './options.ts'

/** The options of a select. */
export function Options({ options }: { options: readonly Option[] }) {
  return options.map(([value, text, language]) => (
    <option key={value} value={value} lang={language}>
      {text}
    </option>
  ))
}

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
          const option = options.find(([optionValue]) => optionValue === target.value)
          if (option !== undefined) onChoose(option[0])
        }}
      >
        <Options options={options} />
      </select>
    </div>
  )
}
