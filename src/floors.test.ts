/** The table of floors: what each folder may import. Floors say where code runs; an import across them is how a key
 *  ends up in a page. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const src = import.meta.dirname

/** For each room: which other rooms it may use, and which packages with what is below them. `node:` is listed where it is
 *  allowed. */
const table: Record<string, { rooms: string[]; packages: string[] }> = {
  contract: { rooms: [], packages: ['zod/mini'] },
  // The table of options: the servers’ configuration, and how it is read from the environment.
  options: { rooms: [], packages: ['zod/mini'] },
  // Texts as data: they import each other, and types.
  locales: { rooms: ['contract'], packages: [] },
  // Its two drivers; never the contract, never a feature.
  storage: { rooms: [], packages: ['libsql', 'node:', 'pg'] },
  widget: {
    rooms: ['contract', 'locales'],
    packages: ['react', 'react-dom', 'react-hook-form', 'react-markdown', 'remark-gfm', 'zod/mini'],
  },
  bff: {
    rooms: ['contract', 'locales', 'options', 'storage'],
    packages: [
      '@hono/node-server',
      'altcha-lib',
      'close-with-grace',
      'hono',
      'ipaddr.js',
      'libphonenumber-js',
      'lru-cache',
      'node:',
      'pg',
      'pino',
      'prom-client',
      'qrcode-generator',
      'rate-limiter-flexible',
      'undici',
      'zod/mini',
    ],
  },
  sandbox: { rooms: ['contract'], packages: ['hono', 'libphonenumber-js', 'lru-cache', 'node:', 'zod/mini'] },
  monitor: { rooms: ['contract', 'options', 'storage'], packages: ['hono', 'node:', 'socks', 'undici', 'zod/mini'] },
  cli: {
    rooms: ['contract', 'options', 'bff', 'sandbox', 'monitor', 'hosted'],
    packages: ['@hono/node-server', 'close-with-grace', 'hono', 'node:'],
  },
  element: {
    rooms: ['contract', 'widget'],
    packages: [
      'mdast-util-from-markdown',
      'mdast-util-to-hast',
      'react',
      'react-dom',
      'react-hook-form',
      'react-markdown',
    ],
  },
  hosted: { rooms: ['contract', 'widget', 'locales'], packages: ['node:zlib', 'react', 'react-dom', 'zod/mini'] },
}

/** What belongs to tests alone: any package, what the form is made of, and the BFF's interfaces, of which it has doubles. */
const forTests = ['testing']

const isAllowed = (packages: string[], to: string) =>
  packages.some((name) => to === name || to.startsWith(name.endsWith(':') ? name : `${name}/`))

/** What the doors, the files directly in `src`, may open. */
const doors: Record<string, string[]> = {
  'react.ts': ['widget', 'locales'],
  'element.ts': ['element'],
  'element-class.ts': ['element'],
  'state-facts.ts': ['element'],
  'site-status.ts': ['element'],
  'bff.ts': ['bff', 'options'],
  'node.ts': ['bff'],
  'next.ts': ['bff'],
  'hosted.ts': ['hosted'],
  'contract.ts': ['contract'],
  'sandbox.ts': ['sandbox'],
  'monitor.ts': ['monitor', 'storage'],
  'cli.ts': ['cli'],
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => file.split(path.sep).join('/'))

const isTest = (file: string) => /\.(test|examples|bench)\.tsx?$/.test(file)

function imports(file: string): string[] {
  const text = readFileSync(path.join(src, file), 'utf8')
  return [
    ...text.matchAll(
      /^(?:import|export)\b[^'\n]*(?:\n[^'\n]*)*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

/** The room a relative import leads to: `contract`, `widget` …; `''` for a file directly in `src`. */
function roomOf(file: string, to: string): string {
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), to))
  return target.includes('/') ? target.slice(0, target.indexOf('/')) : ''
}

describe('the floors of the house', () => {
  it('every room is in the table', () => {
    const rooms = new Set(files.filter((file) => file.includes('/')).map((file) => file.slice(0, file.indexOf('/'))))
    expect([...rooms].filter((room) => table[room] === undefined && !forTests.includes(room))).toEqual([])
  })

  it('no room imports from a floor it must not know', () => {
    const wrong = files
      .filter((file) => file.includes('/'))
      .flatMap((file) => {
        const room = file.slice(0, file.indexOf('/'))
        const rule = table[room] ?? { rooms: ['contract', 'locales', 'widget', 'bff'], packages: [] }
        const isFree = isTest(file) || forTests.includes(room)
        const rooms = [room, ...rule.rooms, ...(isFree ? [...forTests, 'contract', 'locales'] : [])]
        return imports(file)
          .filter((to) =>
            to.startsWith('.') ? !rooms.includes(roomOf(file, to)) : !isFree && !isAllowed(rule.packages, to),
          )
          .map((to) => `${file} imports ${to}`)
      })
    expect(wrong).toEqual([])
  })

  it('a door opens only its own room', () => {
    const wrong = files
      .filter((file) => !file.includes('/') && !isTest(file))
      .flatMap((file) =>
        imports(file)
          .filter((to) => !(doors[file] ?? []).includes(roomOf(file, to)))
          .map((to) => `${file} imports ${to}`),
      )
    expect(wrong).toEqual([])
  })

  it('the sandbox judges requests by rules of its own, so that one bug does not hide the other', () => {
    const judging =
      /\/contract\/(request-fields|service-messages|text-schemas)\.ts$|\b(isE164|codePoints|isCalendarDate|max[A-Z]\w+|trim|checkRequest|RegistrationRequest|nonFieldErrors)\b.* from '.*\/contract\//
    const wrong = files
      .filter((file) => file.startsWith('sandbox/') && !isTest(file))
      .flatMap((file) =>
        [...readFileSync(path.join(src, file), 'utf8').matchAll(/^import[^']*'[^']+'/gm)]
          .map(([statement]) => statement.replaceAll(/\s+/g, ' ').replace(/'$/, ''))
          .filter((statement) => judging.test(statement))
          .map((statement) => `${file}: ${statement}`),
      )
    expect(wrong).toEqual([])
  })

  it('nothing that ships imports a test or a sample', () => {
    const wrong = files
      .filter((file) => !isTest(file) && !file.startsWith('testing/'))
      .flatMap((file) =>
        imports(file)
          .filter((to) => /(^|\/)testing\/|\.(test|examples)\.tsx?$/.test(to))
          .map((to) => `${file} imports ${to}`),
      )
    expect(wrong).toEqual([])
  })

  it('imports name the file with its ending, so that types arrive at partners', () => {
    const wrong = files.flatMap((file) =>
      imports(file)
        .filter((to) => to.startsWith('.') && !/\.(tsx?|mjs|css|json)(\?\w+)?$/.test(to))
        .map((to) => `${file} imports ${to}`),
    )
    expect(wrong).toEqual([])
  })
})
