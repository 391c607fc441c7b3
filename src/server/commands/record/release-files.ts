/** The script files of a release by their names in a log: those for the script tag, and those of the hosted page under `form/`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { pageFiles } from '../../../form/hosted/page-files.ts'
import { ownFolder } from '../../script-files/script-files.ts'
import { integrityOf, type Release } from './release-log.ts'

/** Where the hosted page's files are in a folder; in the package they are a module, for hosts without a file system. */
const pageFolder = 'form'

/** Whether a file is one of the hosted page. */
export const isOfPage = (name: string): boolean => name.startsWith(`${pageFolder}/`)

/** Returns the name that a log has for a file of the hosted page. */
export const pageName = (file: string): string => `${pageFolder}/${file}`

/** Reads a file of a folder, by default the package's own; `undefined` when there is none. */
export function readReleaseFile(name: string, folder?: string): Uint8Array | undefined {
  const file = path.basename(name)
  if (folder === undefined && isOfPage(name)) {
    const code = Object.hasOwn(pageFiles.scripts, file) ? pageFiles.scripts[file] : undefined
    return code === undefined ? undefined : Buffer.from(code)
  }
  const place = path.join(folder ?? ownFolder, isOfPage(name) ? pageFolder : '', file)
  return statSync(place, { throwIfNoEntry: false })?.isFile() ? readFileSync(place) : undefined
}

/** Returns the files of a folder, by default the package's own, as a log has them. */
export function releasedFiles(folder?: string): Release['files'] {
  const contents = componentsBeside(folder ?? ownFolder)
  const names = [
    ...filesIn(folder ?? ownFolder),
    ...(folder === undefined ? Object.keys(pageFiles.scripts) : filesIn(path.join(folder, pageFolder))).map(pageName),
  ]
  return Object.fromEntries(
    names.map((name) => {
      const bytes = readReleaseFile(name, folder) ?? new Uint8Array()
      const components = contents.get(path.basename(name)) ?? []
      return [name, { size: bytes.length, integrity: integrityOf(bytes), components }]
    }),
  )
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  const all = readdirSync(folder, { withFileTypes: true })
  return all.filter((one) => one.isFile()).map(({ name }) => name)
}

const ComponentList = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      components: z.optional(z.array(z.object({ name: z.string(), version: z.string() }))),
    }),
  ),
})

/** Reads what each script is made of from the list that the package has two folders above its scripts. */
function componentsBeside(folder: string): Map<string, string[]> {
  const list = path.join(folder, '../../sbom.cdx.json')
  if (!existsSync(list)) return new Map()
  const { components } = ComponentList.parse(JSON.parse(readFileSync(list, 'utf8')))
  return new Map(
    components.map(({ name, components: parts = [] }) => [name, parts.map((one) => `${one.name}@${one.version}`)]),
  )
}
