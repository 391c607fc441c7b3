/** What a select offers. */

/** A value, the text for it, and the language of that text where it is not the page's. */
export type Option<Value extends string = string> = readonly [value: Value, text: string, language?: string]

/** The options of a select. */
export function Options({ options }: { options: readonly Option[] }) {
  return options.map(([value, text, language]) => (
    <option key={value} value={value} lang={language}>
      {text}
    </option>
  ))
}
