/** The facts of a state as a separate component, without the lazy parts, which each entry point provides. */
import { definePanel, type PanelPlace } from '../define-panel.tsx'
import { useLazyPart } from '../lazy-parts.ts'
import type { StateFactsOptions } from '../panel-options.ts'
import { serviceTexts } from '../screens/answer-text.tsx'
import { useFactsAccess } from './facts-access.ts'

/** Props of `<VoterStateFacts>`. */
export interface VoterStateFactsProps extends StateFactsOptions, PanelPlace {}

/** Shows nothing where the BFF has no facts, and for an invalid state code. */
export const StateFactsRoot = definePanel<StateFactsOptions>(
  ({ client, settings, code, words, onAt }, { region, fields, messages, headingLevel = 2 }) => {
    const access = useFactsAccess(client, settings)
    const isOffered = access !== undefined && code !== undefined
    const part = useLazyPart('stateFacts', isOffered)
    if (!isOffered || typeof part === 'string') return undefined
    return (
      <part.StateFactsPanel
        access={access}
        code={code}
        region={region}
        fields={fields}
        messages={messages}
        formWords={words}
        headingLevel={headingLevel}
        {...serviceTexts}
        onAt={onAt}
      />
    )
  },
)
