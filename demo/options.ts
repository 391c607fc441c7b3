/** The options of selects that several pages have. */
import { languageCodes, languageNames, stateCodes, states } from 'voter-registration/contract'

/** A value, its text, and the language of the text where it differs from the page's. */
export type Option<Value extends string = string> = readonly [value: Value, text: string, language?: string]

/** The code and the name of each of the 51 jurisdictions. */
export const stateOptions = stateCodes.map((code) => [code, states[code]] as const)

/** For each language: its tag, its own name, and the language of that name. */
export const languageOptions = languageCodes.map((code) => [code, languageNames[code], code] as const)
