/** The builder's controls: one for each wish. */
import { useId } from 'react'
import { type Wish, type Wished, wishes, wishNames } from './wishes.ts'

/** Shows all wishes, and tells every change as the whole set. */
export function WishControls({ wished, onChange }: { wished: Wished; onChange: (wished: Wished) => void }) {
  return (
    <div className="qa-controls builder-controls">
      {wishNames.map((name) => (
        <Control
          key={name}
          wish={wishes[name]}
          value={wished[name]}
          onChange={(value) => onChange({ ...wished, [name]: value })}
        />
      ))}
    </div>
  )
}

/** One control: a list where there is one, else a line of text. */
export function Control({
  wish: { label, options, hint },
  value,
  onChange,
}: {
  wish: Pick<Wish, 'label' | 'options' | 'hint'>
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
