/** The label of a field. */
import type { Words } from '../messages/catalogue.ts'

/** An optional field says so; a required one does not, since most are. */
export function Label(props: { htmlFor: string; text: string; optional?: boolean; words: Words }) {
  return (
    <label className="vr-label" part="label" htmlFor={props.htmlFor}>
      <span>{props.text}</span>
      {props.optional === true && <span className="vr-optional"> {props.words.form.optional}</span>}
    </label>
  )
}
