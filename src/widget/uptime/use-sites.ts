/** Asks the BFF again and again how the sites of states are, while somebody looks at the page. */
import { useEffect, useState } from 'react'
import type { SiteState } from '../../contract/sites.ts'

/** Milliseconds between two questions. */
const rhythm = 60_000

/** Milliseconds after which what was said last is said no more: nobody knows whether it still holds. */
const longest = 15 * rhythm

/** Asks the BFF; rejects when there is no answer. Keep it the same function. */
export type AskSites<Site extends SiteState = SiteState> = () => Promise<readonly Site[]>

/**
 * The sites as they were said to be last.
 *
 * @param ask left out, nothing is asked
 * @param atOnce also when the part appears; otherwise first after a minute
 * @returns `undefined` before the first answer, empty when nothing has been known for 15 minutes
 */
export function useSites<Site extends SiteState>(
  ask: AskSites<Site> | undefined,
  atOnce = false,
): readonly Site[] | undefined {
  const [sites, setSites] = useState<readonly Site[]>()
  useEffect(() => {
    if (ask === undefined) return undefined
    let here = true
    let heard = performance.now()
    const forget = () => {
      if (here && performance.now() - heard >= longest) setSites([])
    }
    const again = () => {
      if (document.visibilityState === 'hidden') return
      forget()
      ask().then((answer) => {
        heard = performance.now()
        if (here) setSites(answer)
      }, forget)
    }
    if (atOnce) again()
    const timer = setInterval(again, rhythm)
    document.addEventListener('visibilitychange', again)
    return () => {
      here = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [ask, atOnce])
  return sites
}
