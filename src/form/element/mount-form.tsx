/** Mounts the form in the element. The element works without it: on a page that breaks the form it shows the fallback. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { type LazyParts, LazyPartsContext } from '../widget/lazy-parts.ts'
import type { Words } from '../widget/messages/catalogue.ts'
import { VoterRegistration } from '../widget/voter-registration.tsx'
import type { MountForm } from './mounted-form.ts'

/**
 * Creates the function that mounts a form.
 *
 * @param useParts returns the lazy parts; a hook, since a further script file may add some
 */
export function formMounter(useParts: () => LazyParts): MountForm {
  function WithParts({ children }: { children: ReactNode }) {
    return <LazyPartsContext.Provider value={useParts()}>{children}</LazyPartsContext.Provider>
  }
  return (into, host) => {
    const root = createRoot(into)
    return {
      show({ form, onHandle, onWords }) {
        root.render(
          <WithParts>
            <VoterRegistration
              {...form}
              door="element"
              ref={onHandle}
              consentExtra={into.slot === '' ? <slot name="consent-extra" /> : <ConsentExtra host={host} />}
              {...(onWords && { beside: (words: Words) => <WordsFollower words={words} onWords={onWords} /> })}
            />
          </WithParts>,
        )
      },
      unmount: () => root.unmount(),
    }
  }
}

/** Passes the texts to what is around the form. */
function WordsFollower({ words, onWords }: { words: Words; onWords: (words: Words) => void }) {
  useLayoutEffect(() => onWords(words), [words, onWords])
  return null
}

/** The page's own document has no slots: the page's content for this place moves here, and moves back when the form is
 *  unmounted. */
function ConsentExtra({ host }: { host: Element }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const extra = [...host.querySelectorAll(':scope > [slot=consent-extra]')]
    place.current?.append(...extra)
    return () => host.append(...extra)
  }, [host])
  return <div ref={place} />
}
