/** The ways to embed the form, each as a page of this site that fits in a frame. */

/** Labels by embed type. `plain` is the hosted page without scripts. */
export const embedTypes = {
  react: 'React',
  element: 'Element',
  hosted: 'Hosted page',
  plain: 'Without scripts',
} as const

export type EmbedType = keyof typeof embedTypes

export const embedTypeNames = Object.keys(embedTypes).filter((name): name is EmbedType =>
  Object.hasOwn(embedTypes, name),
)

/** The options of a form, as its React props. */
export interface EmbedProps {
  apiBase: string
  locale: string
  appearance: { theme: string; density?: string }
  layout?: 'steps'
  kiosk?: { idleSeconds: number }
  partner?: string
}

/** Returns the address of the page. The hosted page comes from the BFF through this site, so that it has one origin with it. */
export function getEmbedAddress(embedType: EmbedType, props: EmbedProps): string {
  const { locale, appearance, layout, kiosk, partner } = props
  if (embedType === 'react' || embedType === 'element') {
    return `/${embedType === 'react' ? 'form' : 'script'}.html?props=${encodeURIComponent(JSON.stringify(props))}`
  }
  const query = new URLSearchParams({
    ...(locale !== 'auto' && { locale }),
    ...(appearance.theme !== 'auto' && { theme: appearance.theme }),
    ...(layout !== undefined && { layout }),
    ...(kiosk !== undefined && { kiosk: String(kiosk.idleSeconds) }),
    ...(partner !== undefined && { partner }),
  })
  return `/frame/form?${query}`
}

export function createEmbedFrame(embedType: EmbedType, address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = `The form, ${embedTypes[embedType]}`
  frame.className = 'qa-frame'
  // Without the permission to run scripts, this page can still read it and click in it.
  if (embedType === 'plain') frame.setAttribute('sandbox', 'allow-same-origin allow-forms allow-popups')
  frame.src = address
  return frame
}
