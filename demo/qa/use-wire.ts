/** The feed of exchanges between BFF and service. */
import { useEffect } from 'react'
import type { Exchange } from '../exchange.ts'

/**
 * Listens to the demo server's `/wire` while the page is shown.
 *
 * @param onNone called when there is no such feed, because BFF and sandbox run separately
 */
export function useWire(onExchange: (exchange: Exchange) => void, onNone: () => void): void {
  useEffect(() => {
    let source: EventSource | undefined
    const open = () => {
      source?.close()
      source = new EventSource('/wire')
      source.addEventListener('message', ({ data }) => {
        const exchange: Exchange = JSON.parse(String(data))
        onExchange(exchange)
      })
      source.addEventListener('error', () => {
        if (source?.readyState === EventSource.CLOSED) onNone()
      })
    }
    const close = () => source?.close()
    open()
    // An open feed would keep the page out of the back/forward cache.
    window.addEventListener('pagehide', close)
    const again = (event: PageTransitionEvent) => {
      if (event.persisted) open()
    }
    window.addEventListener('pageshow', again)
    return () => {
      close()
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', again)
    }
  }, [onExchange, onNone])
}
