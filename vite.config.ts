/** Builds the style sheet and the demo, and runs the tests. The package's JavaScript and types come from `tsc`, file by
 *  file, so that `'use client'` and the folder structure arrive at partners as they are here. */
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type UserConfig } from 'vite'
import { defineConfig } from 'vitest/config'

/** Browsers that know light-dark(): for older targets the minifier would write a substitute that ours does not need,
 *  since the sheet itself gives them light colours. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5']

/** Every page of the demo; each is built. */
const demoPages = readdirSync('demo')
  .filter((file) => file.endsWith('.html'))
  .map((file) => `demo/${file}`)

/** The style sheets that are files of their own. */
const sheets = {
  'page-styles': { input: 'src/hosted/page.css', output: { assetFileNames: 'page.css' } },
  styles: { input: 'src/widget/styles/styles.css', output: { assetFileNames: 'styles.css' } },
  'own-root-styles': { input: 'src/widget/styles/own-root.css', output: { assetFileNames: 'own-root.css' } },
}

/** How one file of the script's folder is built, by the mode that builds it. */
interface ScriptFile {
  from: string
  to: string
  format: 'iife' | 'es'
}

/** The files of the script's folder, which bears its version and never changes once it is published. A further file is
 *  one entry more: the table is read here, by the runner and by the check of budgets. */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const scriptFiles = JSON.parse(readFileSync('.ci/script-files.json', 'utf8')) as Record<string, ScriptFile>

/** A few lines of ours in place of a package of which the script file needs next to nothing. */
const standIn = (name: string) => path.resolve('src/element/script/stand-ins', name)

/** Nobody's React but Preact's compat layer, in one file, and nothing left that only a bundler understands. */
const scriptSettings = {
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: [
      { find: /^react(-dom)?$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
      { find: /^react-markdown$/, replacement: standIn('react-markdown.tsx') },
      { find: /^react-hook-form$/, replacement: standIn('react-hook-form.ts') },
      { find: /^zod\/mini$/, replacement: standIn('zod-mini.ts') },
      { find: /^decode-named-character-reference$/, replacement: standIn('decode-named-character-reference.ts') },
      {
        find: /^\.\/(footer|footnote-reference|delete|table|table-row|table-cell)\.js$/,
        replacement: standIn('no-notes-or-tables.ts'),
      },
      { find: /^unist-util-stringify-position$/, replacement: standIn('stringify-position.ts') },
      { find: '@ungap/structured-clone', replacement: standIn('structured-clone.ts') },
      { find: /^\.\/load-diagnose\.ts$/, replacement: standIn('load-diagnose.ts') },
      { find: /^\.\/load-form\.ts$/, replacement: standIn('load-form.ts') },
      { find: /^\.\/stylesheet-text\.ts$/, replacement: standIn('stylesheet-text.ts') },
      { find: /^\.\/load-facts\.ts$/, replacement: standIn('load-facts.ts') },
      { find: /^\.\/load-sites\.ts$/, replacement: standIn('load-sites.ts') },
      { find: /^\.\/use-rest-of-form\.ts$/, replacement: standIn('use-rest-of-form.ts') },
      { find: /^\.{1,2}\/read-settings\.ts$/, replacement: standIn('read-settings.ts') },
      { find: /^\.{1,2}\/loaded-later\.ts$/, replacement: standIn('loaded-later.ts') },
      {
        find: /^\.{1,2}\/civic\/(facts-slot\.tsx|answer-facts-slot\.tsx)$/,
        replacement: standIn('facts-slots.tsx'),
      },
      {
        find: /^\.{1,2}\/(screens\/)?answer-markdown-lazy\.tsx$/,
        replacement: standIn('answer-markdown-lazy.tsx'),
      },
    ],
  },
  build: {
    target: 'es2022',
    cssTarget,
    emptyOutDir: false,
    copyPublicDir: false,
    minify: 'oxc' as const,
    // Vite's library mode leaves white space in modules.
    rolldownOptions: { output: { codeSplitting: false, minify: true } },
  },
}

/** Chromium compiles every function while the file still comes in, beside the page's own thread. Without it half of our
 *  time on that thread, until the first field is there, is compiling. To other browsers it is a comment. */
const compileAtOnce = '//# allFunctionsCalledOnLoad'

/** How one of the script files is built. */
function scriptFile({ from, to, format }: ScriptFile): UserConfig {
  return {
    ...scriptSettings,
    plugins: [react(), partsAtOnce(), madeInside()],
    build: {
      ...scriptSettings.build,
      outDir: `dist/element/${version}`,
      sourcemap: true,
      // It finds 2 % more than the bundler's own minifier, which has been over everything before.
      minify: 'terser',
      terserOptions: { ecma: 2020, module: true, compress: { passes: 3 }, format: { comments: false } },
      lib: { entry: from, formats: [format], name: 'unused', fileName: () => to },
      rolldownOptions: {
        output: {
          ...scriptSettings.build.rolldownOptions.output,
          postBanner: compileAtOnce,
        },
      },
    },
  }
}

/** Puts the parts that are loaded later into the file that is one file, where they are from the start. A bundler's own way
 *  for this, wrapping each module, costs 3 kB. */
function partsAtOnce(): Plugin {
  const later = /loadedLater\(\(\) => import\('([^']+)'\)\)/g
  return {
    name: 'parts-at-once',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('/loaded-later.ts')) return undefined
      const imports: string[] = []
      const here = code.replace(later, (_, from: string) => {
        const name = `part${imports.length}`
        imports.push(`import * as ${name} from '${from}'\n`)
        return `loadedLater(undefined, ${name})`
      })
      return imports.length === 0 ? undefined : imports.join('') + here
    },
  }
}

/** What no form of ours ever runs, by package: each a text that must be there, and what stands in its place. */
const cuts: readonly { in: string; cut: string | RegExp; by: string }[] = [
  // Tables, footnotes and struck-out text are no markdown without its extensions, which are not in the script file.
  {
    in: '/mdast-util-to-hast/lib/handlers/index.js',
    cut: /import \{(?:strikethrough|footnoteReference|table|tableRow|tableCell)\} from .*\n|^ {2}(?:delete: strikethrough|footnoteReference|table|tableRow|tableCell),\n/gm,
    by: '',
  },
  {
    in: '/mdast-util-to-hast/lib/index.js',
    cut: "import {footer} from './footer.js'",
    by: 'const footer = () => undefined',
  },
]

/** A schema that nobody asks does nothing: so it is left out, although making it calls methods. */
function withoutUnusedSchemas(): Plugin {
  return {
    name: 'without-unused-schemas',
    transform: (code, id) =>
      /\/src\/contract\/.*\.ts$/.test(id) ? code.replaceAll(/(const \w+ = )z\b/g, '$1/* @__PURE__ */ z') : undefined,
  }
}

/** Cuts it out. A package that has changed so that a cut misses fails the build. */
function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    transform(code, id) {
      const mine = cuts.filter((one) => id.endsWith(one.in))
      return mine.length === 0
        ? undefined
        : mine.reduce((left, { cut, by }) => {
            const next = left.replace(cut, by)
            if (next === left) throw new Error(`${id} has changed: there is nothing like ${cut} to cut out of it.`)
            return next
          }, code)
    },
  }
}

/** What a module that is imported with `?sharing` takes from its library; see `element/script/library.ts`. */
const shared = {
  react: 'library.react',
  'react/jsx-runtime': 'library.jsx',
  'react-hook-form': 'library.hookForm',
  'form-tools': 'library.formTools',
  'answer-text': 'library.answerText',
}

/**
 * Puts a module and all it needs into a script file as one function that makes it: `import make from './form.ts?inside'`.
 * It runs when it is called, so it may fail on its own. With `?sharing` it gets a library, and takes from it what must be
 * the same in two files.
 */
function madeInside(): Plugin {
  return {
    name: 'made-inside',
    enforce: 'pre',
    resolveId: (id, importer) =>
      /\?(inside|sharing)$/.test(id) && importer !== undefined
        ? `\0${path.resolve(path.dirname(importer), id)}`
        : undefined,
    async load(id) {
      const [, entry, way] = /^\0(.*)\?(inside|sharing)$/.exec(id) ?? []
      if (entry === undefined) return undefined
      const isSharing = way === 'sharing'
      // What the library lends stays what it is called.
      const alias = scriptSettings.resolve.alias.filter(
        ({ replacement }) => !/^preact\/|react-hook-form/.test(replacement),
      )
      const result = await build({
        ...scriptSettings,
        ...(isSharing && {
          resolve: {
            alias: [...alias, { find: /^\.{1,2}\/(\w+\/)?(form-tools|answer-text)\.tsx?$/, replacement: '$2' }],
          },
        }),
        configFile: false,
        logLevel: 'error',
        mode: 'production',
        plugins: [react(), partsAtOnce(), withoutUnused(), withoutUnusedSchemas()],
        build: {
          ...scriptSettings.build,
          write: false,
          lib: { entry, formats: ['iife'], name: 'made', fileName: 'made' },
          rolldownOptions: {
            ...(isSharing && { external: Object.keys(shared) }),
            output: { ...scriptSettings.build.rolldownOptions.output, ...(isSharing && { globals: shared }) },
          },
        },
      })
      const [output] = Array.isArray(result) ? result : [result]
      if (output === undefined || !('output' in output)) throw new Error(`${entry} was not built.`)
      return `export default (library) => { ${output.output[0].code}\nreturn made }`
    },
  }
}

/** The scripts of the hosted page. They lie at the BFF's own address, so parts that are wanted later may be files of their
 *  own; the rest is as in the script file. */
const pageScripts: UserConfig = {
  ...scriptSettings,
  plugins: [react(), withoutUnused(), withoutUnusedSchemas()],
  resolve: {
    alias: scriptSettings.resolve.alias.filter(
      ({ replacement }) => !/later|lazy|facts-slots|rest-of-form|read-settings/.test(replacement),
    ),
  },
  build: {
    ...scriptSettings.build,
    outDir: 'dist/hosted/files',
    emptyOutDir: true,
    modulePreload: false,
    rolldownOptions: {
      input: { page: 'src/hosted/browser/hydrate-page.tsx' },
      output: {
        entryFileNames: '[name]-[hash].js',
        chunkFileNames: '[name]-[hash].js',
        minify: true,
        postBanner: compileAtOnce,
      },
    },
  },
}

export default defineConfig(({ mode }) => ({
  plugins: [react()],
  // The demo and the tests import the packages by their names; tsconfig.json says which source files these are.
  resolve: { tsconfigPaths: true },
  ...(scriptFiles[mode] !== undefined && scriptFile(scriptFiles[mode])),
  ...(mode in sheets && {
    // A style sheet alone: Vite's library mode wants a script as entry, so the sheet is the bundle's only input.
    build: {
      outDir: 'dist',
      cssTarget,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: sheets[mode as keyof typeof sheets],
    },
  }),
  ...(mode === 'page' && pageScripts),
  ...(mode === 'demo' && {
    root: 'demo',
    build: {
      outDir: '../dist/demo',
      emptyOutDir: true,
      target: 'es2022',
      cssTarget,
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
    // As many as there are processors: Vitest leaves one of them to itself, which does next to nothing.
    maxWorkers: availableParallelism(),
    // What a machine needs on which much else runs. A test that waits for a condition never takes it all.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['{src,demo,.ci}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: ['{src,demo}/**/*.test.tsx'],
          setupFiles: ['src/testing/browser-setup.ts'],
        },
      },
    ],
  },
}))
