/** All catalogues of the package, for whoever serves them. A page imports single ones. */
import type { Catalogue } from './catalogue.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { factsEn } from './facts-en.ts'

/** One for each language, English first. */
export const catalogues: readonly Catalogue[] = [{ language: 'en', ...en, facts: factsEn }, es]
