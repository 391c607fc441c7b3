import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EncryptedButton } from '../../../contract/bff-api.ts'
import { anAnswer, aSealedButton } from '../../../contract/testing/samples.ts'
import { es as spanish } from '../../locales/es.ts'
import { getDescriptions } from '../../testing/a-user.ts'
import { loadMarkdown, WithParts } from '../../testing/with-parts.tsx'
import type { FormContextValue } from '../form-context.ts'
import { createFormMessages } from '../messages/catalog.ts'
import { exampleProps, examples, officialUrl } from './answer.examples.tsx'
import { Answer, type AnswerProps } from './answer.tsx'
import type { ClickHandling } from './answer-buttons.tsx'

const es = createFormMessages(spanish)

beforeAll(loadMarkdown)

const minute = 60_000

/** A computer with two clocks that a test can set, and a log of the events, in order. */
function aMachine() {
  const time = { wall: 1_700_000_000_000, monotonic: 1_000 }
  const calls: string[] = []
  const press: ClickHandling = {
    onClick: ({ button, destinationHost, expired }) => {
      calls.push(`press ${button.message_text} ${destinationHost}${expired ? ' expired' : ''}`)
    },
    reportClick: (sealed) => {
      calls.push(`report ${sealed}`)
      return Promise.resolve({ ok: true })
    },
    onTracked: ({ ok }) => {
      calls.push(ok ? 'arrived' : 'lost')
    },
    navigate: (url, target) => {
      calls.push(`navigate ${url} ${target}`)
    },
  }
  const props: AnswerChange = {
    receivedAt: time.monotonic,
    context: { clock: { now: () => time.wall }, monotonicClock: { now: () => time.monotonic } },
    clickHandling: press,
    onRequestNewLink: () => {
      calls.push('fresh link')
    },
    onCorrect: () => undefined,
    onStartOver: () => {
      calls.push('start over')
    },
  }
  const pass = (ms: number) => {
    time.wall += ms
    time.monotonic += ms
  }
  return { time, calls, props, press, pass }
}

type AnswerChange = Partial<AnswerProps> & { context?: Partial<FormContextValue> }

function show(buttons: EncryptedButton[], { context, ...change }: AnswerChange = {}) {
  const answer = <Answer {...exampleProps({ answer: anAnswer({ buttons }), ...change })} />
  return render(<WithParts context={{ officialUrl, ...context }}>{answer}</WithParts>)
}

/** Waits until everything that has settled takes effect. */
const settle = () =>
  act(async () => {
    await Promise.resolve()
  })

/** Whether the browser was left to follow the link. */
function browserFollows(link: HTMLElement, event: 'click' | 'auxclick', init: MouseEventInit = {}): boolean {
  let follows = false
  const watch = (seen: Event) => {
    follows = !seen.defaultPrevented
    // jsdom cannot navigate and would complain.
    seen.preventDefault()
  }
  window.addEventListener(event, watch)
  fireEvent(link, new MouseEvent(event, { bubbles: true, cancelable: true, ...init }))
  window.removeEventListener(event, watch)
  return follows
}

/** The only button, while it is a link. */
const theWay = () => within(screen.getByRole('list')).getByRole('link')
const ways = () => within(screen.getByRole('list')).queryAllByRole('link')
const wayNames = () => ways().map((link) => link.textContent)

const online = aSealedButton()
const byMail = aSealedButton({
  message_text: 'Register by mail',
  primary: false,
  url: 'https://service.example/r/?t=1',
})

describe('the answer screen', () => {
  it.each([
    ['two', [online, byMail], 'You’re not registered yet', 'Choose one of the two ways'],
    ['one', [online], 'You’re not registered yet', 'Go on from here'],
    ['no', [], 'What to do next', 'This form has not registered you'],
  ])('with %s buttons says what is left to do, never that the voter is registered', (_, buttons, heading, lead) => {
    show(buttons)
    expect(screen.getByRole('heading', { level: 2, name: heading })).toBeDefined()
    expect(screen.getByText(lead, { exact: false })).toBeDefined()
  })

  it('has a heading that can take the focus', () => {
    show([online], { context: { headingLevel: 3 } })
    const heading = screen.getByRole('heading', { level: 3, name: 'You’re not registered yet' })
    expect(heading.tabIndex).toBe(-1)
    expect(heading.dataset.focus).toBe('')
    expect(screen.getByRole('heading', { level: 4, name: 'Instructions' })).toBeDefined()
    expect(screen.getByRole('heading', { level: 5, name: /Massachusetts/ })).toBeDefined()
  })

  it('is called practice in the sandbox', () => {
    show([online], { sandbox: true })
    expect(screen.getByText(/This was practice. Nobody is registered/)).toBeDefined()
  })

  it('marks the service’s text as English inside a Spanish form (B.2.12)', () => {
    show([online], { context: { t: es } })
    expect(screen.getByText(/driver's license/).closest<HTMLElement>('[lang]')?.lang).toBe('en')
    expect(screen.getByRole('link', { name: 'Register online' }).lang).toBe('en')
    expect(screen.getByRole('heading', { name: 'Su registro todavía no está completo' }).closest('[lang]')).toBeNull()
  })

  it.each([
    ['online', online],
    ['byMail', byMail],
  ])('says of each button in a Spanish form that its site may be English, to a screen reader too: %s', (_, way) => {
    show([way], { context: { t: es } })
    const link = screen.getByRole('link', { name: way.message_text })
    expect(getDescriptions(link).join(' ')).toContain(spanish.answer?.inEnglish)
  })

  it.each([
    ['Register online', 'Registrarse por internet.'],
    ['Register by mail', 'Registrarse por correo.'],
    ['register in person ', 'Registrarse en persona.'],
    ['Register online now', undefined],
  ])('translates “%s” if that is a usual label: %s', (message_text, meaning) => {
    show([aSealedButton({ message_text })], { context: { t: es } })
    const [first] = getDescriptions(screen.getByRole('link', { name: message_text.trim() }))
    if (meaning === undefined) expect(first).toMatch(/^Abre/)
    else expect(first).toBe(meaning)
  })

  it('says nothing about languages in an English form', () => {
    show([online, byMail])
    expect(screen.queryByText(/English/)).toBeNull()
  })

  it('can be dismissed', async () => {
    const { calls, props } = aMachine()
    show([online], props)
    await userEvent.click(screen.getByRole('button', { name: 'Clear this page and start over' }))
    expect(calls).toEqual(['start over'])
  })

  it('shows the operator’s current notices', () => {
    const answer = anAnswer({ notices: [{ text: { en: 'A court extended the deadline.' } }] })
    show([], { answer })
    expect(screen.getByRole('note').textContent).toBe('A court extended the deadline.')
  })
})

describe('the text of the answer', () => {
  it('comes right below the buttons, with a link to it above them (R-A05)', async () => {
    show([online, byMail])
    const lead = screen.getByRole('link', { name: 'Read the instructions first' })
    const text = screen.getByText(/driver's license/)
    for (const link of screen.getAllByRole('link', { name: /^Register/ })) {
      expect(lead.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
      expect(link.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    }
    await userEvent.click(lead)
    expect(document.activeElement?.textContent).toBe('Instructions')
  })

  it('is plain text when it is too long for Markdown, and the buttons are there', () => {
    const message_markdown = `# It&#x27;s long\n${'[a](https://a.example/) \n'.repeat(800)}`
    show([online], { answer: anAnswer({ message_markdown }) })
    expect(screen.getByText(/^It's long/)).toBeDefined()
    expect(screen.queryByRole('heading', { name: /long/ })).toBeNull()
    const links = screen.getAllByRole('link').map((link) => link.textContent)
    expect(links.slice(0, 3)).toEqual(['Read the instructions first', 'Register online', 'Register by mail'])
    expect(links.slice(3)).toHaveLength(800)
    expect(links.slice(3).every((text) => text === 'a (opens in a new tab)')).toBe(true)
  })

  it('is plain text when the renderer crashes, and the buttons are there', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const broken = vi.spyOn(Array.prototype, 'flatMap').mockImplementation(() => {
      throw new Error('broken by the page')
    })
    try {
      show([online])
    } finally {
      broken.mockRestore()
      error.mockRestore()
    }
    expect(screen.getByText(/You need a driver's license/).className).toBe('vr-markdown-plain')
    expect(screen.getByRole('link', { name: 'Register online' })).toBeDefined()
  })

  it('can be missing', () => {
    show([online], { answer: anAnswer({ message_markdown: ' \n' }) })
    expect(screen.getAllByRole('link')).toHaveLength(2)
  })
})

describe('an answer button', () => {
  it('is a real link that names its destination and sends no referrer (R-A65)', () => {
    show([online, byMail])
    const links = ways()
    expect(wayNames()).toEqual(['Register online', 'Register by mail'])
    expect(links.map((link) => link.className)).toEqual([
      'vr-button vr-button-primary',
      'vr-button vr-button-secondary',
    ])
    expect(links.map((link) => link.getAttribute('part'))).toEqual(['button button-primary', 'button'])
    for (const link of links) {
      expect(link.getAttribute('rel')).toBe('noopener noreferrer')
      expect(link.getAttribute('referrerpolicy')).toBe('no-referrer')
      expect(link.getAttribute('target')).toBe('_self')
    }
    expect(links[0]?.getAttribute('href')).toBe('https://register.state.example/')
    expect(screen.getByRole('link', { description: 'Opens register.state.example.' })).toBe(links[0])
  })

  it('is in the order in which the service sent it, primary or not', () => {
    show([byMail, online])
    expect(wayNames()).toEqual(['Register by mail', 'Register online'])
  })

  it('has its label as plain text (R-A62)', () => {
    show([aSealedButton({ message_text: '**Go** <b>now</b> &amp;' })])
    expect(screen.getByRole('link', { name: '**Go** <b>now</b> &amp;' })).toBeDefined()
  })

  it('says when it opens a new tab', () => {
    show([online], { linkTarget: '_blank' })
    const link = screen.getByRole('link', { description: 'Opens register.state.example in a new tab.' })
    expect(link.getAttribute('target')).toBe('_blank')
  })

  it('shows a name in another script as punycode', () => {
    show([aSealedButton({ url: 'https://stаte.example/' })])
    expect(screen.getByText(/^Opens xn--/)).toBeDefined()
  })

  it.each(['javascript:alert(1)', 'ftp://register.state.example/', 'https://a:b@evil.example/', '/path', ''])(
    'whose address is %j is no link: a sentence says so, with the official site',
    (url) => {
      show([aSealedButton({ url }), byMail])
      expect(screen.getByText(/“Register online” leads to an address/)).toBeDefined()
      expect(ways().map((link) => link.getAttribute('href'))).toEqual([
        'https://official.example/register/',
        byMail.url,
      ])
    },
  )
})

describe('a click on an answer button', () => {
  const pressLine = 'press Register online register.state.example'
  const reported = [pressLine, 'report v1.sealed', 'arrived']
  const { click_token: _, ...silent } = online
  const lost = { reportClick: () => Promise.reject(new Error('down')) }

  it.each<[name: string, change: Omit<AnswerChange, 'press'> & { press?: Partial<ClickHandling> }, calls: string[]]>([
    ['is reported, then navigates', {}, [...reported, 'navigate https://register.state.example/ _self']],
    [
      'navigates when the report fails, and informs the page',
      { press: lost },
      [pressLine, 'lost', 'navigate https://register.state.example/ _self'],
    ],
    [
      'leaves the frame when the partner wants that',
      { linkTarget: '_top' },
      [...reported, 'navigate https://register.state.example/ _top'],
    ],
    [
      'is reported even when the page handles the navigation',
      { press: { onClick: ({ preventDefault }) => preventDefault() } },
      ['report v1.sealed', 'arrived'],
    ],
  ])('%s', async (_name, change, expected) => {
    const { calls, props, press } = aMachine()
    show([online], { ...props, ...change, clickHandling: { ...press, ...change.press } })
    expect(browserFollows(theWay(), 'click')).toBe(false)
    await settle()
    expect(calls).toEqual(expected)
  })

  it.each<
    [
      name: string,
      type: 'click' | 'auxclick',
      init: MouseEventInit,
      calls: string[],
      way?: EncryptedButton,
      change?: AnswerChange,
    ]
  >([
    ['with the middle button is reported', 'auxclick', { button: 1 }, reported],
    ['with Ctrl is reported', 'click', { ctrlKey: true }, reported],
    ['with Command is reported', 'click', { metaKey: true }, reported],
    ['with Shift is reported', 'click', { shiftKey: true }, reported],
    ['in a form whose links open new tabs is reported', 'click', {}, reported, online, { linkTarget: '_blank' }],
    ['of a button without an event reports nothing (R-A08)', 'click', {}, [pressLine], silent],
  ])('%s, and the browser navigates', async (_name, type, init, expected, way = online, change = {}) => {
    const { calls, props } = aMachine()
    show([way], { ...props, ...change })
    expect(browserFollows(theWay(), type, init)).toBe(true)
    await settle()
    expect(calls).toEqual(expected)
  })

  it('with the right mouse button is ignored: the menu opens', () => {
    const { calls, props } = aMachine()
    show([online], props)
    browserFollows(theWay(), 'auxclick', { button: 2 })
    expect(calls).toEqual([])
  })

  it('is reported once for a double click, and again later', async () => {
    const { calls, props, pass } = aMachine()
    show([online], props)
    const link = theWay()
    fireEvent.click(link)
    pass(200)
    expect(browserFollows(link, 'click')).toBe(false)
    await settle()
    expect(calls.filter((line) => line.startsWith('report'))).toHaveLength(1)
    expect(calls.filter((line) => line.startsWith('navigate'))).toHaveLength(1)
    pass(5_000)
    fireEvent.click(link)
    await settle()
    expect(calls.filter((line) => line.startsWith('report'))).toHaveLength(2)
  })

  it('has the button and its destination host in the event', () => {
    const details: object[] = []
    const { props, press } = aMachine()
    show([byMail], { ...props, clickHandling: { ...press, onClick: (detail) => void details.push(detail) } })
    fireEvent.click(theWay())
    expect(details).toEqual([
      { button: byMail, destinationHost: 'service.example', expired: false, preventDefault: expect.any(Function) },
    ])
  })
})

describe('an expiring link', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** Shows a link that expires; `wait` lets time pass, and the page's timers run. */
  const showExpiring = (ms: number, others: EncryptedButton[] = []) => {
    const { props, pass, ...machine } = aMachine()
    const view = show([...others, { ...byMail, expires_in_ms: ms, click_token: 'v1.mail' }], props)
    const wait = (passed: number) =>
      act(() => {
        pass(passed)
        vi.advanceTimersByTime(passed + 1)
      })
    return { ...machine, ...view, wait }
  }

  it('says how long it works, in minutes, in words', () => {
    const { wait } = showExpiring(60 * minute)
    expect(screen.getByText('This link works for about 59 more minutes.')).toBeDefined()
    wait(30_000)
    expect(screen.getByText('This link works for about 58 more minutes.')).toBeDefined()
    wait(57 * minute)
    expect(screen.getAllByText('This link works for about 1 more minute.')).toHaveLength(2)
    wait(minute)
    expect(screen.getAllByText('This link works for less than a minute more.')).toHaveLength(2)
  })

  it('is announced rarely', () => {
    const { wait } = showExpiring(15 * minute)
    const announcements: string[] = []
    for (let passed = 0; passed < 15; passed++) {
      const status = screen.getByRole('status').textContent
      if (status !== null && status !== '' && status !== announcements.at(-1)) announcements.push(status)
      wait(minute)
    }
    expect(announcements).toEqual([
      'This link works for about 10 more minutes.',
      'This link works for about 5 more minutes.',
      'This link works for about 2 more minutes.',
      'This link works for about 1 more minute.',
      'The link “Register by mail” has expired.',
    ])
  })

  it('stops being a link when it expires (R-A68)', () => {
    const { wait } = showExpiring(10 * minute, [online])
    wait(9 * minute)
    expect(wayNames()).toEqual(['Register online'])
    expect(screen.getByRole('button', { name: 'Get a fresh link' })).toBeDefined()
    expect(document.body.innerHTML).not.toContain(byMail.url)
  })

  it('leaves no mention of a button if it was the only one', () => {
    const { container } = showExpiring(0)
    expect(container.textContent).toContain('You’re not registered yet')
    expect(container.textContent).not.toMatch(/button/i)
  })

  it('is never a link when it arrived too late', () => {
    showExpiring(0)
    expect(ways()).toEqual([])
  })

  it('passes its focus to the message that replaces it', () => {
    const { wait } = showExpiring(2 * minute)
    theWay().focus()
    wait(2 * minute)
    expect(document.activeElement?.textContent).toBe('The link “Register by mail” has expired.')
  })

  it('takes no focus from elsewhere', () => {
    const { wait } = showExpiring(2 * minute, [online])
    const link = screen.getByRole('link', { name: 'Register online' })
    link.focus()
    wait(2 * minute)
    expect(document.activeElement).toBe(link)
  })

  it('is not followed and not reported when it is clicked after it expired', async () => {
    const { calls, time } = showExpiring(2 * minute)
    // The computer has slept: no timer has run, and only the wall clock has advanced.
    time.wall += 60 * minute
    expect(browserFollows(theWay(), 'click')).toBe(false)
    await settle()
    expect(calls).toEqual(['press Register by mail service.example expired'])
    expect(ways()).toEqual([])
  })

  it.each([
    [
      'comes back from another page',
      () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    ],
    ['comes back from another tab', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('is checked again when the voter %s', (_, comeBack) => {
    const { time } = showExpiring(2 * minute)
    time.wall += 60 * minute
    act(() => {
      comeBack()
    })
    expect(ways()).toEqual([])
    expect(screen.getByRole('button', { name: 'Get a fresh link' })).toBeDefined()
  })

  it('is renewed only after the voter has confirmed that the form is resent', () => {
    const { calls } = showExpiring(0)
    fireEvent.click(screen.getByRole('button', { name: 'Get a fresh link' }))
    const question = { name: 'Send your information again?', description: /a second time/ }
    expect(document.activeElement).toBe(screen.getByRole('group', question))
    expect(calls).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'No, go back' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Get a fresh link' }))
    expect(calls).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Get a fresh link' }))
    const yes = screen.getByRole('button', { name: 'Yes, send it again', description: /a second time/ })
    fireEvent.click(yes)
    expect(calls).toEqual(['fresh link'])
  })
})

it.each(examples)('the example $name has one heading of its own', (example) => {
  render(example.render())
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
})
