/** The doors through which a voter meets the form, each as a page of this site that fits in a frame. */

/** The doors by name. */
export const doors = {
  react: 'React',
  element: 'Element',
  hosted: 'Hosted page',
  plain: 'Without scripts',
} as const

/** A door. */
export type Door = keyof typeof doors

/** The doors in their order. */
export const doorNames = Object.keys(doors).filter((name): name is Door => Object.hasOwn(doors, name))

/** The options of a form, as its React props. */
export interface DoorProps {
  apiBase: string
  locale: string
  appearance: { theme: string; density?: string }
  layout?: 'steps'
  kiosk?: { idleSeconds: number }
  partner?: string
}

/** Returns the address of a door's page. The hosted page comes from the BFF through this site, so that it has one origin with it. */
export function doorAddress(door: Door, props: DoorProps): string {
  const { locale, appearance, layout, kiosk, partner } = props
  if (door === 'react' || door === 'element') {
    return `/${door === 'react' ? 'form' : 'script'}.html?props=${encodeURIComponent(JSON.stringify(props))}`
  }
  const query = new URLSearchParams({
    ...(locale !== 'auto' && { locale }),
    ...(appearance.theme !== 'auto' && { theme: appearance.theme }),
    ...(layout !== undefined && { layout }),
    ...(kiosk !== undefined && { kiosk: String(kiosk.idleSeconds) }),
    ...(partner !== undefined && { partner }),
  })
  return `/door/form?${query}`
}

/** Creates a frame with a door's page, at its {@link doorAddress}. */
export function doorFrame(door: Door, address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = `The form, ${doors[door]}`
  frame.className = 'qa-door'
  // Without the permission to run scripts, this page can still read and press what is in it.
  if (door === 'plain') frame.setAttribute('sandbox', 'allow-same-origin allow-forms allow-popups')
  frame.src = address
  return frame
}
