/** `voter-registration-server init`: writes the starter files for a kind of host. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createTask, type ExitCode, type Terminal } from '../task.ts'
import { isListed } from './is-listed.ts'
import { additionStep, isEnvironment, isProjects } from './project-files.ts'
import { type Template, templates } from './templates.ts'

/** Writes the files and prints what to do next. */
export const initTask = createTask({
  summary: 'writes the first files for a host, and says what to do next',
  details: `A file that is there already is kept.

${Object.entries(templates)
  .map(([kind, { summary }]) => `  ${kind.padEnd(11)} ${summary}`)
  .join('\n')}`,
  words: '<kind>',
  choices: Object.keys(templates),
  flags: {
    to: { type: 'string', value: 'FOLDER', what: 'where to; without it this folder' },
    force: {
      type: 'boolean',
      what: 'writes over files that are there, but never over an environment file or next.config',
    },
  },
  async run([kind = ''], { to = '.', force = false }, _env, terminal) {
    const template = templates[kind]
    return template === undefined ? `"${kind}" is not a kind of host.` : write(template, { to, force }, terminal)
  },
})

/** Writes the files. @returns 1 when none was written: all exist, or one cannot be written */
function write(template: Template, { to, force }: { to: string; force: boolean }, { out, err }: Terminal): ExitCode {
  let count = 0
  const additions: string[] = []
  const files = Object.entries(template.files(to))
  for (const [name, text] of files) {
    const place = path.join(to, name)
    try {
      if (existsSync(place) && isProjects(name)) {
        const step = additionStep(place, String(text), readFileSync(place, 'utf8'))
        err(
          `kept     ${place}: it is yours. ${step === undefined ? 'Nothing has to be added.' : 'What to add is below.'}\n`,
        )
        if (step !== undefined) additions.push(step)
      } else if (existsSync(place) && !force) {
        err(`kept     ${place}: it is there already. --force writes over it.\n`)
      } else {
        mkdirSync(path.dirname(place), { recursive: true })
        writeFileSync(place, text, { mode: isEnvironment(name) ? 0o600 : 0o644 })
        count++
        out(`written  ${place}\n`)
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      err(`${place} cannot be read or written (${code}). Choose another folder with --to.\n`)
      return 1
    }
  }
  const secrets = secretsStep(to, files.map(([name]) => name).filter(isEnvironment))
  const steps = [...additions, ...template.next(to), secrets]
  out(`\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`)
  return count === 0 ? 1 : 0
}

/** The step to keep these files out of version control. Names those that an existing `.gitignore` does not list. */
function secretsStep(folder: string, names: readonly string[]): string {
  const place = path.join(folder, '.gitignore')
  const step = `Keep ${names.join(' and ')} out of version control: secrets go there.`
  if (!existsSync(place)) return step
  const gitignore = readFileSync(place, 'utf8')
  const open = names.filter((name) => !isListed(gitignore, name)).join(' and ')
  return open === '' ? step : `${step} ${place} does not list ${open}: add it.`
}
