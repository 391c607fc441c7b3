/** How the elements of a consent wording are arranged on the screen. */
import type { Wording } from './bff-api.ts'

/** The eight elements as three paragraphs: the service, e-mails, text messages. */
export const wordingParagraphs = [
  ['powered_by', 'agreement'],
  ['emails', 'unsubscribe'],
  ['texts', 'rates', 'frequency', 'stop_help'],
] as const satisfies readonly (readonly (keyof Wording['elements'])[])[]
