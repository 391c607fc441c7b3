import { describe, expect, it } from 'vitest'
import { checkFields, checkOverrides, checkStateData } from '../../contract/civic-data/check-civic.ts'
import { knownFields, knownOptions } from '../../contract/civic-data/data/known-fields.ts'
import { fieldFormats } from '../../contract/civic-data/field.ts'
import { getRegions } from '../../contract/civic-data/override.ts'
import { isStateCode, stateCodes, states } from '../../contract/states.ts'
import { safeLink } from '../../contract/text.ts'
import { civicCounties, civicCountiesOrigin } from './civic-counties.ts'
import * as facts from './civic-facts.ts'
import { civicFields, civicFieldsOrigin } from './civic-fields.ts'
import { civicFieldsV1, civicFieldsV1Origin } from './civic-fields-v1.ts'
import { furtherFields } from './civic-further-fields.ts'
import { civicOfficialUrls, civicOfficialUrlsOrigin } from './civic-official-urls.ts'
import { civicRegions, civicRegionsOrigin } from './civic-regions.ts'
import { civicOverrides, civicStateData, type Replace } from './civic-state-data.ts'
import { readCodes } from './fact-groups.ts'

const stub: Replace = ({ slug, state }) => `http://127.0.0.1:1/${state}/${slug}`
const official: Replace = ({ url }) => url

const bySlug = (groups: Record<string, readonly string[]>) =>
  Object.entries(groups)
    .flatMap(([format, slugs]) => slugs.map((slug) => `${slug} ${format}`))
    .sort()

describe('the sandbox’s Civic data', () => {
  it('follows the specification for all 51 states and every field (R-C02, R-C15, R-C22)', () => {
    const asV2 = civicFieldsV1.map(({ long_name, ...field }) => ({ ...field, description: long_name }))
    expect([...checkFields(civicFields), ...checkFields(asV2)]).toEqual([])
    expect(stateCodes.flatMap((code) => checkStateData(civicStateData(code, stub), civicFields))).toEqual([])
    expect(checkOverrides(civicOverrides(stub), civicFields)).toEqual([])
  })

  it('has the fields, formats and options that the contract knows', () => {
    const further = furtherFields.map(({ field }) => field.slug)
    const named = civicFields.filter(({ slug }) => !further.includes(slug))
    expect(named.map((field) => `${field.slug} ${field.field_format}`).sort()).toEqual(bySlug(knownFields))
    for (const [slug, options] of Object.entries(knownOptions)) {
      expect(civicFields.find((field) => field.slug === slug)?.options).toEqual(options)
    }
  })

  it('has about 100 data points in all six formats, some of them unknown to the contract (R-C07, X16)', () => {
    expect(civicFields).toHaveLength(103)
    expect([...new Set(civicFields.map((field) => field.field_format))].sort()).toEqual([...fieldFormats].sort())
    expect(civicFields.map(({ slug }) => slug)).toEqual(civicFields.map(({ slug }) => slug).sort())
    const known: readonly string[] = Object.values(knownFields).flat()
    const further = furtherFields.map(({ field }) => field)
    expect(
      further.filter(({ slug, description }) => known.includes(slug) || !description.startsWith('Sample: ')),
    ).toEqual([])
  })

  it('has fictional and distinct phone numbers, mail and postal addresses for each state’s office', () => {
    const slugs = ['sos_phone_number', 'sos_contact_email', 'nvra_submission_address']
    const texts = stateCodes.map((code) =>
      slugs.map(
        (slug) =>
          civicStateData(code, stub).state_information.find(({ field_type }) => field_type === slug)?.text ?? '',
      ),
    )
    expect(
      texts.filter(
        ([phone = '', email = '', address = '']) =>
          !/^202-555-01\d\d$/.test(phone) ||
          !/^elections@..\.example$/.test(email) ||
          !/^(Sample .*, 100 Example Street, Sampletown, .. 00000)?$/.test(address),
      ),
    ).toEqual([])
    const withoutForm = readCodes(facts.noFederalForm).length
    expect(new Set(texts.flat().filter((text) => text !== '')).size).toBe(3 * stateCodes.length - withoutForm)
  })

  it('links to no real site of a state unless requested', () => {
    const served = JSON.stringify([stateCodes.map((code) => civicStateData(code, stub)), civicOverrides(stub)])
    const real = [
      ...Object.values(civicOfficialUrls).flatMap((urls) => Object.values(urls)),
      ...Object.values(civicRegions).flatMap((regions) => Object.values(regions)),
    ]
    for (const url of real) expect(/^http:\/\/[^/]+\//.test(url) || safeLink(url)?.startsWith('https:'), url).toBe(true)
    expect(real.filter((url) => served.includes(url))).toEqual([])
    expect(served).not.toMatch(/https:/)
    expect(JSON.stringify(civicStateData('MA', official))).toContain(civicOfficialUrls.MA.gov_tool_verify)
  })

  it('has regions in Florida and Illinois, and in Florida every county', () => {
    const overrides = civicOverrides(stub)
    const withRegions = stateCodes.filter((code) => getRegions(overrides, { code, name: states[code] }).length > 0)
    expect(withRegions).toEqual(['FL', 'IL'])
    const florida = getRegions(overrides, { code: 'FL', name: 'Florida' })
    expect(florida).toHaveLength(civicCounties('FL').length)
    expect(florida.filter((region) => !civicCounties('FL').includes(region))).toEqual([
      'De Soto County', // the same counties, spelled as in the list of tools
      'Saint Johns County',
      'Saint Lucie County',
    ])
    expect(civicCounties('IL')).toContain('Cook County')
  })

  it('has counties for all 51 states', () => {
    const names = stateCodes.map(civicCounties)
    expect(names.flat()).toHaveLength(3142)
    expect(names.filter((list) => new Set(list).size !== list.length || list.includes(''))).toEqual([])
  })

  it('puts each state into one group of a topic at most, and into one of dates', () => {
    const topics = [
      facts.minimumAge,
      facts.voterId,
      facts.party,
      facts.mailBallotId,
      facts.mailBallotWitness,
      facts.dropBoxes,
      facts.absenteeRequestDeadlines,
      facts.registrationAsOf,
      facts.mailDetailsAsOf,
    ]
    for (const topic of topics) {
      const codes = Object.values(topic).flatMap(readCodes)
      expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([])
    }
    expect(Object.values(facts.registrationAsOf).flatMap(readCodes)).toHaveLength(51)
    expect(() => readCodes('AL Ak')).toThrow('"Ak" in "AL Ak" is none of the 51 codes')
  })

  it('names for every file its source and date, and disagreements between sources', () => {
    const origins = [
      civicCountiesOrigin,
      civicFieldsOrigin,
      civicFieldsV1Origin,
      civicOfficialUrlsOrigin,
      ...Object.values(civicRegionsOrigin),
      ...Object.values(facts.civicFactsOrigin),
    ]
    for (const origin of origins) {
      expect(origin.as_of).toMatch(/^20\d\d|^mailDetailsAsOf$/)
      expect([origin.source].flat().join(' ')).toMatch(/\w{3}/)
    }
    expect(Object.keys(facts.conflicts).filter((code) => !isStateCode(code))).toEqual([])
  })

  it('has known facts about Tennessee, with dates, and no unknown ones', () => {
    const { state_information } = civicStateData('TN', stub)
    const fact = (slug: string) => state_information.find(({ field_type }) => field_type === slug)
    expect(fact('registration_deadline_mail')).toEqual({
      field_type: 'registration_deadline_mail',
      text: 'Postmarked 30 days before Election Day',
      modified_at: '2023-02-08T00:00:00Z',
    })
    expect(fact('has_sdr_election_day')).toMatchObject({ text: 'False', bool_value: false })
    expect(fact('has_pav_everyone')).toEqual({
      field_type: 'has_pav_everyone',
      text: '',
      // As the real server says it (rules B.2.14): false, with a blank text. Nobody may be shown that as a fact.
      bool_value: false,
      modified_at: '2023-02-08T00:00:00Z',
    })
    expect(fact('registration_methods')).toMatchObject({ multiselect_value: ['in_person', 'mail'] })
  })
})
