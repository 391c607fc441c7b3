/** Guards the packages' names: on the public registry each is unused or belongs to this project. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns the repository of the npm package with that name; `undefined` when there is none. */
async function askNpm(name) {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'repository.url', '--json'], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    return stdout.trim() === '' ? '' : JSON.parse(stdout)
  } catch (error) {
    if (`${error.stdout}${error.stderr}`.includes('E404')) return undefined
    throw error
  }
}

/** Normalizes a repository address. */
const plain = (address) =>
  String(address)
    .replace(/^git\+/, '')
    .replace(/^[a-z]+:\/\/([^@/]*@)?/, '')
    .replace(/(\.git)?\/*$/, '')
    .toLowerCase()

/**
 * Returns the problem with a name: another project owns it, and `npx` would run that package with a partner's key.
 *
 * @param repository as in package.json: an address, or an object with `url`
 * @returns a sentence, or `undefined` when the name is free or ours; never rejects
 */
export async function nameProblem(name, repository, ask = askNpm) {
  try {
    const there = await ask(name)
    const ours = typeof repository === 'object' ? repository?.url : repository
    if (there === undefined || plain(there) === plain(ours)) return undefined
    return `${name} on the public registry comes from "${there}", and package.json says "${ours}". Publish under a name of yours.`
  } catch {
    return `The public registry does not say who has the name ${name}. Try again with a network.`
  }
}
