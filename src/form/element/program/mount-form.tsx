/** Mounts the form in the element: React takes over what is drawn, or renders it. The element works without it: on a page that
 *  breaks the form it shows the fallback. */
import { type ReactNode, startTransition, useLayoutEffect, useRef } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { type LazyParts, LazyPartsContext } from '../../widget/lazy-parts.ts'
import type { Words } from '../../widget/messages/catalogue.ts'
import { lookOf } from '../../widget/use-root.ts'
import { VoterRegistration } from '../../widget/voter-registration.tsx'
import { dress } from '../first-screen/draw.ts'
import type { FormDeps, MountForm } from './mounted-form.ts'
import { watchTyped } from './take-over.ts'

/**
 * Creates the function that mounts a form.
 *
 * @param useParts returns the lazy parts; a hook, since a further script file may add some
 */
export function formMounter(useParts: () => LazyParts): MountForm {
  function WithParts({ children }: { children: ReactNode }) {
    return <LazyPartsContext.Provider value={useParts()}>{children}</LazyPartsContext.Provider>
  }
  return (into, host, drawn) => {
    let root: Root | undefined
    let isMounted = false
    let latest: FormDeps | undefined
    const typed = drawn && watchTyped(into)
    const content = ({ form, onHandle, onWords }: FormDeps) => (
      <Mounted onMounted={onMounted}>
        <WithParts>
          <VoterRegistration
            {...form}
            door="element"
            ref={onHandle}
            consentExtra={into.slot === '' ? <slot name="consent-extra" /> : <ConsentExtra host={host} />}
            {...(onWords && { beside: (words: Words) => <WordsFollower words={words} onWords={onWords} /> })}
          />
        </WithParts>
      </Mounted>
    )
    const onMounted = () => {
      isMounted = true
      if (drawn?.isSame === false) typed?.putBack()
      typed?.end()
      // React takes nothing over where it is told of a change before.
      if (latest !== undefined) root?.render(content(latest))
    }
    return {
      show(deps) {
        if (root !== undefined) {
          latest = deps
          if (isMounted) root.render(content(deps))
        } else if (drawn?.isSame === true) {
          wear(into.firstElementChild, deps.form.appearance)
          // What is drawn has only room for languages: those of the page come after.
          const { languages, ...form } = deps.form
          if (languages !== undefined) latest = deps
          // The default lane is not cut into pieces: a key that is pressed meanwhile would wait for the whole form.
          startTransition(() => {
            root = hydrateRoot(into, content({ ...deps, form }), {
              onRecoverableError(error) {
                console.warn('voter-registration: the form was rendered anew, with what was typed.', error)
                typed?.putBack()
              },
            })
          })
        } else {
          into.replaceChildren()
          root = createRoot(into)
          root.render(content(deps))
        }
      },
      unmount: () => root?.unmount(),
    }
  }
}

/** The page may have changed the look since it was drawn, and React takes attributes over as they are. */
function wear(root: Element | null, appearance: FormDeps['form']['appearance']) {
  if (!(root instanceof HTMLElement)) return
  const { tokens = {}, ...attributes } = lookOf(appearance)
  root.removeAttribute('style')
  dress(root, attributes, tokens)
}

/** Calls a function once, when its content is on the page. */
function Mounted({ onMounted, children }: { onMounted: () => void; children: ReactNode }) {
  const once = useRef(onMounted)
  useLayoutEffect(() => once.current(), [])
  return children
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
