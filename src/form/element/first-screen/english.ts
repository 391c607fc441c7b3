/** The first screen in English. The build writes the data in place of this module's: unbuilt, nothing is drawn. */
import type { FirstScreens } from './draw.ts'

export const english: FirstScreens = {
  words: { wait: '', stuck: '', ownPage: '', official: '' },
  direction: 'ltr',
  screens: {},
}
