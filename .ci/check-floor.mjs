/** Checks that the form works in the oldest supported browsers, see `browser-floor.json`: looks up the CSS and the Web APIs
 *  of the built files in MDN's compatibility data. A newer feature needs an exception in that file, with its reason. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { parse } from 'acorn'
import * as css from 'css-tree'
import { Visitor } from 'vite'

/** The key of a feature's own data. */
const compat = '__compat'

const require = createRequire(import.meta.url)
const data = require('@mdn/browser-compat-data')
const { browsers, exceptions } = JSON.parse(readFileSync('.ci/browser-floor.json', 'utf8'))
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const numbers = (text) => text.replace('≤', '').split('.').map(Number)
const isAtMost = ([major, minor = 0], [floorMajor, floorMinor = 0]) =>
  major < floorMajor || (major === floorMajor && minor <= floorMinor)

const isIn = (since, floor) => typeof since === 'string' && /\d/.test(since) && isAtMost(numbers(since), numbers(floor))

const isThere = (floor) => (entry) =>
  isIn(entry.version_added, floor) &&
  !(entry.flags || entry.prefix || entry.alternative_name || isIn(entry.version_removed, floor))

/** Returns the browsers of the floor that lack a feature. */
function lacking({ [compat]: { support } }) {
  return Object.keys(browsers).filter(
    (browser) => ![support[browser]].flat().filter(Boolean).some(isThere(browsers[browser])),
  )
}

/** The Web interfaces whose objects a form uses; those of the language are added to them. */
const interfaces =
  'AbortSignal AnimationEffect CSSStyleSheet Crypto CustomElementRegistry DOMTokenList Document DocumentFragment Element ElementInternals Event EventTarget FormData HTMLButtonElement HTMLDialogElement HTMLElement HTMLFormElement HTMLInputElement HTMLSelectElement Headers History Location Navigator Node Performance Range Request Response ShadowRoot Storage URL URLSearchParams Window'.split(
    ' ',
  )

/** Every method of these interfaces by name, with the interfaces that have it. */
const members = new Map()
for (const owner of [...interfaces.map((name) => data.api[name]), ...Object.values(data.javascript.builtins)]) {
  for (const [name, member] of Object.entries(owner)) {
    if (member[compat] !== undefined && !name.endsWith('_static'))
      members.set(name, [...(members.get(name) ?? []), member])
  }
}

const found = new Map()
const note = (name, missing, file) => {
  if (missing.length === 0) return
  const known = found.get(name) ?? { missing, files: new Set() }
  known.files.add(file)
  found.set(name, known)
}

/** Returns the data of a global object that is named, if there is one. */
const ownerOf = ({ type, name }) =>
  type === 'Identifier' ? (data.api[name] ?? data.javascript.builtins[name]) : undefined

function checkScript(file) {
  const code = readFileSync(file, 'utf8')
  const visitor = new Visitor({
    NewExpression({ callee }) {
      const owner = ownerOf(callee)
      if (owner?.[compat]) note(`new ${callee.name}()`, lacking(owner), file)
    },
    // A name alone is ambiguous; a method call is specific enough.
    CallExpression({ callee: { type, computed, object, property } }) {
      if (type !== 'MemberExpression' || computed) return
      const owner = ownerOf(object)
      const own = owner?.[`${property.name}_static`] ?? owner?.[property.name]
      if (own?.[compat]) return note(`${object.name}.${property.name}`, lacking(own), file)
      // The object's type is unknown: a method is too new only when it is too new in every interface that has this name.
      const owners = members.get(property.name) ?? []
      const missing = owners.map(lacking)
      if (owners.length > 0 && missing.every((browsersWithout) => browsersWithout.length > 0))
        note(`.${property.name}`, missing[0], file)
    },
  })
  // Newer syntax than this does not parse.
  visitor.visit(parse(code, { ecmaVersion: 2022, sourceType: 'module', allowReturnOutsideFunction: true }))
}

function checkSheet(file) {
  const sheet = css.parse(readFileSync(file, 'utf8'))
  css.walk(sheet, function look(node) {
    // Code inside @supports has a fallback for other browsers.
    if (this.atrule?.name === 'supports') return
    const feature = {
      Declaration: () => [node.property, data.css.properties[node.property]],
      Atrule: () => [`@${node.name}`, data.css['at-rules'][node.name]],
      Function: () => [`${node.name}()`, data.css.types.color?.[node.name] ?? data.css.types[node.name]],
      PseudoClassSelector: () => [`:${node.name}`, data.css.selectors[node.name]],
      PseudoElementSelector: () => [`::${node.name}`, data.css.selectors[node.name]],
    }[node.type]?.()
    if (feature?.[1]?.[compat]) note(feature[0], lacking(feature[1]), file)
  })
}

const inFolder = (folder, ending) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => `${folder}/${name}`)
    : []

const scripts = [...inFolder(`dist/element/${version}`, '.js'), ...inFolder('src/form/dist/web', '.js')]
const sheets = inFolder('dist', '.css')
if (scripts.length === 0 || sheets.length === 0)
  throw new Error('There is nothing in dist. Build it with: npm run build')
scripts.forEach(checkScript)
sheets.forEach(checkSheet)

const problems = [
  ...[...found]
    .filter(([name]) => exceptions[name] === undefined)
    .map(
      ([name, { missing, files }]) =>
        `${name} is not in ${missing.map((browser) => `${browser} ${browsers[browser]}`).join(', ')}: ${[...files].join(', ')}`,
    ),
  ...Object.keys(exceptions)
    .filter((name) => !found.has(name))
    .map((name) => `The exception ${name} is needed no more: take it out of .ci/browser-floor.json`),
]
const floor = Object.entries(browsers)
  .map(([name, text]) => `${name} ${text}`)
  .join(', ')
console.log(`${scripts.length} scripts and ${sheets.length} style sheets, for ${floor} and newer`)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
