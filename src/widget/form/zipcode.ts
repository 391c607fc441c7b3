/** Reads a ZIP code, with or without the four digits that the service does not take. */
import { clean } from './clean.ts'

/** The five digits of a ZIP code or of a ZIP+4 (R-A45, X9), or `undefined`. */
export function readZipcode(typed: string): string | undefined {
  const text = clean(typed).normalize('NFKC')
  return /^([0-9]{5})(?:[\s\p{Pd}]*[0-9]{4})?$/u.exec(text)?.[1]
}
