/** Lets the page's own links and buttons open a form: `data-voter-registration-open`. */

const attribute = 'data-voter-registration-open'

/** `canOpen`: whether the dialog can be shown now; until then a link navigates as usual. Returns a function that stops listening. */
export function watchDialogTriggers(form: {
  /** Whether the attribute's value names this form: empty, or the id of the element. */
  isTarget: (name: string) => boolean
  canOpen: () => boolean
  open: (opener: HTMLElement) => void
}): () => void {
  const onClick = (event: MouseEvent) => {
    const opener = event
      .composedPath()
      .find((node): node is HTMLElement => 'hasAttribute' in node && (node as Element).hasAttribute(attribute))
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (opener === undefined || !isPlain || event.defaultPrevented) return
    if (!form.isTarget(opener.getAttribute(attribute) ?? '')) return
    if (opener.localName === 'a' && !form.canOpen()) return
    // Several forms may be on the page: this tells the next one that the click is handled.
    event.preventDefault()
    form.open(opener)
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}
