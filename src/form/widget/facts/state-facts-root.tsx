'use client'
/** State facts as a separate component, for React's entry point and, without lazy parts, for the element. */
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { isStateCode, stateCodes } from '../../../contract/states.ts'
import { useIsomorphicLayoutEffect } from '../effects.ts'
import { createReadingClient } from '../flow/reading-client.ts'
import { FormContext, ownContext } from '../form-context.ts'
import { LazyPartsContext, useFactsAccess, useLazyPart, withoutFacts } from '../lazy-parts.ts'
import type { PanelStatus, StateFactsOptions } from '../options.ts'
import { importedParts } from '../react/imported-parts.ts'
import { serviceTexts } from '../screens/answer-text.tsx'
import { ErrorBoundary } from '../screens/ui.tsx'
import { getRootAttributes, mergeAppearance, pickPageAttributes, useBff } from '../use-root.ts'
import type { InternalFormProps, VoterRegistrationProps } from '../voter-registration-props.ts'

/** Props of `<VoterStateFacts>`. */
export interface VoterStateFactsProps
  extends StateFactsOptions,
    Pick<VoterRegistrationProps, 'theme' | 'density' | 'id' | 'className' | 'style'> {}

/** Hidden without facts, for an invalid state, and after an error. `onStatusChange` must be stable. */
export function StateFactsRoot(
  props: VoterStateFactsProps &
    Pick<InternalFormProps, 'pageAttributes'> & { onStatusChange?: ((status: PanelStatus) => void) | undefined },
) {
  const { state, region, fields, headingLevel = 2, onStatusChange } = props
  const root = useRef<HTMLDivElement>(null)
  const { client, t, settings } = useBff(root, props, createReadingClient)
  const requested = state?.toUpperCase()
  const code = isStateCode(requested) ? requested : undefined
  const isUnknown = requested !== undefined && code === undefined
  useEffect(() => {
    if (isUnknown)
      console.warn(`voter-registration: state="${state}" is not a state. Use one of ${stateCodes.join(', ')}.`)
  }, [isUnknown, state])
  const [panelStatus, setPanelStatus] = useState<PanelStatus>('nothing')
  const access = useFactsAccess(client, settings.type === 'ready' ? settings.settings : undefined)
  const isAvailable = access !== undefined && code !== undefined
  const facts = useLazyPart('stateFacts', withoutFacts)
  const context = useMemo(() => ({ ...ownContext, t, headingLevel }), [t, headingLevel])
  const status = isAvailable ? panelStatus : 'nothing'
  // Before paint: the element hides its fallback at the same time.
  useIsomorphicLayoutEffect(() => {
    onStatusChange?.(status)
  }, [status, onStatusChange])
  return (
    <div ref={root} {...getRootAttributes(props, t)} hidden={status === 'nothing'}>
      {isAvailable && (
        <ErrorBoundary key={code} fallback={null} onBroken={() => setPanelStatus('nothing')}>
          <FormContext.Provider value={context}>
            <Suspense>
              <facts.StateFactsPanel
                access={access}
                code={code}
                region={region}
                fields={fields}
                {...serviceTexts}
                onStatusChange={setPanelStatus}
              />
            </Suspense>
          </FormContext.Provider>
        </ErrorBoundary>
      )}
    </div>
  )
}

/** The facts of a state: dated information with its footnotes, never legal advice. Shows nothing where the BFF has no facts,
 *  and for an invalid state code.
 *  @example <VoterStateFacts apiBase="https://register.partner.example/api" state="TN" /> */
export function VoterStateFacts(props: VoterStateFactsProps) {
  return (
    <LazyPartsContext.Provider value={importedParts}>
      <StateFactsRoot
        {...props}
        {...mergeAppearance(props)}
        pageAttributes={pickPageAttributes(props)}
        onStatusChange={undefined}
      />
    </LazyPartsContext.Provider>
  )
}
