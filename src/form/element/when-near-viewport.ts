/** Waits until an element comes near the viewport. */

/** Runs a function once when an element comes near the viewport; returns a function that cancels it. */
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
