/** Waits until an element comes near the viewport. */

/** Runs something once when an element comes near the viewport; gives a function that calls it off. */
export function whenNearViewport(element: Element, run: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      run()
    },
    { rootMargin: '400px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
