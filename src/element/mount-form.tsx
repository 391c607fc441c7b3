/** Puts the form into the element. Loaded when the first form is to be shown: a page that breaks it here still has the
 *  element, which then shows what the page has put into it. */
import { useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import type { Words } from '../widget/messages/catalogue.ts'
import type { VoterRegistrationHandle, VoterRegistrationProps } from '../widget/options.ts'
import { VoterRegistration } from '../widget/voter-registration.tsx'
import { Kiosk, type KioskProps } from './kiosk.tsx'

/** What is shown. */
export interface FormDeps {
  form: VoterRegistrationProps
  /** The handle when the form is on the page, `null` when it is gone. Keep it the same function. */
  onHandle: (handle: VoterRegistrationHandle | null) => void
  /** Left out unless many voters share this device. */
  kiosk?: KioskProps | undefined
}

/** A form that was put in. */
export interface MountedForm {
  show(parts: FormDeps): void
  unmount(): void
}

/**
 * Puts a form into an empty element.
 *
 * @param host the element that the page has written
 */
export function mountForm(into: Element, host: Element): MountedForm {
  const root = createRoot(into)
  return {
    show({ form, onHandle, kiosk }) {
      root.render(
        <VoterRegistration
          {...form}
          ref={onHandle}
          consentExtra={into.slot === '' ? <slot name="consent-extra" /> : <ConsentExtra host={host} />}
          {...(kiosk !== undefined && { beside: (words: Words) => <Kiosk {...kiosk} words={words} /> })}
        />,
      )
    },
    unmount() {
      root.unmount()
    },
  }
}

/** In the page's own document there are no slots: what the page has written for this place is taken there, and goes back
 *  when the form does. */
function ConsentExtra({ host }: { host: Element }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const extra = [...host.querySelectorAll(':scope > [slot=consent-extra]')]
    place.current?.append(...extra)
    return () => host.append(...extra)
  }, [host])
  return <div ref={place} />
}
