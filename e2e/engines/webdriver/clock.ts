/** Playwright's Clock on WebDriver: uses the script that Playwright injects into pages of its own browsers. */
import { injectedSource } from './playwright-parts.ts'

/** What a clock needs from its browser. */
export interface ClockOwner {
  /** Injects a script into every future page, before the page's own. */
  addInitScript(script: string): Promise<void>
  /** Runs a function, given as source text, in every open page. */
  runInPages(source: string): Promise<void>
}

/** Returns milliseconds from a number of milliseconds or a text in Playwright's format: seconds, `mm:ss` or `hh:mm:ss`. */
const milliseconds = (time: number | string): number =>
  typeof time === 'number' ? time : time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000

/** The clock of all pages in a browser. */
export class WebDriverClock {
  private readonly owner: ClockOwner
  private isThere = false

  constructor(owner: ClockOwner) {
    this.owner = owner
  }

  install = ({ time = Date.now() }: { time?: number | string | Date } = {}) =>
    this.tell('install', Number(new Date(time)))
  /** Advances time, see {@link milliseconds}; every due timer runs as often as it would. */
  runFor = (time: number | string) => this.tell('runFor', milliseconds(time))
  /** The same; every due timer runs once. */
  fastForward = (time: number | string) => this.tell('fastForward', milliseconds(time))
  setFixedTime = (time: number | string | Date) => this.tell('setFixedTime', Number(new Date(time)))

  /** Future pages replay the earlier commands in their first script, as in Playwright. */
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
