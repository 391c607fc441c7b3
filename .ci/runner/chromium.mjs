/** Finds the browser that the tests drive. */
import { existsSync } from 'node:fs'
import { bin, firstOf, installFromDebian, node, onPath } from './program.mjs'

/** Returns an installed Chromium, searched in the usual paths of each system. */
function installedChromium() {
  if (process.platform === 'darwin') {
    return firstOf([
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ])
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(Boolean)
    return firstOf(
      roots.flatMap((root) => [
        `${root}\\Google\\Chrome\\Application\\chrome.exe`,
        `${root}\\Microsoft\\Edge\\Application\\msedge.exe`,
      ]),
    )
  }
  return onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge')
}

/** Whether a browser starts. Says so, with its version. @param executablePath without it, Playwright's own */
async function starts(executablePath) {
  const name = executablePath ?? "Playwright's Chromium"
  try {
    const { chromium: engine } = await playwright()
    const browser = await engine.launch(executablePath ? { executablePath } : {})
    console.log(`Browser: ${name} ${browser.version()}`)
    await browser.close()
    return true
  } catch (error) {
    console.log(`${name} does not start: ${String(error.message).split('\n')[0]}`)
    return false
  }
}

const playwright = () => import(new URL('../../node_modules/playwright-core/index.mjs', import.meta.url).href)

/**
 * Finds the browsers of the tests: Chromium, and its headless shell where Debian has it as a package. That is the same engine
 * without a browser's window, which takes half the processor time; tests that need the whole browser use the other.
 *
 * @returns the variables for the browser tests
 * @throws as {@link chromium}
 */
export async function browsers() {
  const found = { CHROMIUM: await chromium() }
  const shell = 'chromium-headless-shell'
  // A browser that the caller names is the only one.
  if (process.env.CHROMIUM) return found
  if (!onPath(shell)) await installFromDebian(shell)
  const installed = onPath(shell)
  return installed && (await starts(installed)) ? { ...found, CHROMIUM_HEADLESS: installed } : found
}

/**
 * Finds a Chromium that really starts: an installed one, else Playwright's own, else the distribution's.
 *
 * @returns its path; `''` for Playwright's own
 * @throws when there is none and none can be installed
 */
export async function chromium() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const { chromium: engine } = await playwright()
  const installed = installedChromium()
  if (installed && (await starts(installed))) return installed
  if (!existsSync(engine.executablePath())) {
    const download = node([bin('playwright'), 'install', 'chromium'], { timeout: 300_000 })
    await download.catch((error) => console.log(error.message))
  }
  if (existsSync(engine.executablePath()) && (await starts())) return ''
  await installFromDebian('chromium')
  const distributed = onPath('chromium', 'chromium-browser')
  if (distributed && (await starts(distributed))) return distributed
  throw new Error(
    'No Chromium starts here. Install Chrome or Chromium, or run "npx --no playwright install --with-deps chromium", or name one: CHROMIUM=/path/to/chrome npm test',
  )
}
