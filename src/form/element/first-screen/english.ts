/** The first screen in English. The build replaces these data; without it, nothing is prerendered. */
import type { FirstScreens } from './render-static.ts'

export const english: FirstScreens = {
  messages: { wait: '', stuck: '', hostedPage: '', official: '' },
  direction: 'ltr',
  screens: {},
}
