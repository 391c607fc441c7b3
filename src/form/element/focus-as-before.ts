/** Gives the focus, and the caret, of a field that is gone to the field that stands in its place. */

type Control = HTMLInputElement | HTMLSelectElement

/** Moves the focus without scrolling. Lists and fields for addresses of e-mail have no caret. */
export function focusAsBefore(field: Control, before: Control): void {
  field.focus({ preventScroll: true })
  if (!('selectionStart' in before && 'setSelectionRange' in field) || before.selectionStart === null) return
  field.setSelectionRange(before.selectionStart, before.selectionEnd)
}
