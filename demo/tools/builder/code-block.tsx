/** A code block with a copy button. */
import { CopyButton } from '../../qa/copy-button.tsx'

/** Shows a text. Tests find it by `name`. */
export function CodeBlock({ name, title, text }: { name: string; title: string; text: string }) {
  return (
    <div className="qa-code">
      <div className="qa-panel-head">
        <h3>{title}</h3>
        <CopyButton label={`Copy: ${title}`} text={() => text} />
      </div>
      <pre data-code={name}>
        <code>{text}</code>
      </pre>
    </div>
  )
}
