/** The style rules for facts, which the main script file is without. */
import facts from '../../widget/styles/facts.css?inline'

export const factsLook: string = facts
