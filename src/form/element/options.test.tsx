/** Attributes become options; for an invalid value, a warning lists the allowed ones. */
import { describe, expect, it } from 'vitest'
import { languageCodes } from '../../contract/languages.ts'
import { readOptionsWithWarnings } from './option-warnings.ts'
import { formOptions } from './options.ts'
import { FormOptions } from './program/read-form-options.ts'

const anAppearance =
  'JSON with theme (light, dark, auto, inherit), density (comfortable, compact), variables (an object)'

const attributeNames = Object.keys(formOptions)

function read(attributes: Record<string, string>) {
  const element = document.createElement('div')
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  const warnings: string[] = []
  const warn = (message: string) => warnings.push(message)
  return { options: readOptionsWithWarnings(formOptions, { element, properties: {}, warn }), warnings }
}

describe('attributes of the element', () => {
  it('become options of the right type', () => {
    const { options, warnings } = read({
      'api-base': '/api',
      'heading-level': '3',
      kiosk: '120',
      'report-state': 'false',
      'prefill-from-url': 'first_name  zipcode',
      theme: 'dark',
      appearance: '{"density":"compact"}',
      'utm-source': 'letter',
      'data-override-utm_medium': 'mail',
      'data-default-source': 'home',
    })
    expect(warnings).toEqual([])
    expect(options).toEqual({
      apiBase: '/api',
      headingLevel: 3,
      kiosk: { idleSeconds: 120 },
      reportState: false,
      prefillFromUrl: ['first_name', 'zipcode'],
      appearance: { density: 'compact', theme: 'dark' },
      tracking: { utm_source: 'letter', utm_medium: 'mail' },
      trackingDefaults: { source: 'home' },
    })
  })

  /** An invalid value, and the allowed values in the warning. */
  const wrong: [name: string, value: string, allowed: string][] = [
    ['api-base', 'javascript:alert(1)', 'an http(s) address'],
    ['locale', 'klingon!', `auto, or one of ${languageCodes.join(', ')}`],
    ['messages', '[1]', 'a JSON object'],
    ['appearance', '{"theme":"drak"}', anAppearance],
    ['theme', 'drak', 'light, dark, auto, inherit'],
    ['density', 'tight', 'comfortable, compact'],
    ['subscriber-opt-in', 'yes', 'true, false'],
    ['link-target', '_parent', '_self, _blank, _top'],
    ['layout', 'wizard', 'page, steps'],
    ['review', 'yes', 'true, false'],
    ['heading-level', '7', '1, 2, 3, 4, 5, 6'],
    ['autofocus', 'on', 'true, false'],
    ['official-url', 'mailto:x', 'an http(s) address'],
    ['persist-draft', 'yes', 'true, false'],
    ['report-state', 'no', 'true, false'],
    ['tracking-from-url', '1', 'true, false'],
    ['locale-from-url', 'es', 'true, false'],
    ['isolation', 'open', 'shadow, none'],
    ['display', 'popup', 'inline, dialog'],
    ['loading', 'later', 'eager, lazy'],
    ['languages', 'klingon', `none, or some of ${languageCodes.join(' ')}`],
  ]

  it('have an invalid value in the table below, if there can be one', () => {
    const otherVersions = attributeNames.filter((name) => !wrong.some(([one]) => one === name))
    // Any text is a valid partner name. The others have tests of their own.
    const own = otherVersions.filter((name) => !/^(data-(default|override)-)?(utm[-_]\w+|source)$/.test(name))
    expect(own).toEqual(['partner', 'prefill', 'prefill-from-url', 'kiosk'])
  })

  it.each(['5', '9O', 'yes', '-90'])('turn kiosk mode on with kiosk="%s", since the device may be shared', (kiosk) => {
    const { options, warnings } = read({ kiosk })
    expect(options).toEqual({ kiosk: true })
    expect(warnings).toEqual([`kiosk="${kiosk}" is invalid, so it is on. Use seconds, 30 or more.`])
  })

  it.each(wrong)('ignore %s=%j with a warning that lists the allowed values', (name, value, allowed) => {
    const { options, warnings } = read({ [name]: value })
    expect(options).toEqual({})
    expect(warnings).toEqual([`${name}="${value}" is invalid, so it is ignored. Use ${allowed}.`])
  })

  it('keep the valid keys of an appearance, and name the unknown one', () => {
    const { options, warnings } = read({ appearance: '{"theme":"dark","colour":"red"}' })
    expect(options).toMatchObject({ appearance: { theme: 'dark' } })
    expect(warnings).toEqual([`appearance="colour" is invalid, so it is ignored. Use ${anAppearance}.`])
  })

  it('warn about an unknown one with the names of the known ones', () => {
    const [warning, ...more] = read({ colour: 'red' }).warnings
    expect(warning).toMatch(/^colour is unknown, so it is ignored\. Use api-base, .*\bappearance, theme, density, /)
    expect(more).toEqual([])
  })

  it('that belong to HTML or libraries cause no warning', () => {
    const otherVersions = {
      class: 'x',
      style: 'color:red',
      'data-v-1a2b': '',
      'aria-label': 'x',
      title: 'x',
      tabindex: '0',
      part: 'x',
      itemprop: 'x',
      '_ngcontent-ab1': '',
      'x-data': '',
      'hx-get': '/x',
      'client:load': '',
      onclick: '',
    }
    expect(read(otherVersions).warnings).toEqual([])
  })

  it('never repeat a prefill in the console: it is personal', () => {
    expect(read({ prefill: '{"first_name":"Ada"' }).warnings.join()).not.toContain('Ada')
  })

  it.each(['{"density":"tight"}', '{"theme":"dark","variables":"red"}', '{', 'null'])(
    'drop an appearance with the invalid value %s',
    (appearance) => {
      expect(read({ appearance }).options).toEqual({})
    },
  )

  it('that list fields keep known names, and report the others: consent is not allowed', () => {
    const { options, warnings } = read({ 'prefill-from-url': 'first_name sms_opt_in zip' })
    expect(options).toEqual({ prefillFromUrl: ['first_name'] })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/^prefill-from-url="sms_opt_in zip" is invalid.*zipcode\.$/)
  })

  it.each(['utm-source', 'utm_source', 'source', 'data-default-utm_id', 'data-override-source'])(
    'named %s may not contain a possible address, and do not repeat it',
    (name) => {
      const element = document.createElement('div')
      element.setAttribute(name, 'ada@example.org')
      const warnings: string[] = []
      const warn = (message: string) => warnings.push(message)
      expect(new FormOptions({ element, properties: {}, warn }).read().tracking).toBeUndefined()
      expect(warnings).toEqual([`${name}="…" is invalid, so it is ignored. Use plain text of up to 100 letters.`])
    },
  )
})

describe('properties of the element', () => {
  const set = (name: string, value: unknown) => {
    const warnings: string[] = []
    const element = document.createElement('div')
    const warn = (message: string) => warnings.push(message)
    const options = readOptionsWithWarnings(formOptions, { element, properties: { [name]: value }, warn })
    return { meant: options[name], warnings }
  }

  const settings = { features: {} }
  it.each<[name: string, value: unknown, meant?: unknown]>([
    ['apiBase', '/api'],
    ['headingLevel', 3],
    ['headingLevel', '3', 3],
    ['kiosk', true],
    ['kiosk', false],
    ['kiosk', { idleSeconds: 60 }],
    ['autoFocus', 'true', true],
    ['prefillFromUrl', false],
    ['prefillFromUrl', ['zipcode']],
    ['appearance', { theme: 'dark' }],
    ['appearance', '{"theme":"dark"}', { theme: 'dark' }],
    ['settings', settings],
    ['locale', 'es-mx', 'es-MX'],
    ['theme', 'no option of its own'],
  ])('accept %s = %j', (name, value, meant = value) => {
    expect(set(name, value)).toEqual({ meant, warnings: [] })
  })

  it.each<[name: string, value: unknown, seen: string, allowed: string]>([
    ['apiBase', 'javascript:alert(1)', 'javascript:alert(1)', 'an http(s) address'],
    ['headingLevel', 9, '9', '1, 2, 3, 4, 5, 6'],
    ['isolation', true, 'true', 'shadow, none'],
    ['appearance', { theme: 'drak' }, '{"theme":"drak"}', anAppearance],
    ['messages', ['x'], 'x', 'a JSON object'],
    ['prefill', 'Ada', '…', 'a JSON object'],
  ])('ignore %s = %j with a warning that lists the allowed values', (name, value, seen, allowed) => {
    expect(set(name, value)).toEqual({
      meant: undefined,
      warnings: [`${name} = ${seen} is invalid, so it is ignored. Use ${allowed}.`],
    })
  })

  it.each<[value: unknown, seen: string]>([
    [{ idleSeconds: 5 }, '5'],
    [{ seconds: 90 }, '{"seconds":90}'],
    ['9O', '9O'],
  ])('turn kiosk mode on with kiosk = %j, since the device may be shared', (value, seen) => {
    expect(set('kiosk', value)).toEqual({
      meant: true,
      warnings: [`kiosk = ${seen} is invalid, so it is on. Use seconds, 30 or more.`],
    })
  })

  it('can be reset, and keep the known entries of a list', () => {
    expect(set('locale', null)).toEqual({ meant: undefined, warnings: [] })
    const { meant, warnings } = set('prefillFromUrl', ['zipcode', 'sms_opt_in'])
    expect(meant).toEqual(['zipcode'])
    expect(warnings).toHaveLength(1)
  })
})
