/** Makes a fake service return Civic data from samples, in the version that a path names. */
import type { Override } from '../../contract/civic-data/override.ts'
import type { Fact } from '../../contract/civic-data/state-data.ts'
import { civicServicePaths } from '../../contract/routes.ts'
import { isStateCode, states } from '../../contract/states.ts'
import { type Answer, respond } from './fake-service.ts'

/** Its data. The facts are those of every state. */
export interface CivicKnowledge {
  facts: readonly Fact[]
  fields: readonly unknown[]
  overrides?: readonly Override[]
}

/** An {@link Answer} for `FakeService.answerWith`. */
export function civicAnswers({ facts, fields, overrides = [] }: CivicKnowledge): Answer {
  return (response, heard) => {
    const [, code = ''] = /^\/v[12]\/election\/data\/state\/([A-Z]{2})\/$/.exec(heard.path) ?? []
    const value = isStateCode(code)
      ? { code, name: states[code], state_information: facts }
      : {
          [civicServicePaths[1].fields]: fields,
          [civicServicePaths[2].fields]: fields,
          [civicServicePaths[2].overrides]: overrides,
        }[heard.path]
    if (value === undefined) respond(404, '{"detail":"Not found."}')(response, heard)
    else respond(200, JSON.stringify(value))(response, heard)
  }
}
