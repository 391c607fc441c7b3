/**
 * Writes the component list of each package, as `dist/sbom.cdx.json` in its folder: what it depends on, by npm, and what each script
 * that it serves is made of, by the script's source map. CycloneDX 1.6 without time and serial number: the same tree gives the
 * same bytes. Fails where a list does not follow its schema, or a byte of a script is nobody's.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { componentsIn } from './components.mjs'
import { packageFolders } from './packages.mjs'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6)
const element = `dist/element/${version}`

/** The most bytes of a script that may be of no source: the first file has the English texts, which are generated. */
const maxFrame = 12_500

/** The scripts with their components, by name: those for the script tag, and those of the hosted page. */
const served = {
  ...Object.fromEntries(
    readdirSync(element)
      .filter((name) => name.endsWith('.js'))
      .map((name) => {
        const file = path.join(element, name)
        return [name, componentsIn(readFileSync(file, 'utf8'), JSON.parse(readFileSync(`${file}.map`, 'utf8')))]
      }),
  ),
  ...JSON.parse(readFileSync('dist/hosted-components.json', 'utf8')),
}
for (const [name, { size, unmapped, components }] of Object.entries(served)) {
  const sum = components.reduce((total, { bytes }) => total + bytes, unmapped)
  if (sum !== size || unmapped > maxFrame) {
    throw new Error(`${name} has ${size} bytes: ${sum - unmapped} of its components, ${unmapped} of no source.`)
  }
}

const purl = (name, its) => `pkg:npm/${name.replace('@', '%40')}@${its}`
const licenseOf = (name) => {
  const file = name === 'voter-registration' ? 'package.json' : `node_modules/${name}/package.json`
  return [{ expression: JSON.parse(readFileSync(file, 'utf8')).license }]
}
const files = Object.entries(served).map(([name, { size, sha256, components }]) => ({
  type: 'file',
  'bom-ref': name,
  name,
  version,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
  properties: [{ name: 'voter-registration:bytes', value: String(size) }],
  components: components.map((one) => ({
    type: 'library',
    'bom-ref': `${name} ${one.name}`,
    name: one.name,
    version: one.version,
    purl: purl(one.name, one.version),
    licenses: licenseOf(one.name),
    properties: [{ name: 'voter-registration:bytes', value: String(one.bytes) }],
  })),
}))

for (const [name, folder] of Object.entries(packageFolders)) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only', `--workspace=${name}`]
  const { components, dependencies } = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1e8 }))
  const hasFiles = name === 'voter-registration' || name === 'voter-registration-server'
  const list = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      tools: { components: [{ type: 'application', name: 'npm sbom and .ci/sbom.mjs', version }] },
      component: { type: 'library', 'bom-ref': `${name} itself`, name, version, purl: purl(name, version) },
    },
    components: [...components.filter((one) => one.purl !== purl(name, version)), ...(hasFiles ? files : [])],
    dependencies: dependencies.filter(({ ref }) => !ref.startsWith('voter-registration-workspace@')),
  }
  const text = `${JSON.stringify(list, null, 1)}\n`
  const problems = await validator.validate(text)
  if (problems !== null) throw new Error(`${name}: ${JSON.stringify(problems).slice(0, 2_000)}`)
  writeFileSync(path.join(folder, 'dist/sbom.cdx.json'), text)
  console.log(`${folder}/dist/sbom.cdx.json: ${list.components.length} components`)
}
