/** Builds the files of the script's folder, which bears its version and never changes once it is published. A further file is one
 *  entry more in `script-files.json`. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { browserScript, compileAtOnce, withoutZodGlobal } from '../vite.config.ts'

interface ScriptFile {
  from: string
  to: string
  /** `part`: a module that makes a part from a library, see `src/form/element/script/react-runtime.ts`. */
  format: 'iife' | 'es' | 'part'
  /** The parts whose hashes it carries. */
  parts?: string[]
}

const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
const files: Record<string, ScriptFile> = JSON.parse(readFileSync('.ci/script-files.json', 'utf8'))
/** The files by the environment that builds each: Vite's names have letters, digits and `_` only. */
const scriptFiles = Object.fromEntries(Object.values(files).map((file) => [file.to.replaceAll(/\W/g, '_'), file]))
const outDir = `dist/element/${version}`

/** What the parts of a script take from their library, see `src/form/element/script/react-runtime.ts`. */
const shared = [/^react(-dom)?(\/|$)/, /\/form-context\.ts$/]

/** Fills in the hashes of the parts, which are built before the files that load them. */
const partIntegrity: Plugin = {
  name: 'part-integrity',
  transform(code) {
    if (!code.includes('PART_INTEGRITY')) return null
    const { parts = [] } = scriptFiles[this.environment.name] ?? {}
    const hashes = parts.map((file) => {
      const hash = createHash('sha384').update(readFileSync(`${outDir}/${file}`))
      return [file, `sha384-${hash.digest('base64')}`]
    })
    return { code: code.replaceAll('PART_INTEGRITY', JSON.stringify(Object.fromEntries(hashes))), map: null }
  },
}

/** Inlined constants would put the first screen's style sheet into a file twice. */
function scriptFile({ from, to, format }: ScriptFile): EnvironmentOptions {
  const isPart = format === 'part'
  return {
    consumer: 'client',
    define: browserScript.define,
    build: {
      ...browserScript.build,
      emptyOutDir: false,
      outDir,
      sourcemap: true,
      minify: 'oxc',
      rolldownOptions: {
        input: from,
        preserveEntrySignatures: 'strict',
        ...(isPart && { external: from.endsWith('/react-runtime.ts') ? [] : shared }),
        optimization: { inlineConst: isPart },
        // Only a module has `import.meta.url`; the others know their tag.
        checks: { emptyImportMeta: false },
        output: {
          format: isPart ? 'iife' : format,
          name: 'part',
          entryFileNames: to,
          codeSplitting: false,
          // A page in an old encoding reads a classic script in that encoding, where the script's host names none.
          minify: { compress: true, mangle: true, codegen: { asciiOnly: format === 'iife' } },
          ...(isPart && withoutZodGlobal),
          // The parentheses say to a browser without that comment that the function is called at once.
          postBanner: isPart ? `${compileAtOnce}\nexport default ((library) => {` : compileAtOnce,
          ...(isPart && {
            globals: () => 'library',
            postFooter: 'return part })',
          }),
        },
      },
    },
  }
}

export default defineConfig({
  plugins: [...browserScript.plugins, partIntegrity],
  build: { ...browserScript.build, modulePreload: false },
  environments: Object.fromEntries(Object.entries(scriptFiles).map(([name, file]) => [name, scriptFile(file)])),
  builder: {
    sharedConfigBuild: true,
    async buildApp(builder) {
      const buildAll = (isPart: boolean) =>
        Promise.all(
          Object.entries(scriptFiles).flatMap(([name, { format }]) => {
            const environment = builder.environments[name]
            return environment !== undefined && (format === 'part') === isPart ? [builder.build(environment)] : []
          }),
        )
      await buildAll(true)
      await buildAll(false)
    },
  },
})
