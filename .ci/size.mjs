// The sizes of this tree and the names that say nothing, compared with `.ci/size.json`: no number may rise.
//   node .ci/size.mjs           prints all numbers; exit 1 when one is above the file
//   node .ci/size.mjs --write   writes the numbers; a size that rises needs a line "Size: which and why" in the last commit's body
//   node .ci/size.mjs --list    prints the names too, with their places
// CONTRIBUTING.md explains the rules of names.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

const sizeFile = '.ci/size.json'
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
const files = git('ls-files', '-z').split('\0').filter(Boolean)
const readText = (file) => readFileSync(file, 'utf8')
const countLines = (list) => list.reduce((sum, file) => sum + (readText(file).split('\n').length - 1), 0)
const countWords = (list) => list.reduce((sum, file) => sum + (readText(file).match(/\S+/g)?.length ?? 0), 0)

const isCode = (file) => /\.tsx?$/.test(file)
const isTest = (file) => /\.(test|spec|host|tables|examples)\.[^/]*$|\/testing\//.test(file)
const isSource = (file) =>
  isCode(file) && file.startsWith('src/') && !/\.(test|examples|bench|tables)\.|\/(testing|locales|data)\//.test(file)
const source = files.filter(isSource)
const folders = [...new Set(source.map((file) => file.split('/')[1]))]
const markdown = files.filter((file) => file.startsWith('docs/') && file.endsWith('.md') && file !== 'docs/types.md')
const isScript = (file) => /\.(tsx?|mjs)$/.test(file)

const loneWords = new Set(
  [
    // Participles
    'told kept found seen shown said given known asked filled posted drawn written chosen meant wanted judged refused left taken made named counted',
    'dated played typed sent claimed listed watched heard fated reached ended begun passed moved felt thrown hidden opened closed spoken folded gone',
    'lost stored released awaited placed marked held repeated served checked begin begins',
    // Prepositions and adverbs
    'of at about around beside near behind before after by to from into with without until since within here there now again once alone off on',
    'down over past later late early meanwhile elsewhere',
    // Pronouns and determiners
    'own whole one other others each every both mine ours all more less most least same rest nothing nobody everybody none many few much',
    'which who whose what why how when',
  ].flatMap((line) => line.split(' ')),
)

/** Adds the identifiers that a binding pattern declares. */
const addPattern = (pattern, add) => {
  if (!pattern) return
  if (pattern.type === 'Identifier') add(pattern)
  else if (pattern.type === 'ObjectPattern')
    for (const property of pattern.properties) addPattern(property.value ?? property.argument, add)
  else if (pattern.type === 'ArrayPattern') for (const element of pattern.elements) addPattern(element, add)
  else addPattern(pattern.left ?? pattern.argument ?? pattern.parameter, add)
}

const functionTypes = ['ArrowFunctionExpression', 'FunctionExpression']
const keyedTypes =
  /^(MethodDefinition|PropertyDefinition|AccessorProperty|TSAbstract\w+|TSPropertySignature|TSMethodSignature|ImportAttribute)$/
const idTypes =
  /^(FunctionDeclaration|FunctionExpression|TSDeclareFunction|ClassDeclaration|ClassExpression|TS\w+Declaration|TSEnumMember)$/

/** Calls `add(identifier, isFunction)` for each name that a syntax tree declares. */
const visitNames = (node, isBinding, add) => {
  if (!node || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const child of node) visitNames(child, isBinding, add)
    return
  }
  const { type } = node
  if (typeof type !== 'string') return
  if (type === 'VariableDeclarator')
    addPattern(node.id, (name) => add(name, name === node.id && functionTypes.includes(node.init?.type)))
  else if (type === 'CatchClause') addPattern(node.param, add)
  else if (idTypes.test(type) && node.id?.type === 'Identifier')
    add(node.id, type === 'FunctionDeclaration' || type === 'TSDeclareFunction')
  else if (keyedTypes.test(type) && !node.computed && node.kind !== 'constructor' && node.key.type === 'Identifier')
    add(node.key)
  else if (type === 'Property' && !isBinding && !node.computed && node.key.type === 'Identifier') add(node.key)
  else if (type === 'TSTypeParameter') add(node.name)
  else if (type === 'TSMappedType') add(node.key)
  else if (type === 'TSNamedTupleMember') add(node.label)
  else if (type === 'ImportDefaultSpecifier' || type === 'ImportNamespaceSpecifier') add(node.local)
  else if (type === 'ExportSpecifier' || (type === 'ExportAllDeclaration' && node.exported)) add(node.exported)
  else if (type === 'JSXAttribute' && node.name.type === 'JSXIdentifier') add(node.name)
  for (const parameter of Array.isArray(node.params) ? node.params : type === 'TSIndexSignature' ? node.parameters : [])
    addPattern(parameter, add)
  for (const [key, child] of Object.entries(node)) {
    const bindsChild =
      (type === 'VariableDeclarator' && key === 'id') ||
      (type === 'CatchClause' && key === 'param') ||
      key === 'params' ||
      (isBinding && /^(ObjectPattern|ArrayPattern|RestElement|TSParameterProperty)$/.test(type)) ||
      (isBinding && type === 'AssignmentPattern' && key === 'left') ||
      (isBinding && type === 'Property' && key === 'value')
    visitNames(child, bindsChild, add)
  }
}

/** Every name that the files declare: its text, its place and whether it names a function; and the top-level names by file. */
const collectNames = (list) => {
  const names = []
  const topLevel = new Map()
  for (const file of list) {
    const text = readText(file)
    const { program } = parseSync(file, text)
    visitNames(program.body, false, (identifier, isFunction = false) =>
      names.push({ name: identifier.name, file, start: identifier.start, isFunction }),
    )
    for (const statement of program.body) {
      const declaration = statement.declaration ?? statement
      for (const { id } of declaration.declarations ?? [declaration])
        if (id?.type === 'Identifier') topLevel.set(id.name, (topLevel.get(id.name) ?? new Set()).add(file))
    }
  }
  return { names, topLevel }
}

const { names, topLevel } = collectNames(source)
const functions = names.filter(({ isFunction }) => isFunction)
const loneNames = names.filter(({ name }) => loneWords.has(name))
const nounFunctions = functions.filter(({ name }) => /[a-z]Of$/.test(name))
const sharedNames = [...topLevel].filter(([, places]) => places.size > 1)

const current = {
  sizes: {
    ...Object.fromEntries(
      folders.map((folder) => [`src/${folder}`, countLines(source.filter((file) => file.split('/')[1] === folder))]),
    ),
    src: countLines(source),
    tests: countLines(
      files.filter(
        (file) => isScript(file) && !file.startsWith('.ci/testing/') && (file.startsWith('e2e/') || isTest(file)),
      ),
    ),
    '.ci': countLines(files.filter((file) => file.startsWith('.ci/') && isScript(file) && !/\.test\./.test(file))),
    demo: countLines(files.filter((file) => file.startsWith('demo/') && isCode(file) && !/\.test\./.test(file))),
    'docs (words)': countWords(markdown.filter((file) => !file.startsWith('docs/evidence/'))),
    'docs/evidence (words)': countWords(markdown.filter((file) => file.startsWith('docs/evidence/'))),
    'tracked files': files.length,
  },
  names: {
    'lone participle, preposition or pronoun': loneNames.length,
    'functions that end in Of': nounFunctions.length,
    'top-level names in several files': sharedNames.length,
  },
}

const recorded = JSON.parse(readText(sizeFile))
const isAbove = (part, key) => current[part][key] > (recorded[part]?.[key] ?? 0)
const rises = ['sizes', 'names'].flatMap((part) =>
  Object.keys(current[part]).flatMap((key) => (isAbove(part, key) ? [{ part, key }] : [])),
)
for (const part of ['sizes', 'names'])
  for (const [key, value] of Object.entries(current[part])) {
    const before = recorded[part]?.[key] ?? 0
    console.log(`${String(value).padStart(7)}  ${key}${value === before ? '' : ` (${before} in ${sizeFile})`}`)
  }
const toPercent = (part, total) => `${((100 * part) / total).toFixed(1)} %`
console.log(
  `${names.length} names declared in src: ${toPercent(loneNames.length, names.length)} lone; ${toPercent(nounFunctions.length, functions.length)} of ${functions.length} functions end in Of`,
)

if (process.argv.includes('--list')) {
  const printPlaces = (list) => {
    for (const { name, file, start } of list)
      console.log(`${name} ${file}:${readText(file).slice(0, start).split('\n').length}`)
  }
  printPlaces(loneNames)
  printPlaces(nounFunctions)
  for (const [name, places] of sharedNames) console.log(`${name}: ${[...places].join(' ')}`)
}

const canRise = process.argv.includes('--write') && /^Size: /m.test(git('log', '-1', '--format=%B'))
const forbidden = rises.filter(({ part }) => part === 'names' || !canRise)
for (const { part, key } of forbidden)
  console.log(`too high: ${key} is ${current[part][key]}, ${sizeFile} has ${recorded[part]?.[key] ?? 0}.`)
if (forbidden.length > 0) {
  console.log(
    `Remove as much as you add. ${process.argv.includes('--write') ? 'A size may rise if the body of the commit has a line "Size: which and why".' : ''}`,
  )
  process.exitCode = 1
} else if (process.argv.includes('--write')) writeFileSync(sizeFile, `${JSON.stringify(current, null, 2)}\n`)
