'use client'
/** `<VoterRegistration>` of React's entry point: in the page's own document or in a shadow root. */
import { type ForwardedRef, forwardRef, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLatestRef } from '../effects.ts'
import { formErrors } from '../flow/flow-reducer.ts'
import { LazyPartsContext } from '../lazy-parts.ts'
import type { VoterRegistrationHandle } from '../options.ts'
import { adoptFirstScreenStyles, adoptLaterStyles } from '../styles/stylesheet.ts'
import { mergeAppearance, pickPageAttributes, useInstanceId } from '../use-root.ts'
import { version } from '../version.ts'
import { VoterRegistration as Form } from '../voter-registration.tsx'
import type { InternalFormProps, VoterRegistrationProps } from '../voter-registration-props.ts'
import { importedParts } from './imported-parts.ts'

/** Every public prop. The internal props of the element and the hosted page, some with personal data, are not passed on. */
export const publicProps = {
  apiBase: true,
  partner: true,
  locale: true,
  languages: true,
  locales: true,
  messages: true,
  prefill: true,
  appearance: true,
  theme: true,
  density: true,
  subscriberOptIn: true,
  linkTarget: true,
  layout: true,
  review: true,
  headingLevel: true,
  autoFocus: true,
  officialUrl: true,
  settings: true,
  isolation: true,
  kiosk: true,
  persistDraft: true,
  reportState: true,
  tracking: true,
  fetch: true,
  id: true,
  instanceId: true,
  className: true,
  style: true,
  fallback: true,
  consentExtra: true,
  onReady: true,
  onStart: true,
  onStep: true,
  onTooYoung: true,
  onInvalid: true,
  onSubmit: true,
  onResult: true,
  onAction: true,
  onFollowUp: true,
  onTrack: true,
  onError: true,
  onReset: true,
} satisfies Record<keyof VoterRegistrationProps, true>

/** The voter-registration form. Renders on a server too; a page may have several.
 *  @example <VoterRegistration apiBase="https://register.partner.example/api" /> */
export const VoterRegistration = forwardRef<VoterRegistrationHandle, VoterRegistrationProps>(
  function VoterRegistration(allProps, handle) {
    const { isolation = 'none', ...props } = pickPublic(allProps)
    const [initialIsolation] = useState(isolation)
    useEffect(() => {
      if (initialIsolation === isolation) return
      console.warn(
        'voter-registration: isolation has changed, which is not supported. Remount the form with a new key.',
      )
    }, [initialIsolation, isolation])
    return (
      <LazyPartsContext.Provider value={importedParts}>
        {initialIsolation === 'shadow' ? (
          <ShadowForm props={props} handle={handle} />
        ) : (
          <Form {...props} ref={handle} />
        )}
      </LazyPartsContext.Provider>
    )
  },
)

function pickPublic({ apiBase, ...given }: VoterRegistrationProps): InternalFormProps {
  const entries = Object.entries(given).filter(([name]) => Object.hasOwn(publicProps, name))
  const { theme: _theme, density: _density, ...props } = Object.fromEntries(entries)
  return { apiBase, ...props, ...mergeAppearance(given), pageAttributes: pickPageAttributes(given) }
}

/** The page's `id`, class, style and attributes apply to the host. `fallback` is in the host, like the content between the
 *  element's tags: shown until the form has loaded (a shadow root cannot be hydrated), and again when the form crashes. */
function ShadowForm({ props, handle }: { props: InternalFormProps; handle: ForwardedRef<VoterRegistrationHandle> }) {
  const { id, className, style, pageAttributes, fallback, instanceId: given, ...form } = props
  const host = useRef<HTMLDivElement>(null)
  const instanceId = useInstanceId(host, given)
  const [frame, setFrame] = useState<Element>()
  const latest = useLatestRef({ ...form, instanceId })
  useEffect(() => {
    if (host.current === null) return
    try {
      setFrame(attachShadow(host.current))
    } catch (error) {
      const message = formErrors.unsupported
      console.error(`voter-registration: ${message}`, error)
      const { partner, instanceId: name } = latest.current
      const identity = { instanceId: name, ...(partner !== undefined && { partner }), version }
      latest.current.onError?.({ ...identity, code: 'unsupported', retryable: false, message })
    }
  }, [latest])
  return (
    <div {...pageAttributes} ref={host} id={id} className={className} style={style} data-instance={instanceId}>
      {fallback}
      {frame !== undefined &&
        createPortal(
          <Form
            {...form}
            instanceId={instanceId}
            {...(fallback !== undefined && { fallback: <slot /> })}
            ref={handle}
          />,
          frame,
        )}
    </div>
  )
}

/** Attaches a shadow root with our styles, or reuses an existing one. Throws in browsers without constructable style sheets
 *  (before 2023). Returns a frame element that isolates the form from the page's fonts, colors and spacing. */
function attachShadow(host: Element): Element {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  adoptFirstScreenStyles(shadow)
  adoptLaterStyles(shadow)
  const frame = shadow.querySelector('.vr-frame') ?? shadow.appendChild(document.createElement('div'))
  frame.className = 'vr-frame'
  return frame
}
