/** Takes the chosen state along to the phone; nothing else of what the voter has entered. */
import { isStateCode } from '../../contract/states.ts'

/**
 * Keeps the state in the addresses of the offer, the picture's and the link's, as it is chosen in the form.
 *
 * @param offer what `phoneOffer()` has written
 * @param form where the voter chooses the state
 */
export function followState(offer: HTMLElement, form: HTMLElement): void {
  const picture = offer.querySelector('img')
  const link = offer.querySelector('a')
  const take = () => {
    // In steps, it is not always there: what was chosen stays.
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
