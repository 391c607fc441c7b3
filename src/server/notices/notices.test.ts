/** An operator's notices reach the voters that they are for, while they are active. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { Settings } from '../../contract/bff-api.ts'
import { bffPaths, partnerPath } from '../../contract/routes.ts'
import { aRequest } from '../../contract/testing/samples.ts'
import { createBff } from '../create-bff.ts'
import { ConfigurationError } from '../options/option.ts'
import { answerOf, partnerOrigin, register, theOptions } from '../testing/bff-requests.ts'
import { readPartners } from '../testing/read-partners.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { loadNotices, type WrittenNotice } from './notices.ts'

const service = await sharedFakeService()

const forAll = { text: { en: 'Bring your <b>card</b>.', es: 'Traiga su tarjeta.' } } satisfies WrittenNotice
const forArizona = { text: { en: 'A court extended the deadline.' }, states: ['AZ'] } satisfies WrittenNotice
const forIllinois = { text: { en: 'The office moved.' }, states: ['IL'] } satisfies WrittenNotice

/** Creates a BFF whose notices and clock can be set. */
function aBff(first: readonly WrittenNotice[]) {
  const options = theOptions(service.url)
  const river = { name: 'River', privacy_url: 'https://river.example/privacy', notices: [forIllinois] }
  const partners = readPartners(JSON.stringify({ river }), options, {
    readText: () => '',
    readBytes: () => new Uint8Array(),
    env: {},
  })
  let [notices, at] = [first, Date.parse('2028-10-03T12:00:00Z')]
  const listeners: (() => void)[] = []
  const bff = createBff(options, {
    log: () => undefined,
    clock: { now: () => at },
    partners: { current: () => partners, onChange: () => undefined },
    notices: { current: () => notices, onChange: (listener) => void listeners.push(listener) },
  })
  const settingsOf = (partner?: string) =>
    bff.fetch(
      new Request(`http://bff.test${partnerPath(bffPaths.settings, partner)}`, { headers: { Origin: partnerOrigin } }),
    )
  return {
    bff,
    settingsOf,
    read: async (partner?: string) => {
      const { notices: told = [] } = Settings.parse(await (await settingsOf(partner)).json())
      return told.map(({ text }) => text.en)
    },
    rewrite: (next: readonly WrittenNotice[]) => {
      notices = next
      for (const listener of listeners) listener()
    },
    setClock: (time: string) => (at = Date.parse(time)),
  }
}

it('settings have no notices without a file, and are cached for a minute', async () => {
  const { settingsOf } = aBff([])
  const response = await settingsOf()
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate')
  expect(await response.json()).not.toHaveProperty('notices')
})

it('a notice added to the file is in the next settings, as text in each language', async () => {
  const { settingsOf, read, rewrite } = aBff([])
  expect(await read()).toEqual([])
  rewrite([forAll, forArizona])
  expect(await (await settingsOf()).json()).toMatchObject({ notices: [forAll, forArizona] })
  rewrite([])
  expect(await read()).toEqual([])
})

it('a partner’s notices appear with those for all, and in no other partner’s form', async () => {
  const { read } = aBff([forAll])
  expect(await read('river')).toEqual([forAll.text.en, forIllinois.text.en])
  expect(await read()).toEqual([forAll.text.en])
})

it('each notice starts and ends at its time, by the server’s clock and without a change of the file', async () => {
  const from = '2028-10-03T14:00:00Z'
  const to = '2028-10-03T12:00:00-04:00'
  const { read, setClock } = aBff([forAll, { ...forArizona, from, to }])
  const both = [forAll.text.en, forArizona.text.en]
  expect(await read()).toEqual([forAll.text.en])
  setClock('2028-10-03T13:59:59.999Z')
  expect(await read()).toEqual([forAll.text.en])
  setClock('2028-10-03T14:00:00Z')
  expect(await read()).toEqual(both)
  setClock('2028-10-03T15:59:59.999Z')
  expect(await read()).toEqual(both)
  setClock('2028-10-03T16:00:00Z')
  expect(await read()).toEqual([forAll.text.en])
})

it('an answer has the current notices for the voter’s state, also when it is a repeated one', async () => {
  const { bff, rewrite } = aBff([])
  const key = crypto.randomUUID()
  const body = JSON.stringify(aRequest({ state: 'AZ' }))
  expect(await answerOf(await register(bff, { body, key }))).not.toHaveProperty('notices')
  rewrite([forAll, forArizona, forIllinois])
  const repeated = await answerOf(await register(bff, { body, key }))
  expect(repeated.notices).toEqual([forAll, forArizona])
  expect(await answerOf(await register(bff, { body }))).toMatchObject({ notices: [forAll, forArizona] })
})

it('prefill is off in the states of PREFILL_DISABLED_STATES', async () => {
  const bff = createBff({ ...theOptions(service.url), prefillDisabledStates: ['TN', 'LA'] }, { log: () => undefined })
  const settings = async (one: Pick<typeof bff, 'fetch'>) =>
    Settings.parse(
      await (
        await one.fetch(new Request(`http://bff.test${bffPaths.settings}`, { headers: { Origin: partnerOrigin } }))
      ).json(),
    )
  expect((await settings(bff)).prefill_disabled_states).toEqual(['TN', 'LA'])
  expect(await settings(aBff([]).bff)).not.toHaveProperty('prefill_disabled_states')
})

it('createBff throws if a notice file is configured and not passed', () => {
  expect(() => createBff({ ...theOptions(service.url), noticeFile: 'notices.json' })).toThrow('loadNotices')
})

const noticeFile = path.join(temporaryFolder(), 'notices.json')
const write = (file: unknown) => writeFileSync(noticeFile, typeof file === 'string' ? file : JSON.stringify(file))

/** Returns the problems of a file, without its name. */
function problemsOf(file: unknown): string[] {
  write(file)
  try {
    loadNotices({ noticeFile })
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems.map((one) => one.replace(/^.*?\): /, ''))
    throw error
  }
  return []
}

describe('loadNotices', () => {
  it('accepts text by language, states and times with a zone', () => {
    const from = '2028-10-03T17:00:00-04:00'
    const to = '2028-10-06T04:00:00Z'
    expect(
      problemsOf([{ text: { en: 'One', es: 'Uno' }, states: ['AZ', 'NM'], from, to }, { text: { en: 'Two' } }]),
    ).toEqual([])
  })

  it.each([
    [{ text: { en: 'No list' } }, 'notices is not a list of at most 100 notices.'],
    [['a text'], 'notices.0 is not a notice.'],
    [[{ text: 'English' }], 'notices.0.text is not a text by language.'],
    [[{ text: { en: 'One', tlh: 'wa’' } }], 'notices.0.text'],
    [[{ text: { en: ' ' } }], 'notices.0.text.en is not a text of 1 to 600 letters.'],
    [[{ text: { en: 'x'.repeat(601) } }], 'notices.0.text.en is not a text of 1 to 600 letters.'],
    [[{ text: { en: 'One' }, states: ['Arizona'] }], 'notices.0.states.0 is not a state in two capital letters.'],
    [[{ text: { en: 'One' }, states: [] }], 'notices.0.states is not a state'],
    [[{ text: { en: 'One' }, to: '2028-10-03' }], 'notices.0.to is not a time with a zone.'],
    [[{ text: { en: 'One' }, to: '2028-10-03T17:00:00' }], 'notices.0.to is not a time with a zone.'],
    [
      [{ text: { en: 'One' }, from: '2028-10-03T17:00:00-04:00', to: '2028-10-03T20:59:00Z' }],
      'notices.0.to is not after from.',
    ],
    [[{ text: { en: 'One' }, state: 'AZ' }], 'notices.0.state is not known. Did you mean states?'],
    [[{ states: ['TN'] }], 'notices.0.text'],
    [[{ text: { en: 'One' }, closes: 'online' }], 'notices.0.closes is not known.'],
    ['[{', 'names a file that is not JSON: '],
  ])('rejects $0 with the path of its key', (file, says) => {
    const problems = problemsOf(file)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(says)
  })
})
