/** What a voter hears: Orca with Firefox, by keyboard alone, in English, Spanish and Arabic. `SPOKEN_CHROMIUM=1` adds Chromium.
 *  Speech that differs from its transcript in `spoken` fails. `UPDATE_SPOKEN=1` rewrites the transcripts: review them before you
 *  commit them. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ar } from 'voter-registration/locales/ar'
import { en } from 'voter-registration/locales/en'
import { es } from 'voter-registration/locales/es'
import { aVoter, playing } from './people.ts'
import { hasChromium, hasScreenReader, listen, type Setup } from './spoken/screen-reader.ts'
import {
  isSame,
  isSameFromField,
  isWritten,
  type Part,
  plainLines,
  sayParts,
  storedParts,
  storeParts,
  withErrorsOnce,
} from './spoken/transcripts.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'
import { withSites } from './with-sites.ts'

test.skip(!hasScreenReader, 'not run: no Orca')
// One after the other: parallel screen readers are too slow.
test.describe.configure({ mode: 'default', timeout: 600_000 })

/** A key by its name in X, and what must be spoken before the next key, where that is not the first speech after it. */
type Key = string | readonly [key: string, until: RegExp]

/** Matches anything: after this key the screen reader speaks nothing. */
const nothing = /^/

/** Runs a scenario with the unchanged stack. */
const alone = (_stack: Stack, run: () => Promise<void>): Promise<void> => run()

interface Way extends Omit<Setup, 'browser'> {
  /** The promise, as the test's title. */
  title: string
  /** Whether `npm run test:spoken:slice` runs it, in English. */
  isInSlice?: true
  /** Name of the transcript. */
  name: string
  /** Props of the form besides `autoFocus`. */
  props: Record<string, unknown>
  keys: readonly Key[]
  /** Runs before the page opens. */
  prepare?: (stack: Stack) => Promise<void> | void
  /** Wraps the run in a setup that ends with it. */
  within?: typeof alone
  /** What is said or not as fast as the answer comes. */
  leftOut?: RegExp
}

/** Whether a line is the status that announces a screen: its heading and its first sentence. */
const isScreen = (line: string): boolean => line.includes(' – ')

/** Presses the keys one after the other, each after all speech for the previous one. */
async function hear(
  name: string,
  url: string,
  first: RegExp,
  keys: readonly Key[],
  setup: Setup & Pick<Way, 'leftOut'>,
): Promise<void> {
  const stored = isWritten ? undefined : storedParts(name)
  const parts: Part[] = []
  const linesOf = (said: readonly string[], wanted?: readonly string[]) =>
    withErrorsOnce(plainLines(said), parts.at(-1)?.speech, wanted).filter(
      // Where sending is that short, the next status may be announced for both of its changes.
      (line, place, lines) =>
        !setup.leftOut || !(setup.leftOut.test(line) || (isScreen(line) && lines.indexOf(line) < place)),
    )
  const opening = stored?.[0]?.speech
  const isSameAt = (place: number) => (place === 0 && setup.browser === 'firefox' ? isSameFromField : isSame)
  const reader = await listen(url, first, {
    ...setup,
    ...(opening && { isWhole: (said) => isSame(linesOf(said, opening), opening) }),
  })
  try {
    for (const [place, one] of ['', ...keys].entries()) {
      const [key, until] = typeof one === 'string' ? [one, /./] : one
      if (key !== '') reader.press(key)
      const wanted = stored?.[place]?.speech
      if (wanted === undefined) {
        // A digit or a letter is typed input, and not spoken again.
        if (key.length > 1)
          expect(
            await reader.hears((said) => until.test(said.join(' '))),
            `after ${key} nothing like ${String(until)} is heard`,
          ).toBe(true)
        await reader.waitForSilence(key.length === 1 ? 0.2 : 1)
      } else {
        await reader.hears((said) => isSameAt(place)(linesOf(said, wanted), wanted))
        await reader.waitForSilence(0.2)
      }
      const said = linesOf(reader.getSpeech(), wanted)
      parts.push({ key, speech: said })
      if (wanted !== undefined && !isSameAt(place)(said, wanted)) break
    }
  } finally {
    await reader.stop()
  }
  if (isWritten) return storeParts(name, parts)
  const same = stored?.map((part, place) =>
    parts[place] && isSameAt(place)(parts[place].speech, part.speech) ? parts[place] : part,
  )
  expect(sayParts(parts), `what is spoken is not the transcript spoken/${name}`).toBe(same && sayParts(same))
}

const { agree: _, birth, ...typed } = aVoter()
/** All required values except the checkbox. */
const filled = { ...typed, date_of_birth: `${birth.year}-04-${birth.day}` }
const { zipcode, ...noZip } = filled
const { date_of_birth: __, ...noDate } = filled

const typing = (text: string) => text.split('')
const times = (count: number, key: string) => Array.from({ length: count }, () => key)

/** Returns the keys from the state to the checkbox, through the error summary, and on: all but the checkbox is filled in. */
const agreeAndSend = (answered = ''): Key[] => [
  'Tab',
  'Return',
  'Tab',
  'Return',
  'space',
  ['Return', new RegExp(answered)],
]

/** The languages, and how to type February 30 in the order of each. None of our keys types February in Arabic. */
const languages = [
  { language: 'en', words: en, february30: ['F', 'Tab', '3', '0'] },
  { language: 'es', words: es, february30: ['3', '0', 'Tab', 'F'] },
  { language: 'ar', words: ar, february30: ['3', '0', 'Tab', 'Down', 'Down'] },
] as const

/** What is said or not as fast as the answer comes. */
const briefly = ({ words }: Pick<(typeof languages)[number], 'words'>) => new RegExp(`^${words.sending.heading}`)

const waysIn = ({ words, february30 }: (typeof languages)[number]): readonly Way[] => [
  {
    title: 'every field by Tab: name, optional or required, hint',
    name: 'form',
    props: {},
    keys: times(20, 'Tab'),
  },
  {
    title: 'a rejected form: its errors, and the field of each entry',
    name: 'refused',
    isInSlice: true,
    props: { prefill: { state: 'MA' } },
    keys: ['Tab', 'Return', ...times(4, 'Tab'), 'Return', ...times(3, 'Tab')],
  },
  {
    title: 'the date of birth: its group once, its parts and its error',
    name: 'date',
    props: { prefill: noDate },
    keys: ['Tab', 'Return', 'Tab', 'Return', ...february30, 'Tab', ...typing('1990'), 'Return', 'Tab', 'Return', 'Tab'],
  },
  {
    title: 'the consent block, line by line',
    name: 'consent',
    props: { prefill: filled },
    arrowsRead: true,
    keys: ['Tab', 'Return', 'Tab', 'Return', 'shift+H', ...times(16, 'Down')],
  },
  {
    title: 'sending, the answer, its buttons and how long they work',
    name: 'answer',
    isInSlice: true,
    props: { prefill: { ...filled, email: playing('slow') } },
    keys: [...agreeAndSend(words.answer.heading), ...times(7, 'Tab')],
  },
  {
    title: 'a link’s last minute, and that it has expired',
    name: 'expiring',
    leftOut: briefly({ words }),
    props: { prefill: { ...filled, email: playing('expiring') } },
    keys: [...agreeAndSend(words.answer.expired.split('{')[0]), 'Tab', 'Tab'],
  },
  {
    title: 'a state’s site that is down, in the answer and at its link',
    name: 'site-down',
    props: { prefill: filled },
    leftOut: briefly({ words }),
    keys: [...agreeAndSend(words.answer.heading), ...times(4, 'Tab')],
    within: (stack, run) =>
      withSites(stack, async (sites) => {
        await sites.set('MA', 'down')
        await run()
      }),
  },
  {
    title: 'the screen that nothing was sent, with its links',
    name: 'not-sent',
    isInSlice: true,
    // It is sent again by itself: each time the status names the heading, and on a busy machine the focus on it does, too.
    leftOut: new RegExp(`${briefly({ words }).source}|^${words.notSent.heading} clickable`),
    props: { prefill: filled },
    keys: [...agreeAndSend(words.notSent.ready), ...times(3, 'Tab')],
    prepare: (stack) => stack.network.close(),
  },
  {
    title: 'the screen of an unknown outcome, and what a second attempt means',
    name: 'outcome-unknown',
    leftOut: briefly({ words }),
    props: { prefill: filled },
    keys: [...agreeAndSend(words.outcomeUnknown.heading), 'Tab', 'Tab', 'Return', 'Tab'],
    prepare: (stack) => stack.network.set({ kind: 'reset-after-forward' }),
  },
  {
    title: 'the steps: each once, the errors of one, the review, and back',
    name: 'steps',
    props: { prefill: noZip, layout: 'steps' },
    keys: [
      'Tab',
      'Return',
      'Tab',
      'Return',
      ...typing(zipcode),
      'Return',
      'Tab',
      'Tab',
      'Return',
      'Tab',
      'Return',
      'Tab',
      ['Return', new RegExp(words.steps.reviewLead)],
      'Tab',
      'Return',
      'Tab',
      'Tab',
      ['Return', new RegExp(words.steps.reviewLead)],
      ...times(4, 'Tab'),
    ],
  },
]

test('the control page’s status is spoken, whatever happens to the focus', async () => {
  const control = pathToFileURL(path.join(import.meta.dirname, 'spoken/control.html')).href
  await hear(
    'firefox-en/control',
    control,
    /Show by focus/,
    [['Return', nothing], 'Tab', 'Tab', 'shift+Tab', ['Return', /said by status/], 'Tab'],
    {},
  )
})

for (const browser of ['firefox', 'chromium'] as const)
  test.describe(browser, () => {
    // On a busy machine Orca may miss the beginning of Chromium's page, which is then opened again: other runs skip that.
    const isAsked = hasChromium && process.env.SPOKEN_CHROMIUM === '1'
    test.skip(browser === 'chromium' && !isAsked, 'not run: SPOKEN_CHROMIUM=1 asks for Chromium')
    for (const spoken of languages)
      for (const { title, name, isInSlice, props, keys, prepare, within = alone, ...setup } of waysIn(spoken)) {
        const { language, words } = spoken
        const tag = isInSlice && browser === 'firefox' && language === 'en' ? ['@slice'] : []
        test(`is spoken (${language}): ${title}`, { tag }, async ({ stack }) => {
          const url = new URL('/form.html', stack.site)
          const all = { apiBase: stack.bff, autoFocus: true, locale: language, ...props }
          url.searchParams.set('props', JSON.stringify(all))
          await prepare?.(stack)
          const beginning = browser === 'firefox' ? '' : 'heading level 1. form '
          const first = new RegExp(`${beginning}${words.fields.state} combo box`)
          await within(stack, () =>
            hear(`${browser}-${language}/${name}`, url.href, first, keys, { ...setup, browser }),
          )
        })
      }
  })
