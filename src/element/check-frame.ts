/** Whether the page stands in a frame that keeps the form from working. */
import type { DiagnosisCheck } from './diagnosis.ts'

/** What a frame must allow: the same as in the README's snippet D. */
const needed = [
  'allow-scripts',
  'allow-forms',
  'allow-same-origin',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
] as const

/** Looks at the frame around this page; of a frame on another site only what it does to this page can be seen. */
export function checkFrame(): DiagnosisCheck {
  const give = `Give the frame sandbox="${needed.join(' ')}".`
  if (globalThis.origin === 'null') {
    const text = `This page is in a sandboxed frame, which the BFF cannot recognize, and links do not open. ${give}`
    return { id: 'frame', ok: false, text }
  }
  const missing = missingFromFrame()
  if (missing.length > 0) {
    return { id: 'frame', ok: false, text: `The frame around this page lacks ${missing.join(', ')}. ${give}` }
  }
  const text = window.top === window ? 'This page is not in a frame.' : 'The frame around this page is not in the way.'
  return { id: 'frame', ok: true, text }
}

function missingFromFrame(): string[] {
  try {
    const frame = window.frameElement
    const given = frame?.getAttribute('sandbox')?.toLowerCase().split(/\s+/)
    return given === undefined ? [] : needed.filter((one) => !given.includes(one))
  } catch {
    return []
  }
}
