/** Writes what each option is into the types of a package: the compiler leaves comments out of inferred types. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { packageFolders } from './packages.mjs'

/** The options by the package whose function takes them: the file and its export. */
const programs = {
  'voter-registration-server': ['server/options/bff-options', 'BffOptions'],
  'voter-registration-monitor': ['monitor/options', 'MonitorOptions'],
  'voter-registration-sandbox': ['sandbox/context', 'SandboxSettings'],
}

/** Puts a docstring above every option in the built types of all packages, once. */
export async function documentOptions() {
  for (const [name, [file, program]] of Object.entries(programs)) {
    const built = path.resolve(packageFolders[name], 'dist')
    const load = (module) => import(pathToFileURL(path.join(built, `${module}.js`)).href)
    const { leftOut, optionsIn } = await load('server/options/option')
    const { [program]: options } = await load(file)
    const types = path.join(built, `${file}.d.ts`)
    let text = readFileSync(types, 'utf8')
    for (const option of optionsIn(options)) {
      const docs = docstring(
        option,
        leftOut(option, (value) => `\`${value}\``),
      )
      const line = new RegExp(`(?<!\\*/\\n)^( +)(?=${option.name}: z\\.)`, 'gm')
      if (!line.test(text) && !text.includes(docs)) throw new Error(`${types} has no ${option.name}.`)
      text = text.replace(line, (indent) => `${indent}/** ${docs} */\n${indent}`)
    }
    writeFileSync(types, text)
  }
}

function docstring({ variable, what, isForServe }, holds) {
  const parts = [
    `${what.slice(0, 1).toUpperCase()}${what.slice(1)}${isForServe ? '; read by `serve` only' : ''}.`,
    holds === '' ? '' : holds.startsWith('required') ? `It is ${holds}.` : `Default: ${holds}.`,
    variable === undefined ? '' : `Variable: \`${variable}\`.`,
  ]
  return parts.filter(Boolean).join(' ').replaceAll('*/', '*\\/')
}
