/** The form's languages as options of a select: each with its own name, marked with its language. */
import { languageCodes, languageNames } from 'voter-registration/contract'

/** For each language: its tag, its own name, and the language of that name. */
export const languageOptions = languageCodes.map((code) => [code, languageNames[code], code] as const)
