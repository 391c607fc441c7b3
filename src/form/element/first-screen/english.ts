/** The first screen in English. The build writes the data in place of this module's: unbuilt, nothing is drawn. */
import type { FirstScreens } from './render-static.ts'

export const english: FirstScreens = {
  messages: { wait: '', stuck: '', hostedPage: '', official: '' },
  direction: 'ltr',
  screens: {},
}
