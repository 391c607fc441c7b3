/** The consent block as it is on the screen: what a voter who sends agrees to. */
import { wordingFor } from './form/consent.tsx'
import type { SettingsState } from './use-settings.ts'

/** What is on the screen. */
export interface ShownWording {
  version: string
  /** Whether the partner's own text messages are offered. */
  offersSubscriber: boolean
}

/** What is on the screen, or `undefined` while there is no wording. */
export function shownWording(
  settings: SettingsState,
  language: string,
  subscriberOptIn: boolean,
): ShownWording | undefined {
  if (settings.type !== 'ready') return undefined
  const wording = wordingFor(settings.settings, language)
  const isOn = settings.settings.features.subscriber_opt_in && wording.subscriber !== undefined
  return { version: wording.version, offersSubscriber: subscriberOptIn && isOn }
}
