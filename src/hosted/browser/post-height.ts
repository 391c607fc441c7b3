/** Tells the page around the frame how tall the form is, so that the frame can follow. */
import type { PageData } from '../page-data.ts'

/** Posts `{ vr: 1, instanceId, height }` (pixels) whenever the height changes, and when the page around asks with
 *  `{ vr: 1 }`. Only pages that may frame this one hear it. */
export function tellHeight({ instanceId, parents }: PageData): void {
  const around = parentOrigin()
  const told = around === undefined ? parents : parents.filter((origin) => origin === around)
  const tell = () => {
    const message = { vr: 1, instanceId, height: Math.ceil(document.body.getBoundingClientRect().height) }
    for (const origin of told) window.parent.postMessage(message, origin)
  }
  new ResizeObserver(tell).observe(document.body)
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    const isAsked = typeof data === 'object' && data !== null && 'vr' in data && data.vr === 1
    if (isAsked && source === window.parent && parents.includes(origin)) tell()
  })
}

/** The origin of the page around, where the browser tells: a message to any other would be an error in its console. */
function parentOrigin(): string | undefined {
  const said: unknown = location.ancestorOrigins?.[0]
  if (typeof said === 'string') return said
  return document.referrer === '' ? undefined : new URL(document.referrer).origin
}
