/** The backend-for-frontend of one form. */
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { BffSending } from './flow/bff-client.ts'
import { restOfForm } from './load-rest-of-form.ts'
import type { VoterRegistrationProps } from './options.ts'
import { type BffClient, createBffClient } from './settings-client.ts'

/**
 * What asks the BFF and what sends to it: the same object until the address changes.
 *
 * The rest of the form must be there before anything is sent. Without it, a registration is `not_sent`, a press is not
 * reported and sites cannot be had.
 */
export function useClient(
  apiBase: string,
  latest: Readonly<RefObject<Pick<VoterRegistrationProps, 'fetch' | 'tracking'>>>,
): BffClient & BffSending {
  const first = useRef(apiBase)
  useEffect(() => {
    if (first.current === apiBase) return
    first.current = apiBase
    console.warn('voter-registration: apiBase has changed. Keep it.')
  }, [apiBase])
  return useMemo(() => {
    const options = {
      apiBase,
      fetch: (input: RequestInfo | URL, init?: RequestInit) => (latest.current.fetch ?? fetch)(input, init),
      tracking: () => latest.current.tracking,
    }
    let made: BffSending | undefined
    const sending = () => (made ??= restOfForm.loaded()?.createBffSending(options))
    return {
      ...createBffClient(options),
      register: async (...all) => sending()?.register(...all) ?? { kind: 'not_sent', code: 'not_loaded' },
      // At once: a page that is being left waits for nothing.
      report: (press) => sending()?.report(press) ?? Promise.resolve({ ok: false }),
      sites: async (state) => sending()?.sites(state) ?? [],
    }
  }, [apiBase, latest])
}
