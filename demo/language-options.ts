/** The languages of the form, as the options of a select: each by its own name, and marked as in it. */
import { languageCodes, languageNames } from 'voter-registration/contract'

/** For each language its tag, its own name, and the language of that name. */
export const languageOptions = languageCodes.map((code) => [code, languageNames[code], code] as const)
