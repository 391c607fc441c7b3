/** Opens a form by links and buttons of the page: `data-voter-registration-open`. */

const attribute = 'data-voter-registration-open'

/** Until `canOpen` returns true, links navigate as usual. Returns a function that removes the listener. */
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
    // Another form on the page ignores the click then.
    event.preventDefault()
    form.open(opener)
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}
