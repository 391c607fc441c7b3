/** Fails when a lock file lacks packages for other platforms or a checksum: `npm ci` would then work here only. Checks
 *  the project's own, those of the benchmarks' peers and of the hosts, and those that the command names. */
import { readFileSync } from 'node:fs'

for (const file of [
  'package-lock.json',
  'e2e/speed/peers/package-lock.json',
  'e2e/hosts/wordpress/package-lock.json',
  ...process.argv.slice(2),
])
  check(file)

function check(file) {
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  const names = Object.keys(packages)
  const missing = names.flatMap((name) =>
    Object.keys(packages[name].optionalDependencies ?? {})
      .filter((wanted) => !names.some((other) => other.endsWith(`node_modules/${wanted}`)))
      .map((wanted) => `${name || '(root)'} needs ${wanted}`),
  )
  const unsigned = names
    .filter((name) => name !== '' && !packages[name].link && !packages[name].inBundle && !packages[name].integrity)
    .map((name) => `${name} has no checksum`)
  const hosts = names.filter((name) => packages[name].resolved).map((name) => `${name} names the registry it came from`)
  const faults = [...missing, ...unsigned, ...hosts]
  if (faults.length > 0) {
    console.error(`${file} is incomplete:\n  ${faults.join('\n  ')}\nDelete it and node_modules, then run npm install.`)
    process.exit(1)
  }
  console.log(`${file}: ${names.length} packages, complete for every platform`)
}
