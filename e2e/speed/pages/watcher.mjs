/** Runs inside the page before its own scripts: records when the first field accepts input, what blocked the page, and the web vitals (`web-vitals` is available as `webVitals`). */
export function watchPage({ first, taken }) {
  const found = { blocking: 0, tasks: [], typable: undefined, taken: undefined, vitals: {} }
  globalThis.bench = found
  const { onCLS, onINP, onLCP } = globalThis.webVitals
  for (const observe of [onCLS, onINP, onLCP]) {
    observe(({ name, value }) => (found.vitals[name] = value), { reportAllChanges: true, durationThreshold: 16 })
  }
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      found.blocking += Math.max(0, duration - 50)
      found.tasks.push({ startTime, duration })
    }
  }).observe({ type: 'longtask', buffered: true })

  /** Finds an element, also in open shadow roots. */
  const find = (selector, root = document) => {
    const here = root.querySelector(selector)
    if (here !== null) return here
    for (const element of root.querySelectorAll('voter-registration')) {
      const inside = element.shadowRoot && find(selector, element.shadowRoot)
      if (inside) return inside
    }
    return undefined
  }
  /** A field accepts input when typed text stays in it for two frames; whether it stays for good is asked at the end. */
  let trying = false
  const look = () => {
    if (taken !== undefined && found.taken === undefined && document.querySelector(taken))
      found.taken = performance.now()
    if (found.typable !== undefined && (taken === undefined || found.taken !== undefined)) return
    const field = find(first)
    if (
      found.typable === undefined &&
      field &&
      !field.disabled &&
      !field.readOnly &&
      !trying &&
      field.getClientRects().length > 0
    ) {
      trying = true
      const since = performance.now()
      field.focus({ preventScroll: true })
      document.execCommand('insertText', false, 'x')
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          trying = false
          if (find(first)?.value === 'x') {
            found.typable = since
          }
        }),
      )
    }
    setTimeout(look, 5)
  }
  look()
}
