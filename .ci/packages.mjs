/** The packages that are built from this tree: npm workspaces, each with its manifest and README in its folder of `src`. */

/** Each package's folder by its name. The form's comes first, then the server's. */
export const packageFolders = {
  'voter-registration': 'src/form',
  'voter-registration-server': 'src/server',
  'voter-registration-monitor': 'src/monitor',
  'voter-registration-sandbox': 'src/sandbox',
  'voter-registration-civic': 'src/civic',
}

/**
 * Returns a sentence for each package of a lock file that is missing for another platform, has no checksum, or names the registry
 * that it came from.
 *
 * @param {{ packages: Record<string, { optionalDependencies?: Record<string, string>, resolved?: string, integrity?: string }> }} lock
 */
export function lockProblems({ packages }) {
  const names = Object.keys(packages)
  return names.flatMap((name) => {
    const { optionalDependencies = {}, resolved, integrity } = packages[name]
    const missing = Object.keys(optionalDependencies).filter(
      (wanted) => !names.some((other) => other.endsWith(`node_modules/${wanted}`)),
    )
    // Without a path in node_modules it is this project or one of its packages, and a link leads to one.
    const isOurs = !name.includes('node_modules/') || resolved?.startsWith('src/')
    return [
      ...missing.map((wanted) => `${name || 'the project'} needs ${wanted}`),
      ...(isOurs || integrity !== undefined ? [] : [`${name} has no checksum`]),
      ...(isOurs || resolved === undefined ? [] : [`${name} names the registry it came from`]),
    ]
  })
}
