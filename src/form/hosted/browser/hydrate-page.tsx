/** The page's script: hydrates the form, and posts the page's height to the parent page. */
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { clearDrafts } from '../../widget/form/draft-store.ts'
import { LazyPartsContext } from '../../widget/lazy-parts.ts'
import { createFormMessages } from '../../widget/messages/catalog.ts'
import type { VoterRegistrationHandle } from '../../widget/options.ts'
import { extractUrlPrefill } from '../../widget/page-address.ts'
import { importedParts } from '../../widget/react/imported-parts.ts'
import { VoterRegistration } from '../../widget/voter-registration.tsx'
import { addVisitData, type FormProps, type PageData, type VisitData, visitorField } from '../page-data.ts'

const parseJsonElement = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent ?? '{}')
// Written by our own server.
// oxlint-disable typescript/no-unsafe-type-assertion -- see above.
const data = parseJsonElement('data') as PageData
const visit = parseJsonElement('own') as VisitData
// oxlint-enable typescript/no-unsafe-type-assertion
const formContainer = document.getElementById('form')

if (window.parent !== window) postHeight(data, visit)
if (formContainer !== null && globalThis.origin === 'null') showCutOff(formContainer)
else if (formContainer !== null && data.form !== undefined) hydrate(formContainer, addVisitData(data.form, visit))
// A result, or a screen with the posted values: remove the draft.
else clearDrafts(true)

/** A frame without an origin cannot send anything, so the notice appears before the voter types. */
function showCutOff(form: HTMLElement): void {
  const notice = document.getElementById('cut-off')
  if (notice === null) return
  notice.hidden = false
  form.hidden = true
  // The frame may also block the link: show the URL.
  const address = document.createElement('p')
  address.textContent = notice.querySelector('a')?.href ?? ''
  notice.append(address)
}

/** Replaces the URL of a response to a post: a reload would post again (in kiosk mode, the previous voter's data). */
function replaceUrl({ noScript }: FormProps): void {
  const address = noScript?.fields[visitorField]
  if (noScript?.values === undefined || address === undefined) return
  history.replaceState(history.state, '', `form?${address}`)
}

function hydrate(container: HTMLElement, form: FormProps): void {
  replaceUrl(form)
  // The form shows them.
  document.getElementById('facts')?.remove()
  const prefill = extractUrlPrefill(data.prefillFromUrl ?? [])
  const onHandle = (handle: VoterRegistrationHandle | null) => {
    if (handle === null) return
    container.dataset.alive = ''
    if (Object.keys(prefill).length > 0) handle.setPrefill(prefill)
  }
  // Relative to the page, since a proxy may add a prefix.
  const apiBase = new URL('.', location.href).href
  const content = (
    <LazyPartsContext.Provider value={importedParts}>
      <VoterRegistration {...form} apiBase={apiBase} ref={onHandle} />
    </LazyPartsContext.Provider>
  )
  // Hydrate in a transition, so that input stays responsive.
  startTransition(() => void hydrateRoot(container, content))
  keepTitle(container, form)
}

/** Updates the page's title: error prefix, heading and partner, as without scripts. */
function keepTitle(container: HTMLElement, { locales, messages }: FormProps): void {
  const { prefix } = createFormMessages(locales?.[0], { messages }).summary
  const partner = document.title.slice(document.title.lastIndexOf(' – '))
  const updateTitle = () => {
    const hasErrors = container.querySelector('.vr-summary:not(.vr-summary-mended)') !== null
    const heading = container.querySelector('[data-focus]')?.textContent
    const title = `${hasErrors ? `${prefix} ` : ''}${heading}${partner}`
    if (heading !== undefined && document.title !== title) document.title = title
  }
  new MutationObserver(updateTitle).observe(container, { childList: true, subtree: true, characterData: true })
}

/** Posts `{ vr: 1, instanceId, height }` (pixels) to the parent page when the height changes, and in response to `{ vr: 1 }`. Only
 *  pages that may frame this one receive it. */
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

/** Returns the origin of the parent page, if the browser reports it. A message to another origin logs an error. */
function getParentOrigin(): string | undefined {
  const ancestorOrigin: unknown = location.ancestorOrigins?.[0]
  if (typeof ancestorOrigin === 'string') return ancestorOrigin
  return document.referrer === '' ? undefined : new URL(document.referrer).origin
}
