/** The language of texts as a page names one. */
import type { Locale } from '../options.ts'

/** Returns the tag of texts that exist as the option that selects them: whatever a partner's own texts are called. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a tag of texts that are there is one that finds them.
export const localeOf = (language: string): Locale => language as Locale
