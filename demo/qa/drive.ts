/** Fills in, sends and reads a form in a frame of this site, as a voter would: by its fields and buttons alone. */
import type { EmbedType } from './embed-types.ts'
import type { SampleVoter } from './people.ts'

/** What a voter sees in the end. */
export interface Observed {
  /** The `data-step` of the form, or why there is none. */
  screen: string
  /** How many buttons of an answer lead on. */
  methods: number
}

/** How long a screen may take, in milliseconds: the slowest scenario ends after 20 s. */
const screenTimeoutMs = 60_000

/** Returns the form's root in a frame; `undefined` while it is not there. */
function findRoot({ contentDocument: page }: HTMLIFrameElement): Element | undefined {
  const inside = page?.querySelector('voter-registration')?.shadowRoot
  return (page?.querySelector('[data-step]') ?? inside?.querySelector('[data-step]')) || undefined
}

/** Returns what `read` returns as soon as it is something; `undefined` after {@link screenTimeoutMs}, and when the run is stopped. */
async function waitFor<Value>(read: () => Value | undefined, signal: AbortSignal): Promise<Value | undefined> {
  const deadline = Date.now() + screenTimeoutMs
  while (Date.now() < deadline && !signal.aborted) {
    const value = read()
    if (value !== undefined) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return undefined
}

/** Sets a field as typing does: React hears only a value that goes through the field's own setter. */
function setFieldValue(field: Element, value: string): void {
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
}

/** Returns the values by the names of the form's fields. */
function toFieldValues({ date_of_birth, ...voter }: SampleVoter): Record<string, string | undefined> {
  const [birthYear, birthMonth, birthDay] = date_of_birth.split('-').map((part) => String(Number(part)))
  const { first_name: firstName, middle_name: middleName, last_name: lastName, ...sameNames } = voter
  return { ...sameNames, firstName, middleName, lastName, birthYear, birthMonth, birthDay }
}

/** Returns a function that returns the form's root in a frame, as soon as the form is ready: its settings have come. */
export function getFormReader(frame: HTMLIFrameElement, embedType: EmbedType): () => Element | undefined {
  return () => {
    const { contentDocument: page } = frame
    if (page?.readyState === 'loading') return undefined
    const root = findRoot(frame)
    // Without scripts the settings are in the page.
    if (embedType === 'plain') return root
    const isHydrated = embedType !== 'hosted' || page?.querySelector('#form[data-alive]')
    return isHydrated && root?.querySelector('[name=agree]') ? root : undefined
  }
}

const findVisible = (root: Element, selector: string) =>
  [...root.querySelectorAll(selector)].find((candidate) => candidate.checkVisibility())

/**
 * Fills in the form, never the consent. In steps it goes on to the step of a field, and ends before where the form stops.
 *
 * @param read returns the form's root once it is ready
 * @param lastField the name of the field
 * @returns the form's root; `undefined` where none comes
 */
export async function fillIn(
  read: () => Element | undefined,
  voter: SampleVoter,
  lastField: string,
  signal: AbortSignal,
): Promise<Element | undefined> {
  let root = await waitFor(read, signal)
  let hasNextStep = true
  while (root !== undefined && hasNextStep) {
    for (const [name, value] of Object.entries(toFieldValues(voter))) {
      const field = root.querySelector(`[name=${name}]`)
      if (field && value !== undefined) setFieldValue(field, value)
    }
    const step = root.getAttribute('data-form-step')
    if (findVisible(root, `[name=${lastField}]`) || !clickVisible(root, 'form button.vr-button-primary')) return root
    const next = await waitFor(() => {
      const currentRoot = read()
      if (currentRoot === undefined) return undefined
      const isNext = currentRoot.getAttribute('data-form-step') !== step
      return isNext || currentRoot.querySelector('.vr-summary') ? { root: currentRoot, isNext } : undefined
    }, signal)
    root = next?.root
    hasNextStep = next?.isNext === true
  }
  return root
}

/** Presses what is on the screen. @returns whether there is such an element */
function clickVisible(root: Element, selector: string): boolean {
  const target = findVisible(root, selector)
  if (target === undefined || !('click' in target) || typeof target.click !== 'function') return false
  target.click()
  return true
}

/** Chooses the first region of the state that has rules of its own, once the facts ask for it. */
export async function chooseRegion(root: Element, signal: AbortSignal): Promise<void> {
  const region = await waitFor(() => root.querySelector('.vr-facts-region select') ?? undefined, signal)
  if (region !== undefined) setFieldValue(region, '0')
}

/** Fills in and sends the form, with the consent of a fictional voter, and reads the screen that follows. */
export async function drive(
  frame: HTMLIFrameElement,
  embedType: EmbedType,
  voter: SampleVoter,
  signal: AbortSignal,
): Promise<Observed> {
  const form = await fillIn(getFormReader(frame, embedType), voter, 'agree', signal)
  if (form === undefined) return { screen: 'no form', methods: 0 }
  for (const selector of ['[name=agree]', 'form button.vr-button-primary']) clickVisible(form, selector)
  const observed = await waitFor(() => {
    const root = findRoot(frame)
    const step = root?.getAttribute('data-step') ?? 'sending'
    if (root === undefined || step === 'sending') return undefined
    if (step === 'form' && root.querySelector('.vr-summary') === null) return undefined
    return {
      screen: step,
      methods: root.querySelectorAll('.vr-actions :is(a.vr-button, button[name=_click_token])').length,
    }
  }, signal)
  return observed ?? { screen: signal.aborted ? 'stopped' : 'nothing in a minute', methods: 0 }
}
