import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EncryptedButton } from '../../../contract/bff-api.ts'
import type { SiteState } from '../../../contract/sites.ts'
import { anAnswer, aSealedButton } from '../../../contract/testing/samples.ts'
import { es } from '../../locales/es.ts'
import { loadMarkdown, WithParts } from '../../testing/with-parts.tsx'
import type { FormContextValue } from '../form-context.ts'
import { createFormMessages } from '../messages/catalog.ts'
import { exampleProps } from '../screens/answer.examples.tsx'
import { Answer } from '../screens/answer.tsx'

beforeAll(loadMarkdown)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  setVisible(true)
})

const minute = 60_000
const down: SiteState = { id: 'ma', up: false, since: '2026-03-02T12:31:46.560Z', checked_seconds_ago: 185 }
const up: SiteState = { id: 'ma', up: true, since: '2026-03-02T13:00:00Z' }
const online = (site?: SiteState): EncryptedButton => aSealedButton(site && { site })
const [, byMail] = anAnswer().buttons

function setVisible(isVisible: boolean): void {
  Object.defineProperty(document, 'visibilityState', { value: isVisible ? 'visible' : 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** An answer screen, and a BFF with the sites that a test sets; `undefined` for one that does not respond. */
function show(
  first: EncryptedButton,
  context: Partial<FormContextValue> = {},
  others: (EncryptedButton | undefined)[] = [byMail],
) {
  const bff: { says: SiteState[] | undefined; requestCount: number } = { says: [], requestCount: 0 }
  const askSites = () => {
    bff.requestCount++
    return bff.says === undefined ? Promise.reject(new Error('no BFF')) : Promise.resolve(bff.says)
  }
  const buttons = [first, ...others.filter((button) => button !== undefined)]
  render(<Answer {...exampleProps({ answer: anAnswer({ buttons }), loadSites: askSites })} />, {
    wrapper: ({ children }) => <WithParts context={context}>{children}</WithParts>,
  })
  const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * minute))
  return { bff, minutes }
}

const notice = () => document.querySelector('.vr-site')
const links = () => screen.getAllByRole('link', { name: /register/i })

describe('the notice about a state’s site that is down', () => {
  it('is right below the buttons: since when, last checked, and that mail works', () => {
    show(online(down))
    const text = notice()?.textContent
    expect(text).toContain('The state’s site register.state.example is not working right now.')
    expect(text).toContain('Mar 2, 2026')
    expect(text).toContain('Last checked 3 minutes ago.')
    expect(text).toContain('You can still register by mail.')
    expect(notice()?.compareDocumentPosition(links()[0] as Node)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  })

  it('describes the link, which still works; the mail button has equal weight', () => {
    show(online(down))
    const [site, mail] = links()
    expect(site?.getAttribute('href')).toBe('https://register.state.example/')
    const sentence = notice()?.querySelector('strong')
    expect(sentence?.textContent).toBe('The state’s site register.state.example is not working right now.')
    expect(site?.getAttribute('aria-describedby')?.split(' ')).toContain(sentence?.id)
    expect(mail?.className).toBe(site?.className)
    expect(mail?.getAttribute('part')).toBe('button button-primary')
    expect(mail?.getAttribute('aria-describedby')).not.toContain(sentence?.id)
  })

  it('promises no mail if there is no other method', () => {
    show(online(down), {}, [])
    expect(notice()?.textContent).not.toContain('mail')
    expect(notice()?.textContent).toContain('You can also try the site anyway')
  })

  it('is translated to Spanish', () => {
    show(online(down), { t: createFormMessages(es) })
    expect(notice()?.textContent).toContain(
      'El sitio electoral del estado (register.state.example) no funciona en este momento.',
    )
    expect(notice()?.textContent).toContain('Última comprobación: hace 3 minutos.')
  })

  it.each<[string, Partial<SiteState>]>([
    ['since when is not known', { since: undefined }],
    ['since when cannot be read', { since: 'yesterday' }],
    ['nobody knows when it was checked', { checked_seconds_ago: undefined }],
  ])('also appears if %s', (_, change) => {
    const { since, checked_seconds_ago: ago, ...rest } = { ...down, ...change }
    show(
      online({
        ...rest,
        ...(since !== undefined && { since }),
        ...(ago !== undefined && { checked_seconds_ago: ago }),
      }),
    )
    expect(notice()?.textContent).toContain('is not working right now.')
    expect(notice()?.textContent).not.toMatch(/Invalid|NaN|undefined/)
  })
})

describe('no notice', () => {
  it.each<[string, EncryptedButton]>([
    ['a site that is up', online(up)],
    ['a site of which nothing is known', online({ id: 'ma' })],
    ['a button without a site', online()],
  ])('appears for %s, and the buttons keep their weights', (_, button) => {
    show(button)
    expect(notice()?.textContent ?? '').toBe('')
    expect(links().map(({ className }) => className.includes('primary'))).toEqual([true, false])
  })

  it('is requested if no button has a site', async () => {
    const { bff, minutes } = show(online())
    await minutes(5)
    expect(bff.requestCount).toBe(0)
  })
})

describe('an open answer screen', () => {
  it('announces a site that goes down within a minute, once, and "again" when it works', async () => {
    const announcements: string[] = []
    const announce = (text: string) => announcements.push(text)
    const { bff, minutes } = show(online(up), { announce })
    bff.says = [{ id: 'other', up: false }, down]
    await minutes(1)
    // Last checked another minute ago: shown, but not announced.
    bff.says = [{ ...down, checked_seconds_ago: 60 }]
    await minutes(1)
    expect(notice()?.textContent).toContain('Last checked 1 minute ago.')
    // Not in a live region, which would announce it once more, and in pieces.
    expect(notice()?.closest('[role=status]')).toBeNull()
    expect(links()[1]?.className).toContain('primary')
    bff.says = [up]
    await minutes(1)
    expect(links().map(({ className }) => className.includes('primary'))).toEqual([true, false])
    expect(announcements.filter(Boolean)).toEqual([
      'The state’s site register.state.example is not working right now.',
      'The state’s site register.state.example is working again.',
    ])
  })

  it('keeps the focus on the link that the notice is about', async () => {
    const { bff, minutes } = show(online(up))
    links()[0]?.focus()
    bff.says = [down]
    await minutes(1)
    expect(document.activeElement).toBe(links()[0])
  })

  it('removes the notice when the BFF no longer knows the site', async () => {
    const { bff, minutes } = show(online(down))
    bff.says = []
    await minutes(1)
    expect(notice()?.textContent).toBe('')
  })

  it('keeps the last state for 15 minutes without a response, and no longer', async () => {
    const { bff, minutes } = show(online(down))
    bff.says = undefined
    await minutes(14)
    expect(notice()?.textContent).toContain('is not working right now.')
    await minutes(2)
    expect(notice()?.textContent).toBe('')
  })

  it('requests nothing while the page is hidden, and immediately when it is visible again', async () => {
    const { bff, minutes } = show(online(up))
    setVisible(false)
    await minutes(10)
    expect(bff.requestCount).toBe(0)
    bff.says = [down]
    await act(async () => setVisible(true))
    expect(bff.requestCount).toBe(1)
    expect(notice()?.textContent).toContain('is not working right now.')
  })
})
