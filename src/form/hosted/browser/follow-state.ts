/** Passes the chosen state on to the phone; nothing else that the voter has entered. */
import { isStateCode } from '../../../contract/states.ts'

/**
 * Keeps the state in the offer's two addresses, of the picture and of the link, up to date as it is chosen in the form.
 *
 * @param offer the HTML of `phoneOffer()`
 * @param form the form in which the voter chooses the state
 */
export function followState(offer: HTMLElement, form: HTMLElement): void {
  const picture = offer.querySelector('img')
  const link = offer.querySelector('a')
  const take = () => {
    // In steps, the field is not always present: the last choice stays.
    const state = form.querySelector<HTMLSelectElement>('[autocomplete~=address-level1]')?.value
    if (state === undefined || picture === null || link === null) return
    picture.src = withState(picture.src, state)
    link.textContent = link.href = withState(link.href, state)
  }
  offer.addEventListener('toggle', take)
  form.addEventListener('change', take)
}

function withState(address: string, state: string): string {
  const url = new URL(address)
  url.searchParams.delete('state')
  if (isStateCode(state)) url.searchParams.set('state', state)
  return url.href
}
