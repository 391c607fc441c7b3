/** Stands in for `widget/use-rest-of-form.ts` in the script file, which is one file: the rest is there from the start. */
import type * as real from '../../../widget/use-rest-of-form.ts'

/** There is nothing to load. */
export const useRestOfForm: typeof real.useRestOfForm = () => undefined

/** There is nothing to wait for. */
export const waitForRest: typeof real.waitForRest = async () => undefined
