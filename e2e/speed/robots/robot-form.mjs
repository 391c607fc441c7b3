/** One robot voter in the real form: reads what is on the screen, types with mistakes, corrects what the form reports, and sends.
 *  jsdom runs the built React component; there is no layout, so scrolling is not in the times. */
import { JSDOM } from 'jsdom'

const dom = new JSDOM('<!doctype html><html lang="en"><body><div id="place"></div></body></html>', {
  url: 'https://partner.example/',
  pretendToBeVisual: true,
})
const { window } = dom
// As on a partner's page.
process.env.NODE_ENV = 'production'
for (const name of [
  'window',
  'history',
  'navigator',
  'document',
  'HTMLElement',
  'Element',
  'Node',
  'ShadowRoot',
  'Document',
  'MutationObserver',
  'location',
  'localStorage',
  'Event',
  'CSSStyleSheet',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'getComputedStyle',
  'HTMLInputElement',
  'HTMLSelectElement',
  'matchMedia',
  'AbortController',
  'addEventListener',
  'removeEventListener',
]) {
  const value = name === 'window' ? window : window[name]
  if (value !== undefined) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}
window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} })
globalThis.matchMedia = window.matchMedia
const { createElement } = await import('react')
const { createRoot } = await import('react-dom/client')
const { VoterRegistration } = await import('voter-registration')

/** Times in seconds from Card, Moran and Newell (1983): mental preparation, pointing, a keystroke. */
const seconds = { think: 1.35, point: 1.1, key: 0.28 }
/** Silent reading of English in words a minute, from Brysbaert (2019). */
const wordsAMinute = 238
const reading = (text) => ((text.match(/\S+/g)?.length ?? 0) / wordsAMinute) * 60

const purposes = {
  state: 'address-level1',
  zipcode: 'postal-code',
  title: 'honorific-prefix',
  firstName: 'given-name',
  lastName: 'family-name',
  birthMonth: 'bday-month',
  birthDay: 'bday-day',
  birthYear: 'bday-year',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  email: 'email',
  phone: 'tel',
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

async function until(condition, what) {
  const limit = performance.now() + 30_000
  while (!condition()) {
    if (performance.now() > limit) throw new Error(`Waited 30 seconds for ${what}.`)
    await settle()
  }
}

/** Sets a value as a browser does when a user types it. */
function enter(control, value) {
  const prototype = control.tagName === 'SELECT' ? window.HTMLSelectElement : window.HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value').set.call(control, value)
  control.dispatchEvent(new window.Event('input', { bubbles: true }))
  control.dispatchEvent(new window.Event('change', { bubbles: true }))
}

const isShown = (control) => control.closest('[hidden]') === null

/**
 * Sends one voter through the form.
 *
 * @param layout `page` or `steps`
 * @param voter what they type first, and what they meant; by control
 * @param settings the BFF's settings
 * @param answer the BFF's response
 * @returns the effort: fields touched, presses, rejected presses, reported mistakes, seconds of the model, where the voter was
 * when their patience ended (they continue, so that the whole way is counted), and whether they reached the answer
 */
export async function sendVoter({ layout, voter, settings, answer }) {
  const place = window.document.getElementById('place')
  const root = createRoot(place)
  let sent = 0
  const fetch = async (_input, init) => {
    if (init?.method === 'POST') sent++
    return new Response(JSON.stringify(init?.method === 'POST' ? answer : settings), {
      headers: { 'Content-Type': 'application/json' },
    })
  }
  /** Number of presses whose outcome the form has reported. */
  let heard = 0
  const hear = () => {
    heard++
  }
  const told = { onStep: hear, onInvalid: hear, onResult: hear, onError: hear }
  root.render(
    createElement(VoterRegistration, {
      apiBase: 'https://bff.example',
      locale: 'en',
      layout,
      settings,
      fetch,
      ...told,
    }),
  )
  const find = (selector) => place.querySelector(selector)
  await until(() => find('input[type=checkbox]') !== null, 'the form')
  const count = { fields: 0, presses: 0, refused: 0, mistakes: 0, seconds: 0, leftAt: undefined }
  const where = () => find('.vr-root')?.dataset.formStep ?? 'page'
  const spend = (time) => {
    count.seconds += time
    if (count.seconds > voter.patience) count.leftAt ??= find('.vr-root').dataset.step === 'form' ? where() : 'sent'
  }
  const touch = (name, value) => {
    const control = name === 'agree' ? find('input[type=checkbox]') : find(`[autocomplete~="${purposes[name]}"]`)
    count.fields++
    if (name === 'agree') {
      spend(seconds.think + seconds.point)
      if (control.checked !== value) control.click()
      return
    }
    spend(seconds.think + seconds.point + (control.tagName === 'SELECT' ? seconds.point : value.length * seconds.key))
    enter(control, value)
  }
  const fill = () => {
    for (const name of [...Object.keys(purposes), 'agree']) {
      const control = name === 'agree' ? find('input[type=checkbox]') : find(`[autocomplete~="${purposes[name]}"]`)
      const value = voter.first[name]
      if (control !== null && isShown(control) && value !== undefined && value !== '' && value !== false) {
        // Skips what is already filled in.
        if (name === 'agree' ? !control.checked : control.value === '') touch(name, value)
      }
    }
  }
  const summaryOf = () => find('.vr-summary')
  const mend = () => {
    const names = new Set(
      [...summaryOf().querySelectorAll('a')].map((link) => link.getAttribute('href').split('-').at(-1)),
    )
    spend(reading(summaryOf().textContent))
    for (const name of names) {
      count.mistakes++
      // For a date, all parts are checked again, whichever part is reported.
      const parts = name.startsWith('birth') ? ['birthMonth', 'birthDay', 'birthYear'] : [name]
      for (const part of parts) touch(part, voter.meant[part])
    }
  }
  let screen = where()
  fill()
  // More presses than any voter needs: a form that never ends is a bug.
  for (let presses = 0; presses < 40 && find('.vr-answer') === null; presses++) {
    const before = heard
    count.presses++
    spend(seconds.think + seconds.point)
    find('form .vr-button-primary').click()
    await until(() => heard > before, 'what a press leads to')
    await settle()
    if (summaryOf() !== null) {
      count.refused++
      mend()
    } else if (find('.vr-answer') === null && where() !== screen) {
      spend(seconds.think + reading(find('[data-focus]')?.textContent ?? ''))
      if (where() === 'review') spend(reading(find('.vr-review').textContent))
      fill()
    }
    screen = where()
  }
  const isDone = find('.vr-answer') !== null
  root.unmount()
  await settle()
  return { ...count, isDone, sent }
}
