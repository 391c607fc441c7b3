/** What `<voter-state-facts>` is, but for where its panel comes from: that is the entry's business. */
import type { VoterStateFactsProps } from '../widget/civic/state-facts-root.tsx'
import { names, text } from './attributes.ts'
import { missingApiBase, type PanelDefinition, panelAttributes, panelOptions } from './panel-element.ts'
import { tagNames } from './tag-names.ts'

/** What can be set: the options of `<VoterStateFacts>`. */
export type StateFactsOptions = Omit<VoterStateFactsProps, 'id' | 'className' | 'style' | 'onAt'>

/** The element. */
export const stateFactsElement: PanelDefinition<StateFactsOptions> = {
  tag: tagNames.stateFacts,
  attributes: {
    ...panelAttributes,
    region: text('region'),
    fields: names('fields', 'facts such as registration_deadline_online'),
  },
  names: [...panelOptions, 'region', 'fields'],
  required: { 'api-base': missingApiBase, state: 'the code of a state, for example TN' },
}
