/** The first screen in English, which is in the first file. The build writes the data in place of this module's, see
 *  `vite.config.ts`: where nothing has been built, nothing is drawn before the program. */
import type { FirstScreens } from './draw.ts'

export const english: FirstScreens = {
  words: { wait: '', stuck: '', ownPage: '', official: '' },
  direction: 'ltr',
  screens: {},
}
