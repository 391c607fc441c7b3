/** A text input for a value with a required format: a color, or JSON. */
import { useState } from 'react'
import { typedValues } from './typed-values.ts'

/**
 * Shows what is typed, and reports only valid values: preview and code keep the last valid one. The error is shown on blur, not
 * at the first letter.
 */
export function TypedLine({
  id,
  hintId,
  kind,
  usual,
  value,
  onChange,
}: {
  id: string
  /** Id of the sentence next to the control. */
  hintId: string | undefined
  kind: keyof typeof typedValues
  /** An example of the default for an empty input. */
  usual: string | undefined
  /** The last valid value. */
  value: string
  onChange: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const [problem, setProblem] = useState('')
  const { [kind]: format } = typedValues
  const problemId = `${id}-problem`
  const take = (text: string) => {
    setTyped(text)
    const read = format.read(text)
    if (read === undefined) return
    setProblem('')
    onChange(read)
  }
  return (
    <span className="builder-line">
      <input
        id={id}
        type="text"
        spellCheck={false}
        value={typed}
        aria-invalid={problem !== '' || undefined}
        aria-describedby={[problem === '' ? undefined : problemId, hintId].filter(Boolean).join(' ') || undefined}
        placeholder={usual}
        onChange={(event) => take(event.target.value)}
        onBlur={() => setProblem(format.read(typed) === undefined ? keptBy(format.problem(typed), value) : '')}
      />
      {kind === 'color' && (
        <input
          type="color"
          aria-label="Pick the color"
          value={value === '' ? usual : value}
          onChange={(event) => take(event.target.value)}
        />
      )}
      <span id={problemId} role="alert" className="builder-problem">
        {problem}
      </span>
    </span>
  )
}

function keptBy(problem: string, value: string): string {
  if (value === '') return `${problem} Preview and code keep the default.`
  return `${problem} Preview and code keep ${value.startsWith('#') ? value : 'the last valid texts'}.`
}
