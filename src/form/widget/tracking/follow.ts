/** Handles a press of an answer's button: reports it to the BFF, for at most 300 ms, then leaves the page. */
import type { LinkTarget } from '../options.ts'

/** Maximum time that a press waits for its report, in milliseconds. */
export const maxReportWait = 300

export interface FollowDependencies {
  /** Sends the report to the BFF; `ok` is whether it was accepted. May also reject or never settle. */
  reportPress: (press: string) => Promise<{ ok: boolean }>
  onTracked: (detail: { ok: boolean }) => void
  /** Sends the voter on. Left out when the browser does that by itself, or the page handles it. */
  navigate?: (() => void) | undefined
  wait?: (ms: number) => Promise<void>
}

/** Reports a press, then sends the voter on: when the report has arrived, or after 300 ms. A lost report never keeps a voter
 *  from registering (R-A93, R-A95). The request is started when this returns; the promise never rejects. */
export async function follow(press: string, dependencies: FollowDependencies): Promise<void> {
  const { navigate, wait = timer } = dependencies
  const told = report(press, dependencies)
  if (navigate === undefined) return
  await Promise.race([told, wait(maxReportWait)])
  navigate()
}

async function report(press: string, { reportPress, onTracked }: FollowDependencies): Promise<void> {
  let ok = false
  try {
    ok = (await reportPress(press)).ok
  } catch {
    // The reason is in the BFF's log or nowhere; the page only learns that it failed.
  }
  try {
    onTracked({ ok })
  } catch (error) {
    // An error of the page: it appears in the console, and does not affect the voter.
    console.error(error)
  }
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** Whether the browser opens a clicked link elsewhere (new tab, window or a download), so that this page stays. */
export function opensElsewhere(
  click: Pick<MouseEvent, 'button' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return click.button === 1 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey
}

/** The time within which a second click on a button belongs to the first, in milliseconds: a double click is one press. */
export const doubleClickTime = 1_000

/** Attributes of every link of the answer: the other site gets neither this window nor this address. */
export const linkSafety = { rel: 'noopener noreferrer', referrerPolicy: 'no-referrer' } as const

/** `location.assign` sends a referrer, and a frame may not call it on `top`; the page's click handlers miss an outside link. */
export function leave(url: string, target: LinkTarget): void {
  const link = document.createElement('a')
  link.href = url
  link.target = target
  link.rel = linkSafety.rel
  link.referrerPolicy = linkSafety.referrerPolicy
  link.click()
}
