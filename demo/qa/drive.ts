/** Fills in, sends and reads a form in a frame of this site, as a voter would: by its fields and buttons alone. */
import type { Door } from './doors.ts'
import type { Filled } from './people.ts'

/** What a voter sees in the end. */
export interface Observed {
  /** The `data-step` of the form, or why there is none. */
  screen: string
  /** How many buttons of an answer lead on. */
  methods: number
}

/** How long a screen may take, in milliseconds: the slowest scenario ends after 20 s. */
const longest = 60_000

/** Returns the form's root in a frame; `undefined` while it is not there. */
function rootIn({ contentDocument: page }: HTMLIFrameElement): Element | undefined {
  const inside = page?.querySelector('voter-registration')?.shadowRoot
  return (page?.querySelector('[data-step]') ?? inside?.querySelector('[data-step]')) || undefined
}

/** Returns what `read` returns as soon as it is something; `undefined` after {@link longest}, and when the run is stopped. */
async function soon<Value>(read: () => Value | undefined, signal: AbortSignal): Promise<Value | undefined> {
  const until = Date.now() + longest
  while (Date.now() < until && !signal.aborted) {
    const value = read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return undefined
}

/** Sets a field as typing does: React hears only a value that goes through the field's own setter. */
function type(field: Element, value: string): void {
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
}

/** Returns the values by the names of the form's fields. */
function valuesOf({ date_of_birth, ...voter }: Filled): Record<string, string | undefined> {
  const [birthYear, birthMonth, birthDay] = date_of_birth.split('-').map((part) => String(Number(part)))
  const { first_name: firstName, middle_name: middleName, last_name: lastName, ...same } = voter
  return { ...same, firstName, middleName, lastName, birthYear, birthMonth, birthDay }
}

/** Returns a function that returns the form's root in a frame, as soon as the form is ready: its settings have come. */
export function formIn(frame: HTMLIFrameElement, door: Door): () => Element | undefined {
  return () => {
    const { contentDocument: page } = frame
    if (page?.readyState === 'loading') return undefined
    const root = rootIn(frame)
    // Without scripts the settings are in the page.
    if (door === 'plain') return root
    const isAlive = door !== 'hosted' || page?.querySelector('#form[data-alive]')
    return isAlive && root?.querySelector('[name=agree]') ? root : undefined
  }
}

const shown = (root: Element, selector: string) =>
  [...root.querySelectorAll(selector)].find((one) => one.checkVisibility())

/**
 * Fills in the form, never the consent. In steps it goes on to the step of a field, and ends before where the form stops.
 *
 * @param read returns the form's root once it is ready
 * @param until the name of the field
 * @returns the form's root; `undefined` where none comes
 */
export async function fillIn(
  read: () => Element | undefined,
  voter: Filled,
  until: string,
  signal: AbortSignal,
): Promise<Element | undefined> {
  let root = await soon(read, signal)
  let isFurther = true
  while (root !== undefined && isFurther) {
    for (const [name, value] of Object.entries(valuesOf(voter))) {
      const field = root.querySelector(`[name=${name}]`)
      if (field && value !== undefined) type(field, value)
    }
    const step = root.getAttribute('data-form-step')
    if (shown(root, `[name=${until}]`) || !press(root, 'form button.vr-button-primary')) return root
    const next = await soon(() => {
      const now = read()
      if (now === undefined) return undefined
      const isNext = now.getAttribute('data-form-step') !== step
      return isNext || now.querySelector('.vr-summary') ? { root: now, isNext } : undefined
    }, signal)
    root = next?.root
    isFurther = next?.isNext === true
  }
  return root
}

/** Presses what is on the screen. @returns whether there is such an element */
function press(root: Element, selector: string): boolean {
  const pressed = shown(root, selector)
  if (pressed === undefined || !('click' in pressed) || typeof pressed.click !== 'function') return false
  pressed.click()
  return true
}

/** Chooses the first region of the state that has rules of its own, once the facts ask for it. */
export async function chooseRegion(root: Element, signal: AbortSignal): Promise<void> {
  const region = await soon(() => root.querySelector('.vr-facts-region select') ?? undefined, signal)
  if (region !== undefined) type(region, '0')
}

/** Fills in and sends the form, with the consent of a fictional voter, and reads the screen that follows. */
export async function drive(
  frame: HTMLIFrameElement,
  door: Door,
  voter: Filled,
  signal: AbortSignal,
): Promise<Observed> {
  const form = await fillIn(formIn(frame, door), voter, 'agree', signal)
  if (form === undefined) return { screen: 'no form', methods: 0 }
  for (const selector of ['[name=agree]', 'form button.vr-button-primary']) press(form, selector)
  const seen = await soon(() => {
    const root = rootIn(frame)
    const step = root?.getAttribute('data-step') ?? 'sending'
    if (root === undefined || step === 'sending') return undefined
    if (step === 'form' && root.querySelector('.vr-summary') === null) return undefined
    return { screen: step, methods: root.querySelectorAll('.vr-actions :is(a.vr-button, button[name=_way])').length }
  }, signal)
  return seen ?? { screen: signal.aborted ? 'stopped' : 'nothing in a minute', methods: 0 }
}
