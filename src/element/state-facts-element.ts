/** What `<voter-state-facts>` is, but for where its panel comes from: that is the entry's business. */
import { names, text } from './attributes.ts'
import { tagNames } from './define-tag.ts'
import { missingApiBase, type PanelDefinition, panelAttributes } from './panel-element.ts'

/** What can be set: the options of `<VoterStateFacts>`. */
export type { StateFactsOptions } from '../widget/panel-options.ts'

/** The element. */
export const stateFactsElement: PanelDefinition = {
  tag: tagNames.stateFacts,
  attributes: {
    ...panelAttributes,
    region: text('region'),
    fields: names('fields', 'facts such as registration_deadline_online'),
  },
  required: { 'api-base': missingApiBase, state: 'the code of a state, for example TN' },
}
