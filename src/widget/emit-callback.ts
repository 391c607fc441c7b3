/** Tells the partner's page what happens, through callbacks. Never anything personal. */
import type { EventDetail, VoterRegistrationCallbacks } from './options.ts'

/** What a callback is told beside what all are told. */
export type OwnDetail<Name extends keyof VoterRegistrationCallbacks> = Omit<
  Parameters<NonNullable<VoterRegistrationCallbacks[Name]>>[0],
  keyof EventDetail
>

/** Calls a callback, if the page has one. */
export type Tell = <Name extends keyof VoterRegistrationCallbacks>(name: Name, detail: OwnDetail<Name>) => void

/**
 * Makes a {@link Tell}.
 *
 * @param callbacks gives the page's latest callbacks
 * @param everyDetail gives what each callback is told
 */
export function createTell(callbacks: () => VoterRegistrationCallbacks, everyDetail: () => EventDetail): Tell {
  return (name, detail) => {
    // Which detail belongs to which callback, the type of Tell has made sure of; here they are any pair.
    const { [name]: callback }: { [one in keyof VoterRegistrationCallbacks]?: (detail: never) => void } = callbacks()
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above.
      callback?.({ ...everyDetail(), ...detail } as never)
    } catch (error) {
      // A mistake of the page's is told to the page, and never costs a registration.
      setTimeout(() => {
        throw error
      })
    }
  }
}
