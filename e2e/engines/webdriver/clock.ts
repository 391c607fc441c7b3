/** Playwright's Clock on WebDriver: the same script that Playwright puts into pages of its own browsers. */
import { injectedSource } from './playwright-parts.ts'

/** What a clock needs of the browser whose pages it is for. */
export interface ClockOwner {
  /** Puts a script into every page to come, in front of the page's own. */
  addInitScript(script: string): Promise<void>
  /** Runs a function, given by its source, in every page that is open. */
  runInPages(source: string): Promise<void>
}

/** A number of milliseconds, or a text as Playwright takes it: seconds, `mm:ss` or `hh:mm:ss`. */
const milliseconds = (time: number | string): number =>
  typeof time === 'number' ? time : time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000

/** The clock of all pages of a browser. */
export class WebDriverClock {
  private readonly owner: ClockOwner
  private isThere = false

  constructor(owner: ClockOwner) {
    this.owner = owner
  }

  install = ({ time = Date.now() }: { time?: number | string | Date } = {}) =>
    this.tell('install', Number(new Date(time)))
  /** Lets time pass, see {@link milliseconds}; every timer that is due runs, as often as it would. */
  runFor = (time: number | string) => this.tell('runFor', milliseconds(time))
  /** The same; every timer that is due runs once. */
  fastForward = (time: number | string) => this.tell('fastForward', milliseconds(time))
  setFixedTime = (time: number | string | Date) => this.tell('setFixedTime', Number(new Date(time)))

  /** Pages to come are told in their first script what has happened so far, as Playwright does. */
  private async tell(command: string, value: number): Promise<void> {
    if (!this.isThere) {
      this.isThere = true
      const script = `if (!globalThis.__pwClock) { const module = {}; ${injectedSource('ClockController')}
        globalThis.__pwClock = module.exports.inject()(globalThis, 'webkit') }`
      await this.everywhere(`(() => { ${script} })()`)
    }
    await this.owner.addInitScript(`globalThis.__pwClock.controller.log('${command}', ${Date.now()}, ${value})`)
    await this.owner.runInPages(`() => globalThis.__pwClock.controller.${command}(${value})`)
  }

  private async everywhere(script: string): Promise<void> {
    await this.owner.addInitScript(script)
    await this.owner.runInPages(`() => { ${script} }`)
  }
}
