/** Builds everything into `dist`. */
import { npm } from './program.mjs'

export const build = () => npm(['run', 'build'])
