/** Chooses the Chromium that tests drive. As a program, `node .ci/chromium.mjs`, it installs one where there is none. */
import { execSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { installFromDebian, onPath } from './debian.mjs'

const windows = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) => process.env[name] ?? '')
/** Where browsers are, apart from the search path. */
const places = {
  darwin: ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  ),
  win32: ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].flatMap((file) =>
    windows.map((folder) => `${folder}\\${file}`),
  ),
}
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/** Some distributions have a program of that name which only says how to install it. */
const isStarting = (file) => file !== undefined && spawnSync(file, ['--version']).status === 0

const findInstalled = () =>
  places[process.platform]?.find((file) => existsSync(file)) ?? names.map(onPath).find(isStarting)

/**
 * Sets `CHROMIUM` unless it is set: an installed one, else empty for Playwright's own; and `CHROMIUM_HEADLESS` to its headless shell,
 * where the distribution has it: the same engine without a window, which takes half the processor time.
 */
export function chooseChromium() {
  if (process.env.CHROMIUM !== undefined) return
  process.env.CHROMIUM = findInstalled() ?? ''
  const shell = onPath('chromium-headless-shell')
  if (process.env.CHROMIUM !== '' && isStarting(shell)) process.env.CHROMIUM_HEADLESS = shell
}

const hasOwn = () => existsSync(chromium.executablePath())

function install() {
  if (process.env.CHROMIUM) return
  installFromDebian('headless-shell')
  if (findInstalled() || hasOwn()) return
  try {
    execSync('npx --no playwright install chromium', { stdio: 'inherit', timeout: 300_000 })
  } catch (error) {
    console.log(error.message)
  }
  if (hasOwn() || installFromDebian('chromium')) return
  console.error('No Chromium starts here. Install Chrome or Chromium, or name one: CHROMIUM=/path/to/chrome npm test')
  process.exitCode = 1
}

if (process.argv[1] === import.meta.filename) install()
