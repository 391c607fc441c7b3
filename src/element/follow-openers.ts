/** The page's own links and buttons that open a form: `data-voter-registration-open`. */

const attribute = 'data-voter-registration-open'

/**
 * Lets the page's links and buttons open a form.
 *
 * @param form `canOpen` is whether its dialog can be shown now: until then a link goes where it leads
 * @returns a function that ends it
 */
export function followOpeners(form: {
  /** Whether the attribute's value names this form: empty, or the id of the element. */
  isMeant: (name: string) => boolean
  canOpen: () => boolean
  open: (opener: HTMLElement) => void
}): () => void {
  const onClick = (event: MouseEvent) => {
    const opener = event
      .composedPath()
      .find((one): one is HTMLElement => 'hasAttribute' in one && (one as Element).hasAttribute(attribute))
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (opener === undefined || !isPlain || event.defaultPrevented) return
    if (!form.isMeant(opener.getAttribute(attribute) ?? '')) return
    if (opener.localName === 'a' && !form.canOpen()) return
    // Several forms may be on the page: the next one hears that this click has been answered.
    event.preventDefault()
    form.open(opener)
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}
