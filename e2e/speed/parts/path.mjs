/** Counts our own files and functions that run for one registration: V8's precise coverage in the browser and in the BFF, from
 *  the submit to the answer on screen. Libraries, Node, the sandbox and what only runs in the background are not counted. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { buildReactPage } from '../pages/build-pages.mjs'
import { voter } from '../pages/fields.mjs'
import { startPages } from '../pages/start-pages.mjs'
import { subjects } from '../pages/subjects.mjs'

/** Matches our own code in both packages. */
const own = /\/(?:form|server)\/dist\/(?!.*node_modules)(.+)\.js$/

/** What polls the outbox: it also runs without a registration. */
const background = /^server\/(?:outbox\/|store\/outbox-table$)/

const hook = ['--import', new URL('../servers/inspector-hook.mjs', import.meta.url).href]

/** Sends a command to V8's inspector in a child process that was started with {@link hook}. */
async function inspect(child, method, params) {
  const { result, error } = await child.ask({ method, params })
  if (error !== undefined) throw new Error(`${method}: ${error}`)
  return result
}

/** Registers once through the React form. */
export async function measure({ log }) {
  const { pages, maps } = await buildReactPage()
  // Limits are on by default with a real service, and off with the sandbox.
  const { site, browser, bff, close } = await startPages(pages, { node: hook, ipc: true, env: { RATE_LIMITS: 'on' } })
  try {
    log('one registration')
    const page = await browser.newPage()
    const devtools = await page.context().newCDPSession(page)
    const { fill, send, answered } = subjects.react
    // What the answer shows later, the facts of a state and "Did you finish?", would run before the end or after it, by chance.
    await page.route('**/state-facts*.js', (route) => route.abort())
    // The first registration also does one-time work, such as compiling and fetching: it is not counted.
    for (const counted of [false, true]) {
      // Navigating to the same URL again would be a reload, which restores the answer.
      await page.goto('about:blank')
      await page.goto(`${site.url}/react`)
      await fill(page, {
        ...voter,
        email: `path-${counted}@example.org`,
        phone: counted ? '+16175551235' : voter.phone,
      })
      await page.waitForLoadState('networkidle')
      if (counted) await begin(bff, devtools)
      await send(page)
      await page.locator(answered).first().waitFor({ timeout: 60_000 })
    }
    const inBrowser = await devtools.send('Profiler.takePreciseCoverage')
    const inBff = await inspect(bff, 'Profiler.takePreciseCoverage')
    const sources = await scriptSources(devtools, inBrowser.result)
    return report(
      inBrowser.result.flatMap((script) => mapped(script, sources.get(script.scriptId), maps)),
      namesIn(inBff),
    )
  } finally {
    await close()
  }
}

/** Our functions that ran in the BFF. */
const namesIn = ({ result }) =>
  result.flatMap((script) => {
    if (!own.test(script.url)) return []
    const source = readFileSync(new URL(script.url), 'utf8')
    return ranIn(script)
      .map(({ name, offset }) => placed(script.url, name, getPosition(source, offset)))
      .filter(({ file }) => !background.test(file))
  })

function getPosition(source, offset) {
  const before = source.slice(0, offset)
  return { line: before.split('\n').length - 1, column: offset - (before.lastIndexOf('\n') + 1) }
}

async function begin(child, devtools) {
  const precisely = { callCount: true, detailed: false }
  await inspect(child, 'Profiler.enable')
  await inspect(child, 'Profiler.startPreciseCoverage', precisely)
  await devtools.send('Debugger.enable')
  await devtools.send('Profiler.enable')
  await devtools.send('Profiler.startPreciseCoverage', precisely)
}

async function scriptSources(devtools, scripts) {
  const sources = new Map()
  for (const { scriptId, url } of scripts) {
    if (!url.includes('/react/')) continue
    sources.set(scriptId, (await devtools.send('Debugger.getScriptSource', { scriptId })).scriptSource)
  }
  return sources
}

/** Returns the functions of a script that ran, without the module itself. */
const ranIn = ({ functions }) =>
  functions
    .filter(({ functionName, ranges: [{ count, startOffset }] }) => count > 0 && (functionName || startOffset > 0))
    .map(({ functionName, ranges: [{ startOffset }] }) => ({ name: functionName, offset: startOffset }))

/** The same by our own source files, where the page's script is a bundle. */
function mapped(script, source, maps) {
  const map = maps[script.url.split('/').at(-1)]
  if (source === undefined || map === undefined) return []
  const sourceMap = new SourceMap(typeof map === 'string' ? JSON.parse(map) : map)
  return ranIn(script).map(({ name, offset }) => {
    const { line, column } = getPosition(source, offset)
    const { originalSource = '', originalLine, originalColumn } = sourceMap.findEntry(line, column)
    return placed(originalSource, name, { line: originalLine, column: originalColumn })
  })
}

/** @returns our own file and the function in it; `undefined` for libraries and for Node */
function placed(url, name, { line, column }) {
  const file = own.exec(url.startsWith('file:') || url.startsWith('/') ? url : `/${url}`)?.[1]
  // A source map names the column of `export`, V8 that of `function`: the line tells functions with a name apart.
  return file && { file, name: `${file} ${name ? `${name} ${line}` : `(anonymous) ${line}:${column}`}` }
}

function report(browser, bff) {
  const sides = { browser: browser.filter(Boolean), bff }
  const both = [...sides.browser, ...sides.bff]
  const count = (list) => ({
    files: new Set(list.map(({ file }) => file)).size,
    functions: new Set(list.map(({ name }) => name)).size,
  })
  const all = count(both)
  const rows = (cells) => Object.entries(cells).map(([name, each]) => ({ name, cells: each }))
  return {
    title: 'One registration, from submit to the answer on screen',
    notes: [
      'React form in a browser, BFF with a database on disk and its limits on, sandbox, without facts of the state and "Did you finish?"; functions that V8 ran at least once (precise coverage), by source map. The second registration is counted, after everything has been loaded. A file or function that runs on both sides counts once in the sum.',
    ],
    tables: [
      {
        title: 'What runs',
        columns: [
          { key: 'files', label: 'own files', digits: 0 },
          { key: 'functions', label: 'functions', digits: 0 },
        ],
        rows: rows({ browser: count(sides.browser), BFF: count(sides.bff), both: all }),
      },
    ],
    figures: [
      { says: 'own files that run for one registration', value: all.files, max: 80 },
      { says: 'own functions that run for one registration', value: all.functions, max: 380 },
    ],
    names: [...new Set(both.map(({ name }) => name))].sort((a, b) => (a < b ? -1 : 1)),
  }
}
