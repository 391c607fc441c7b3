import { render } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import type { Example } from '../testing/example.ts'

/** The files that the gallery shows, found in the same way. */
const files = import.meta.glob<{ examples?: readonly Example[] }>('./**/*.examples.tsx', { eager: true })

describe('every example', () => {
  for (const [path, { examples = [] }] of Object.entries(files)) {
    const group = path.replace(/^\.\/|\.examples\.tsx$/g, '')
    it(`${group} has some to show`, () => {
      expect(examples).not.toHaveLength(0)
    })
    for (const example of examples) {
      it(`${group}, ${example.name}: axe finds nothing wrong`, async () => {
        const { container } = render(example.render())
        // Colors and sizes are checked in a real browser; jsdom renders nothing.
        const { violations } = await axe.run(container, {
          rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
        })
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      })
    }
  }
})
