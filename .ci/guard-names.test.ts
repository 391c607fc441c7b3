import { expect, it } from 'vitest'
import { nameProblem } from './guard-names.mjs'

const ours = { type: 'git', url: 'git+https://code.example/partner/form.git' }

it.each([
  ['nobody', undefined],
  ['us', 'https://code.example/partner/form'],
  ['us, by ssh', 'ssh://git@code.example/partner/form.git'],
])('a name that %s has may be published', async (_who, there) => {
  expect(await nameProblem('a-name', ours, async () => there)).toBeUndefined()
  expect(await nameProblem('a-name', ours.url, async () => there)).toBeUndefined()
})

it.each(['https://code.example/stranger/form', ''])('a name that a stranger has (%j) may not', async (there) => {
  expect(await nameProblem('a-name', ours, async () => there)).toMatch(/^a-name on the public registry comes from/)
})

it('a registry that does not answer is no leave to publish', async () => {
  const ask = () => Promise.reject(new Error('ENETUNREACH'))
  expect(await nameProblem('a-name', ours, ask)).toContain('Try again')
})
