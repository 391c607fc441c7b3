/** `<voter-state-facts>`, except for how its panel is loaded: each entry point decides that. */
import { names, text } from './attributes.ts'
import { tagNames } from './define-tag.ts'
import { missingApiBase, type PanelDefinition, panelAttributes } from './panel-element.ts'

/** The options of `<VoterStateFacts>`. */
export type { StateFactsOptions } from '../widget/panel-options.ts'

/** The definition of the element. */
export const stateFactsElement: PanelDefinition = {
  tag: tagNames.stateFacts,
  attributes: {
    ...panelAttributes,
    region: text('region'),
    fields: names('fields', 'facts such as registration_deadline_online'),
  },
  required: { 'api-base': missingApiBase, state: 'the code of a state, for example TN' },
}
