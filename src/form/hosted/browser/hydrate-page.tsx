/** The page's script: posts its height to the parent page, and hydrates the form. The page works without it. */
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { clearDrafts } from '../../widget/form/draft-store.ts'
import { LazyPartsContext } from '../../widget/lazy-parts.ts'
import { wordsIn } from '../../widget/messages/catalog.ts'
import type { VoterRegistrationHandle } from '../../widget/options.ts'
import { takePrefill } from '../../widget/page-address.ts'
import { importedParts } from '../../widget/react/imported-parts.ts'
import { VoterRegistration } from '../../widget/voter-registration.tsx'
import { addVisitData, type FormProps, type PageData, type VisitData, visitorField } from '../page-data.ts'

const parseJsonElement = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '{}')
// The server wrote this into its own page.
// oxlint-disable typescript/no-unsafe-type-assertion -- see above.
const data = parseJsonElement('data') as PageData
const visit = parseJsonElement('own') as VisitData
// oxlint-enable typescript/no-unsafe-type-assertion
const formContainer = document.getElementById('form')

if (window.parent !== window) postHeight(data, visit)
if (formContainer !== null && globalThis.origin === 'null') showCutOff(formContainer)
else if (formContainer !== null && data.form !== undefined) hydrate(formContainer, addVisitData(data.form, visit))
// An answer, or a screen that has what was typed: a form before it may have kept some.
else clearDrafts(true)

/** In a frame without an origin nothing can be sent: the notice appears before the voter has typed anything. */
function showCutOff(form: HTMLElement): void {
  const notice = document.getElementById('cut-off')
  if (notice === null) return
  notice.hidden = false
  form.hidden = true
  // Such a frame may also block the link: then the address can be copied.
  const address = document.createElement('p')
  address.textContent = notice.querySelector('a')?.href ?? ''
  notice.append(address)
}

/** Gives the response to a post its form's address: a reload would post again (on a shared device the last voter's data). */
function replaceUrl({ noScript }: FormProps): void {
  const address = noScript?.fields[visitorField]
  if (noScript?.values === undefined || address === undefined) return
  history.replaceState(history.state, '', `form?${address}`)
}

function hydrate(container: HTMLElement, form: FormProps): void {
  replaceUrl(form)
  // The form shows them itself.
  document.getElementById('facts')?.remove()
  const prefill = takePrefill(data.prefillFromUrl ?? [])
  const onHandle = (handle: VoterRegistrationHandle | null) => {
    if (handle === null) return
    container.dataset.alive = ''
    if (Object.keys(prefill).length > 0) handle.setPrefill(prefill)
  }
  // The page is beside the BFF's other paths, wherever a proxy has put them.
  const apiBase = new URL('.', location.href).href
  const content = (
    <LazyPartsContext.Provider value={importedParts}>
      <VoterRegistration {...form} apiBase={apiBase} ref={onHandle} />
    </LazyPartsContext.Provider>
  )
  // In pieces: a key that is pressed meanwhile does not wait for the whole form.
  startTransition(() => void hydrateRoot(container, content))
  keepTitle(container, form)
}

/** Keeps the page's title up to date: an error prefix first, then the screen's heading, as without scripts. */
function keepTitle(container: HTMLElement, { locales, messages }: FormProps): void {
  const { prefix } = wordsIn(locales?.[0], { messages }).summary
  const partner = document.title.slice(document.title.lastIndexOf(' – '))
  const updateTitle = () => {
    const hasErrors = container.querySelector('.vr-summary:not(.vr-summary-mended)') !== null
    const heading = container.querySelector('[data-focus]')?.textContent
    const title = `${hasErrors ? `${prefix} ` : ''}${heading}${partner}`
    if (heading !== undefined && document.title !== title) document.title = title
  }
  new MutationObserver(updateTitle).observe(container, { childList: true, subtree: true, characterData: true })
}

/** Posts `{ vr: 1, instanceId, height }` (pixels) to the parent page whenever the height changes, and when that page requests
 *  it with `{ vr: 1 }`. Only pages that may frame this one receive it. */
function postHeight({ parents }: PageData, { instanceId }: VisitData): void {
  const parentPageOrigin = getParentOrigin()
  const listening = parentPageOrigin === undefined ? parents : parents.filter((origin) => origin === parentPageOrigin)
  const post = () => {
    const message = { vr: 1, instanceId, height: Math.ceil(document.body.getBoundingClientRect().height) }
    for (const origin of listening) window.parent.postMessage(message, origin)
  }
  new ResizeObserver(post).observe(document.body)
  window.addEventListener('message', ({ source, origin, data: request }: MessageEvent<unknown>) => {
    const isRequested = typeof request === 'object' && request !== null && 'vr' in request && request.vr === 1
    if (isRequested && source === window.parent && parents.includes(origin)) post()
  })
}

/** The origin of the parent page, if the browser reports it: a message to any other origin logs an error in its console. */
function getParentOrigin(): string | undefined {
  const ancestorOrigin: unknown = location.ancestorOrigins?.[0]
  if (typeof ancestorOrigin === 'string') return ancestorOrigin
  return document.referrer === '' ? undefined : new URL(document.referrer).origin
}
