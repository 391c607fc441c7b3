/** Which parts of the tree `.ci/run` tests more closely, since they have changed. */
import { execFileSync } from 'node:child_process'

/** The commits that count as recent where `CI_BASE` names none: about a day's work, which the last nightly run may not have seen. */
const recent = 'HEAD~20'

/**
 * Whether one of these files and folders has changed since the commit in `CI_BASE`, or in the last twenty commits. True where git
 * cannot tell, for example in a clone without history.
 *
 * @param {string[]} paths
 * @param {string} folder the repository
 */
export function haveChanged(paths, folder = '.') {
  try {
    execFileSync('git', ['diff', '--quiet', process.env.CI_BASE || recent, '--', ...paths], {
      cwd: folder,
      stdio: 'ignore',
    })
    return false
  } catch {
    return true
  }
}
