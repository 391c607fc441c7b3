/** Stands in for `widget/read-settings.ts` in the script file, where the schemas are there from the start: they need less
 *  room than readers by hand. A test holds both to each other. */
import { Settings } from '../../../contract/bff-api.ts'
import { WordingTranslation } from '../../../contract/messages.ts'

/** The settings. Throws when they are none. */
export function readSettings(value: unknown): Settings {
  return Settings.parse(value)
}

/** The translation, or `undefined` when it is none. */
export function readTranslation(value: unknown): WordingTranslation | undefined {
  return WordingTranslation.safeParse(value).data
}
