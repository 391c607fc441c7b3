/** Builds the library and the demo; `.ci/vite.script.config.ts` builds the files of the script tag. The package's JavaScript and
 *  types come from `tsc`, file by file, so that `'use client'` and the folder structure arrive at partners as they are here. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, runnerImport, type UserConfig } from 'vite'
import { test } from './.ci/vitest.config.ts'
import type * as FirstScreen from './src/form/element/first-screen/render.tsx'
import server from './src/server/package.json' with { type: 'json' }

const serverDist = 'src/server/dist'

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

/** Renders the first screens. It is run once: that takes longer than the rest of a script's build. */
let renderer: Promise<{ module: typeof FirstScreen }> | undefined
const rendererOnce = () =>
  (renderer ??= runnerImport('./src/form/element/first-screen/render.tsx', { configFile: false }))

/** The form's first screen as data, rendered by the component itself. The script tag's file writes one for each language, too. */
function firstScreen(): Plugin {
  return {
    name: 'first-screen',
    async load(id) {
      if (!id.endsWith('/first-screen/english.ts')) return null
      const { createFirstScreens } = (await rendererOnce()).module
      const { screens, ...rest } = createFirstScreens('en')
      return `export const english = ${JSON.stringify({ ...rest, screens: { page: screens.page } })}`
    },
    async generateBundle() {
      if (this.environment.name !== 'voter_registration_js') return
      const { createFirstScreens, languageCodes } = (await rendererOnce()).module
      for (const language of languageCodes) {
        const source = JSON.stringify(createFirstScreens(language))
        this.emitFile({ type: 'asset', fileName: `first-screen.${language}.json`, source })
      }
    },
  }
}

/** Chromium compiles every function while the file still comes in, beside the page's own thread. Without it half of our
 *  time on that thread, until the first field is there, is compiling. To other browsers it is a comment. */
export const compileAtOnce = '//# allFunctionsCalledOnLoad'

/** zod shares its settings with other copies of itself through a name on the page. A page gets no name from us but the one
 *  it is told of, and its own copy's settings stay its own. */
export const withoutZodGlobal = {
  intro: 'const hadZod = Object.hasOwn(globalThis, "__zod_globalConfig")',
  outro: 'if (!hadZod) delete globalThis.__zod_globalConfig',
}

/** What all scripts have in common that a browser loads without a partner's bundler. */
export const browserScript = {
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [react(), firstScreen()],
  build: { target: 'es2022', cssTarget, copyPublicDir: false },
} satisfies UserConfig

/** The scripts of the hosted page. They lie at the BFF's own address, so parts that come later are files of their own. */
const pageScripts: UserConfig = {
  ...browserScript,
  build: {
    ...browserScript.build,
    outDir: 'dist/hosted/files',
    emptyOutDir: true,
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

/** The server's door to the hosted page: one file with the React stack inside, so that a server installs none of it. What the
 *  server itself has, the schemas, the texts and its own dependencies, stays outside. */
const hostedDoor: UserConfig = {
  define: { 'process.env.NODE_ENV': '"production"' },
  plugins: [
    {
      name: 'shared-with-server',
      enforce: 'pre',
      resolveId(source, importer) {
        const file = importer && source.startsWith('.') ? path.resolve(path.dirname(importer), source) : ''
        const inPackage = path.relative(path.resolve(serverDist, 'form'), file).replaceAll(path.sep, '/')
        return /^(\.\.\/contract|locales)\//.test(inPackage)
          ? { id: inPackage.startsWith('.') ? inPackage : `./${inPackage}`, external: true }
          : null
      },
    },
  ],
  ssr: { noExternal: true, external: Object.keys(server.dependencies) },
  build: {
    ssr: `${serverDist}/form/hosted.js`,
    outDir: `${serverDist}/form`,
    emptyOutDir: false,
    target: 'node20',
    minify: 'oxc',
    copyPublicDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
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

export default defineConfig(({ mode }) => ({
  plugins: [react(), firstScreen()],
  // The demo and the tests import the packages by their names; tsconfig.json says which source files these are.
  resolve: { tsconfigPaths: true },
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
  ...(mode === 'hosted-door' && hostedDoor),
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
  test,
}))
