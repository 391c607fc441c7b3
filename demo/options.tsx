/** The options of a select. */

/** A value, its text, and the language of the text where it differs from the page's. */
export type Option<Value extends string = string> = readonly [value: Value, text: string, language?: string]

/** The options of a select. */
export function Options({ options }: { options: readonly Option[] }) {
  return options.map(([value, text, language]) => (
    <option key={value} value={value} lang={language}>
      {text}
    </option>
  ))
}
