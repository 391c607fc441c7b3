/** What was typed into forms that have left the page, for the forms that take their places. Turbo and its kind show a page from
 *  a copy: the element in it is a new one. In memory, for a quarter of an hour as for answers. */
import type { FormValues } from '../../widget/form/fields.ts'

const minutes = 15

/** In the order in which the forms were taken off the page. */
let drafts: { place: string; values: FormValues }[] = []

/**
 * Keeps what was typed.
 *
 * @param place names the page and the form
 */
export function keepDraft(place: string, values: FormValues): void {
  const draft = { place, values }
  drafts.push(draft)
  setTimeout(() => forget(draft), minutes * 60_000)
}

/** Returns what was typed at a place, of several forms the first, and forgets it. */
export function takeDraft(place: string): FormValues | undefined {
  const found = drafts.find((draft) => draft.place === place)
  if (found) forget(found)
  return found?.values
}

function forget(draft: (typeof drafts)[number]): void {
  drafts = drafts.filter((one) => one !== draft)
}
