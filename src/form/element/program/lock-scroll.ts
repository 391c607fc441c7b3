/** Scroll lock for the page behind a dialog. */

/** Stops the page from scrolling; returns a function that unlocks it and restores its scroll position. */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const { scrollX, scrollY, innerWidth } = window
  // Reserve the room of a scroll bar, so that the page does not shift.
  const locked = { overflow: 'hidden', ...(innerWidth > clientWidth && { 'scrollbar-gutter': 'stable' }) }
  const before = Object.keys(locked).map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  )
  // Only `important` wins over important rules of the page.
  for (const [name, value] of Object.entries(locked)) style.setProperty(name, value, 'important')
  return () => {
    for (const property of before) style.setProperty(...property)
    // A page whose body scrolls loses its position meanwhile.
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  }
}
