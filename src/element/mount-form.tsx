/** Puts the form into the element. The element does without it: on a page that breaks the form it shows the fallback. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { type LazyParts, LazyPartsContext } from '../widget/lazy-parts.ts'
import type { Words } from '../widget/messages/catalogue.ts'
import { VoterRegistration } from '../widget/voter-registration.tsx'
import type { MountForm } from './mounted-form.ts'

/**
 * Makes the function that mounts a form.
 *
 * @param useParts gives the parts that may come later; a hook, since a further script file may bring some
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

/** Hands the texts to what stands around the form. */
function WordsFollower({ words, onWords }: { words: Words; onWords: (words: Words) => void }) {
  useLayoutEffect(() => onWords(words), [words, onWords])
  return null
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
