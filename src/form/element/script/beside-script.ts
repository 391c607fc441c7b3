/** Where the files beside this script are, also for a copy of it that was combined, written into the page, or evaluated. */
import { scriptsPath } from '../../../contract/routes.ts'
import { version } from '../../widget/version.ts'
import { pageBff } from './page-bff.ts'
import { scriptAddress } from './script-address.ts'

/** The names of our files: a script with another name is a copy that was combined with others, or that runs ours. */
const ownName = /\/voter-[\w.-]+\.js(?:[?#]|$)/

/**
 * Returns the addresses to try for a file: beside the script or, for a copy, at the BFF, which serves all files of its version.
 *
 * @param bff the address of a BFF, for a page whose script tag names none
 */
export function besideScript(file: string, bff = pageBff()): string[] {
  const folders = [scriptAddress]
  if (!ownName.test(scriptAddress)) folders.unshift(bff ? `${bff.replace(/\/$/, '')}${scriptsPath}/${version}/` : '')
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => new URL(file, new URL(folder, document.baseURI)).href)
}

/** Runs a function with each address in turn, until one succeeds. Rejects with the last error. */
export async function firstOf<Result>(
  addresses: readonly string[],
  run: (url: string) => Promise<Result>,
): Promise<Result> {
  let last: unknown = new Error('The script does not know where it comes from.')
  for (const url of addresses) {
    try {
      return await run(url)
    } catch (error) {
      last = error
    }
  }
  throw last
}
