import { render } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { examples as facts } from './civic/facts.examples.tsx'
import { examples as consent } from './form/consent.examples.tsx'
import { examples as summary } from './form/error-summary.examples.tsx'
import { examples as fields } from './inputs/fields.examples.tsx'
import { examples as form } from './registration-form.examples.tsx'
import { examples as screens } from './screens/screens.examples.tsx'
import { examples as sites } from './uptime/site-status.examples.tsx'

const groups = { facts, fields, consent, summary, screens, form, sites }

describe('every example', () => {
  for (const [group, examples] of Object.entries(groups)) {
    for (const example of examples) {
      it(`${group}, ${example.name}: axe finds nothing wrong`, async () => {
        const { container } = render(example.render())
        // Colors and sizes are looked at in a real browser; jsdom draws nothing.
        const { violations } = await axe.run(container, {
          rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
        })
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      })
    }
  }
})
