/** Follows a link of an answer button: reports the click to the BFF for at most 300 ms, then navigates. */
import type { LinkTarget } from '../options.ts'

export const maxReportWaitMs = 300

export interface FollowDependencies {
  /** `ok` is whether the BFF accepted the report. May reject or never settle. */
  reportClick: (press: string) => Promise<{ ok: boolean }>
  onTracked: (detail: { ok: boolean }) => void
  /** Omitted if the browser or the page navigates. */
  navigate?: (() => void) | undefined
  wait?: (ms: number) => Promise<void>
}

/** Reports a click, then navigates: when the report has arrived, or after 300 ms. A lost report never prevents a registration
 *  (R-A93, R-A95). The request starts synchronously; the promise never rejects. */
export async function followLink(press: string, dependencies: FollowDependencies): Promise<void> {
  const { navigate, wait = delay } = dependencies
  const report = sendReport(press, dependencies)
  if (navigate === undefined) return
  await Promise.race([report, wait(maxReportWaitMs)])
  navigate()
}

async function sendReport(press: string, { reportClick, onTracked }: FollowDependencies): Promise<void> {
  let ok = false
  try {
    ok = (await reportClick(press)).ok
  } catch {
    // The page only receives `ok: false`.
  }
  try {
    onTracked({ ok })
  } catch (error) {
    // An error in the page's callback must not affect the voter.
    console.error(error)
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** Whether a click opens a new tab or window, or downloads the link, so that this page stays. */
export function opensInNewTab(
  click: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return click.button === 1 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey
}

/** A second click within this time is part of a double click. */
export const doubleClickMs = 1_000

/** Attributes of every link of the answer: the other site receives neither `opener` nor referrer. */
export const linkSafety = { rel: 'noopener noreferrer', referrerPolicy: 'no-referrer' } as const

/** Not `location.assign`, which sends a referrer and is not allowed on `top` from a frame. The link is detached, so that the page's
 *  click handlers do not receive the event. */
export function openLink(url: string, target: LinkTarget): void {
  const link = document.createElement('a')
  link.href = url
  link.target = target
  link.rel = linkSafety.rel
  link.referrerPolicy = linkSafety.referrerPolicy
  link.click()
}
