/** The unit and the image say what the program understands. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { variables } from '../config/options-table.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')

describe.each(['voter-registration.service', 'Dockerfile'])('%s', (name) => {
  const text = read(name)

  it('sets and names only variables that there are', () => {
    const named = text.match(/\b[A-Z]+(_[A-Z]+)*(?==)/g) ?? []
    const known = new Set<string>([...Object.values(variables), 'NODE_ENV', 'MALLOC_ARENA_MAX'])
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((each) => !known.has(each))).toEqual([])
  })

  it('starts the command with no way to prototypes (threat 9)', () => {
    expect(text.replaceAll(/[",]/g, '')).toMatch(
      /node --disable-proto=delete --max-semi-space-size=8 \S*node_modules\/voter-registration-server\/dist\/cli\.js bff/,
    )
  })

  it('gives it longer to stop than the 20 s that it takes, and keeps its data', () => {
    expect(Number(/(?:TimeoutStopSec=|--stop-timeout )(\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(25)
    expect(text).toMatch(/DATA_DIR=\/(var\/lib\/voter-registration|data)\b/)
  })

  it('holds no key', () => {
    expect(text).not.toMatch(/API_KEY_SECRET=(?!…)/)
  })
})
