/** Guards the packages' names: on the public registry each is free, or holds this very project. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Asks npm for where a package of that name comes from; `undefined` where there is none. */
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

/** One address for every way of writing it. */
const plain = (address) =>
  String(address)
    .replace(/^git\+/, '')
    .replace(/^[a-z]+:\/\/([^@/]*@)?/, '')
    .replace(/(\.git)?\/*$/, '')
    .toLowerCase()

/**
 * What is wrong with a name: somebody else has it, and `npx` would run their package with a partner's key.
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
