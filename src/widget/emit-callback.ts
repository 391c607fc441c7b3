/** Calls the partner's callbacks. Never with anything personal. */
import type { EventDetail, VoterRegistrationCallbacks } from './options.ts'

/** A callback's own detail, beside the one that all of them get. */
export type OwnDetail<Name extends keyof VoterRegistrationCallbacks> = Omit<
  Parameters<NonNullable<VoterRegistrationCallbacks[Name]>>[0],
  keyof EventDetail
>

/** Calls a callback, if the page has one. */
export type Emit = <Name extends keyof VoterRegistrationCallbacks>(name: Name, detail: OwnDetail<Name>) => void

/**
 * Makes an {@link Emit}.
 *
 * @param callbacks gives the page's latest callbacks
 * @param everyDetail gives the detail that every callback gets
 */
export function createEmit(callbacks: () => VoterRegistrationCallbacks, everyDetail: () => EventDetail): Emit {
  return (name, detail) => {
    // Which detail belongs to which callback, the type of Emit has made sure of; here they are any pair.
    const { [name]: callback }: { [one in keyof VoterRegistrationCallbacks]?: (detail: never) => void } = callbacks()
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above.
      callback?.({ ...everyDetail(), ...detail } as never)
    } catch (error) {
      // A mistake of the page's shows in its console, and never costs a registration.
      setTimeout(() => {
        throw error
      })
    }
  }
}
