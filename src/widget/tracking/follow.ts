/** What a press does: report it, then leave. */
import type { LinkTarget } from '../options.ts'

/** The most milliseconds a press waits for its report before the voter is sent on. */
export const maxReportWait = 300

/** What a press touches. */
export interface FollowDependencies {
  /** Hands the report to the BFF; `ok` says whether it was accepted. May also reject or never settle. */
  reportPress: (press: string) => Promise<{ ok: boolean }>
  /** Tells the page whether the report arrived. */
  onTracked: (detail: { ok: boolean }) => void
  /** Sends the voter on. Left out when the browser does that by itself, or the page has taken it over. */
  navigate?: (() => void) | undefined
  /** Resolves after some milliseconds; a timer by default. */
  wait?: (ms: number) => Promise<void>
}

/**
 * Reports a press, then sends the voter on: when the report has arrived, or after 300 ms, whichever comes first. A lost
 * report is reported to the page and never keeps a voter from registering (R-A93, R-A95).
 *
 * The report is on its way when this returns, before the promise settles. The promise resolves once the voter has been
 * sent on, and never rejects.
 *
 * @param press the button's sealed event
 */
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
    // Why it failed is in the BFF's log or nowhere; the page only learns that it did.
  }
  try {
    onTracked({ ok })
  } catch (error) {
    // The page's own mistake: seen in its console, and nothing to the voter.
    console.error(error)
  }
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** What a click on a link says about where the browser will take it. */
export interface ClickKeys {
  button: number
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}

/** Whether the browser opens a clicked link elsewhere (new tab, window or a download), so that this page stays. */
export function opensElsewhere(click: ClickKeys): boolean {
  return click.button === 1 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey
}

/** The milliseconds within which a second click on a button belongs to the first: double clicks are one press. */
export const doubleClickTime = 1_000

/** What every link of the answer carries: the other site learns neither this window nor this address. */
export const linkSafety = { rel: 'noopener noreferrer', referrerPolicy: 'no-referrer' } as const

/**
 * Goes to an address as a click on its link would. `location.assign` would tell the other site where the voter comes
 * from, and a frame may not call it on `top`; a link outside the page also keeps the page's click handlers out of it.
 *
 * @param url an address that the contract's `safeLink` has passed
 */
export function leave(url: string, target: LinkTarget): void {
  const link = document.createElement('a')
  link.href = url
  link.target = target
  link.rel = linkSafety.rel
  link.referrerPolicy = linkSafety.referrerPolicy
  link.click()
}
