/** Builds the style sheet and the demo, and runs the tests. The package's JavaScript and types come from `tsc`, file by
 *  file, so that `'use client'` and the folder structure arrive at partners as they are here. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { type Plugin, runnerImport, type UserConfig } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import type * as FirstScreen from './src/form/element/first-screen/render.tsx'

/** Browsers that know light-dark(): for older targets the minifier would write a substitute that ours does not need,
 *  since the sheet itself gives them light colors. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5']

/** Every page of the demo; each is built. */
const demoPages = ['demo', 'demo/tools'].flatMap((folder) =>
  readdirSync(folder).flatMap((file) => (file.endsWith('.html') ? [`${folder}/${file}`] : [])),
)

/** The style sheets that are files of their own. */
const ofForm = ['styles', 'first-screen', 'later-screens', 'own-root']
const sheets = ['src/form/hosted/page.css', ...ofForm.map((name) => `src/form/widget/styles/${name}.css`)]

/** How one file of the script's folder is built, by the mode that builds it. */
interface ScriptFile {
  from: string
  to: string
  /** `part`: a module that makes a part from a library, see `src/form/element/script/library.ts`. */
  format: 'iife' | 'es' | 'part'
  /** The parts whose hashes it carries. */
  parts?: string[]
}

/** The files of the script's folder, which bears its version and never changes once it is published. A further file is
 *  one entry more: the table is read here, by the runner and by the check of budgets. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const scriptFiles = JSON.parse(readFileSync('.ci/script-files.json', 'utf8')) as Record<string, ScriptFile>
const scriptFolder = `dist/element/${version}`

/** What the parts of a script take from their library, see `src/form/element/script/library.ts`. */
const shared = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']

/** Renders the first screens. It is run once: that takes longer than the rest of a script's build. */
let renderer: Promise<{ module: typeof FirstScreen }> | undefined
const rendererOnce = () =>
  (renderer ??= runnerImport('./src/form/element/first-screen/render.tsx', { configFile: false }))

/**
 * The form's first screen as data, rendered by the component itself.
 *
 * @param isWritten whether a file for each language is written, too
 */
function firstScreen(isWritten = false): Plugin {
  return {
    name: 'first-screen',
    async load(id) {
      if (!id.endsWith('/first-screen/english.ts')) return null
      const { firstScreens } = (await rendererOnce()).module
      const { screens, ...rest } = firstScreens('en')
      return `export const english = ${JSON.stringify({ ...rest, screens: { page: screens.page } })}`
    },
    async generateBundle() {
      if (!isWritten) return
      const { firstScreens, languageCodes } = (await rendererOnce()).module
      for (const language of languageCodes) {
        const source = JSON.stringify(firstScreens(language))
        this.emitFile({ type: 'asset', fileName: `first-screen.${language}.json`, source })
      }
    },
  }
}

/** Chromium compiles every function while the file still comes in, beside the page's own thread. Without it half of our
 *  time on that thread, until the first field is there, is compiling. To other browsers it is a comment. */
const compileAtOnce = '//# allFunctionsCalledOnLoad'

/** zod shares its settings with other copies of itself through a name on the page. A page gets no name from us but the one
 *  it is told of, and its own copy's settings stay its own. */
const withoutZodGlobal = {
  intro: 'const hadZod = Object.hasOwn(globalThis, "__zod_globalConfig")',
  outro: 'if (!hadZod) delete globalThis.__zod_globalConfig',
}

/** What all scripts have in common that a browser loads without a partner's bundler. */
const browserScript = {
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [react(), firstScreen()],
  build: { target: 'es2022', cssTarget, copyPublicDir: false },
} satisfies UserConfig

/** How one of the script files is built. Inlined constants would put the first screen's style sheet into it twice. */
function scriptFile({ from, to, format, parts = [] }: ScriptFile): UserConfig {
  const isPart = format === 'part'
  return {
    ...browserScript,
    plugins: [react(), firstScreen(format === 'iife' && to === 'voter-registration.js')],
    define: { ...browserScript.define, PART_INTEGRITY: JSON.stringify(partIntegrity(parts)) },
    build: {
      ...browserScript.build,
      emptyOutDir: false,
      outDir: scriptFolder,
      sourcemap: true,
      minify: 'oxc',
      modulePreload: false,
      rolldownOptions: {
        input: from,
        preserveEntrySignatures: 'strict',
        ...(isPart && { external: from.endsWith('/library.ts') ? [] : shared }),
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
          ...withoutZodGlobal,
          // The parentheses say to a browser without that comment that the function is called at once.
          postBanner: isPart ? `${compileAtOnce}\nexport default ((library) => {` : compileAtOnce,
          ...(isPart && {
            globals: Object.fromEntries(shared.map((name) => [name, 'library'])),
            postFooter: 'return part })',
          }),
        },
      },
    },
  }
}

/** The hashes of parts, which are built first: the other files carry them. */
function partIntegrity(parts: readonly string[]): Record<string, string> {
  const built = parts.filter((file) => existsSync(`${scriptFolder}/${file}`))
  return Object.fromEntries(built.map((file) => [file, integrityOf(readFileSync(`${scriptFolder}/${file}`))]))
}

function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`
}

/** The scripts of the hosted page. They lie at the BFF's own address, so parts that come later are files of their own. */
const pageScripts: UserConfig = {
  ...browserScript,
  build: {
    ...browserScript.build,
    outDir: 'dist/hosted/files',
    emptyOutDir: true,
    // For the list of components; no script names its map.
    sourcemap: 'hidden',
    modulePreload: false,
    minify: 'oxc',
    rolldownOptions: {
      input: { page: 'src/form/hosted/browser/hydrate-page.tsx' },
      output: { entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js', postBanner: compileAtOnce },
    },
  },
}

/** The elements' doors of the package: whole, with React inside, so that no page with another framework needs its own. What
 *  comes later stays in files of its own, which a partner's bundler follows. */
const elementDoors: UserConfig = {
  ...browserScript,
  build: {
    ...browserScript.build,
    outDir: 'src/form/dist/web',
    emptyOutDir: true,
    minify: 'oxc',
    lib: {
      entry: {
        element: 'src/form/element.ts',
        'element-class': 'src/form/element-class.ts',
        'state-facts': 'src/form/state-facts.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js', ...withoutZodGlobal },
    },
  },
}

/** The React door as a partner's bundler builds it, without React: for the budget of its bytes. */
const reactDoor: UserConfig = {
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/react-door',
    target: 'es2022',
    copyPublicDir: false,
    modulePreload: false,
    lib: { entry: 'src/form/dist/form/react.js', formats: ['es'], fileName: 'react' },
    rolldownOptions: {
      external: [/^react(-dom)?(\/|$)/],
      // As in an app build: code that the door shares with its lazy parts may stay in the door's own file.
      preserveEntrySignatures: 'allow-extension',
      output: {
        minify: true,
        chunkFileNames: ({ isDynamicEntry }) => `${isDynamicEntry ? 'later' : 'shared'}-[name].js`,
      },
    },
  },
}

/** Tests without a page that change the clock, the modules or the environment of the process in which they run. */
const changingTheirProcess = ['src', 'demo', '.ci']
  .flatMap((folder) => readdirSync(folder, { encoding: 'utf8', recursive: true }).map((file) => `${folder}/${file}`))
  .filter((file) => file.endsWith('.test.ts') && /\bvi\.|\bprocess\.env\[/.test(readFileSync(file, 'utf8')))

export default defineConfig(({ mode }) => ({
  plugins: [react(), firstScreen()],
  // The demo and the tests import the packages by their names; tsconfig.json says which source files these are.
  resolve: { tsconfigPaths: true },
  ...(scriptFiles[mode] !== undefined && scriptFile(scriptFiles[mode])),
  ...(mode === 'styles' && {
    // Style sheets alone: Vite's library mode wants a script as entry, so the sheets are the bundle's only inputs.
    build: {
      outDir: 'dist',
      cssTarget,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: { input: sheets, output: { assetFileNames: '[name][extname]' } },
    },
  }),
  ...(mode === 'page' && pageScripts),
  ...(mode === 'doors' && elementDoors),
  ...(mode === 'react-door' && reactDoor),
  ...(mode === 'demo' && {
    root: 'demo',
    build: {
      outDir: '../dist/demo',
      emptyOutDir: true,
      target: 'es2022',
      cssTarget,
      // Swagger UI of the reference is one file of 1.5 MB; no partner's page loads it.
      chunkSizeWarningLimit: 1_600,
      rolldownOptions: { input: demoPages },
    },
  }),
  // The demo's server runs the built packages, as a partner's does.
  ...(mode === 'demo-server' && {
    build: {
      ssr: 'demo/serve.ts',
      outDir: 'dist/demo-server',
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: { external: /^voter-registration/ },
    },
  }),
  test: {
    // A change of settings changes no test: `--changed` is for the inner loop.
    forceRerunTriggers: [],
    // By itself Vitest would leave one processor idle.
    maxWorkers: availableParallelism(),
    // What a machine needs on which much else runs. A test that waits for a condition never takes it all.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          globalSetup: 'src/server/testing/postgres-for-all.ts',
          include: ['{src,demo,.ci}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...changingTheirProcess],
          // Files that share a process import everything once.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'own-process',
          environment: 'node',
          include: changingTheirProcess,
        },
      },
      {
        extends: true,
        test: { name: 'packages', environment: 'node', include: ['e2e/packages/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'page',
          environment: 'happy-dom',
          include: ['{src,demo}/**/*.test.tsx'],
          setupFiles: ['src/form/testing/browser-setup.ts'],
          // A document for each file took as long as the tests themselves.
          isolate: false,
        },
      },
    ],
  },
}))
