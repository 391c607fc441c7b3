/** Keeps the page behind a dialog where it is. */

/** Keeps the page from scrolling; gives a function that lets it, at the place where it was. */
export function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  const { scrollX, scrollY, innerWidth } = window
  // Where a bar was, its room stays: the page does not jump aside.
  const locked = { overflow: 'hidden', ...(innerWidth > clientWidth && { 'scrollbar-gutter': 'stable' }) }
  const before = Object.keys(locked).map(
    (name) => [name, style.getPropertyValue(name), style.getPropertyPriority(name)] as const,
  )
  // Only so does it win over a page's own important rules.
  for (const [name, value] of Object.entries(locked)) style.setProperty(name, value, 'important')
  return () => {
    for (const property of before) style.setProperty(...property)
    // A page whose body scrolls loses its place meanwhile.
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
  }
}
