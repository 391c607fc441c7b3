/** The browser adds the chosen state to the phone's address, and nothing that is typed. */
import { expect, it } from 'vitest'
import { followState } from './follow-state.ts'

function aPage() {
  document.body.innerHTML = `<div><select autocomplete="section-a address-level1"><option></option><option>MA</option><option>TX</option></select>
    <input name="first_name" value="Ada"></div>
    <details><img src="form/phone.svg?locale=es"><a href="https://public.example/form?locale=es">x</a></details>`
  const [form, offer] = [document.querySelector('div'), document.querySelector('details')]
  if (form === null || offer === null) throw new Error('The page is not there.')
  followState(offer, form)
  return {
    choose(state: string) {
      const select = form.querySelector('select')
      if (select === null) throw new Error('There is no state to choose.')
      select.value = state
      select.dispatchEvent(new Event('change', { bubbles: true }))
    },
    form,
    offer,
    picture: () => offer.querySelector('img')?.getAttribute('src') ?? '',
    link: () => offer.querySelector('a'),
  }
}

it('takes the state that is chosen, and nothing that is typed', () => {
  const page = aPage()
  page.choose('TX')
  page.choose('MA')
  expect(page.picture()).toMatch(/\/form\/phone\.svg\?locale=es&state=MA$/)
  expect(page.link()?.href).toBe('https://public.example/form?locale=es&state=MA')
  expect(page.link()?.textContent).toBe(page.link()?.href)
})

it('leaves the state out again when none is chosen any more', () => {
  const page = aPage()
  page.choose('MA')
  page.choose('')
  expect(page.link()?.href).toBe('https://public.example/form?locale=es')
})

it('takes a state that was chosen before the page was alive, when the offer is opened', () => {
  const page = aPage()
  const select = page.form.querySelector('select')
  if (select !== null) select.value = 'MA'
  page.offer.dispatchEvent(new Event('toggle'))
  expect(page.link()?.href).toBe('https://public.example/form?locale=es&state=MA')
})

it('keeps the state on a step that does not ask for it', () => {
  const page = aPage()
  page.choose('MA')
  page.form.innerHTML = '<input name="email">'
  page.form.querySelector('input')?.dispatchEvent(new Event('change', { bubbles: true }))
  expect(page.link()?.href).toBe('https://public.example/form?locale=es&state=MA')
})
