/** Valid samples of Civic data for tests: change one value and see the effect. The values are invented. */
import type { Field } from '../civic-data/field.ts'
import type { Override } from '../civic-data/override.ts'
import type { Fact, StateData } from '../civic-data/state-data.ts'
import type { StateFact, StateFacts } from '../civic-data/state-facts.ts'

/** When the sample facts were last changed, as the service writes it. */
export const sampleModifiedAt = '2026-03-02T15:04:05.123456Z'

/** A fact with text; pass the keys that its format needs. */
export function aFact(field_type: string, text = '', change: Partial<Fact> = {}): Fact {
  return { field_type, text, modified_at: sampleModifiedAt, ...change }
}

/** A state with these facts. */
export function aState(state_information: Fact[], change: Partial<StateData> = {}): StateData {
  return { code: 'IL', name: 'Illinois', state_information, ...change }
}

/** A definition of a Markdown field. */
export function aField(slug: string, change: Partial<Field> = {}): Field {
  return { slug, description: `About ${slug}`, field_format: 'Markdown', ...change }
}

/** An override in Cook County, Illinois. */
export function anOverride(slug: string, value: string, change: Partial<Override> = {}): Override {
  return { state: 'Illinois', region: { name: 'Cook County' }, field: { slug }, value, ...change }
}

/** A fact as the BFF sends it to the widget; Markdown by default. */
export function aStateFact(slug: string, markdown: string, change: Partial<StateFact> = {}): StateFact {
  return {
    slug,
    description: `About ${slug}`,
    value: { is: 'markdown', markdown },
    modified_at: sampleModifiedAt,
    ...change,
  }
}

/** The BFF's facts about a fictional Illinois: deadlines, methods, a tool, same-day registration, regions. */
export function theStateFacts(change: Partial<StateFacts> = {}): StateFacts {
  return {
    state: 'IL',
    name: 'Illinois',
    regions: ['City of Chicago', 'Cook County'],
    facts: [
      aStateFact('registration_deadline_online', '16 days before Election Day'),
      aStateFact('registration_deadline_mail', 'Postmarked 28 days before Election Day'),
      aStateFact('registration_deadline_in_person', '28 days before Election Day', {
        footnotes: 'Later at some offices.',
      }),
      aStateFact('has_sdr_election_day', '', { value: { is: 'boolean', value: true } }),
      aStateFact('registration_methods', '', { value: { is: 'options', options: ['in_person', 'mail'] } }),
      aStateFact('gov_tool_verify', '', { value: { is: 'link', url: 'https://state.example/check/' } }),
      aStateFact('sdr_locations', '', { value: { is: 'none' }, footnotes: 'Ask the clerk.' }),
    ],
    as_of: '2026-03-03T08:00:00.000Z',
    stale: false,
    ...change,
  }
}
