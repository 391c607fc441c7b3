/** Calls the partner's callbacks. Never with personal data. */
import type { RefObject } from 'react'
import type { OwnDetail, VoterRegistrationCallbacks } from './options.ts'
import { type OwnNames, trackingOf } from './page-address.ts'
import { version } from './version.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

export type Emit = <Name extends keyof VoterRegistrationCallbacks>(name: Name, detail: OwnDetail<Name>) => void

export function createEmit(
  latest: Readonly<RefObject<VoterRegistrationProps>>,
  instanceId: string,
  own: OwnNames,
): Emit {
  return (name, detail) => {
    // The type of Emit ensures that detail and callback belong together; here they are any pair.
    const { [name]: callback }: { [one in keyof VoterRegistrationCallbacks]?: (detail: never) => void } = latest.current
    const { partner, tracking: given } = latest.current
    const tracking = trackingOf(own, given)
    const every = { instanceId, ...(partner !== undefined && { partner }), version, ...(tracking && { tracking }) }
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above.
      callback?.({ ...every, ...detail } as never)
    } catch (error) {
      // An error of the page appears in its console, and never costs a registration.
      setTimeout(() => {
        throw error
      })
    }
  }
}
