/** Makes a window so large that its page has the size that is asked for. */
import type { WebDriver } from 'selenium-webdriver'
import { Pending, retry } from './retry.ts'

/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** The window and the page in it. */
export interface Resizable {
  inWindow: <T>(work: (driver: WebDriver) => Promise<T>) => Promise<T>
  /** The page's size. */
  measure: () => Promise<Size>
}

/** The window is made larger by what its own controls take. */
export async function resizeWindow(size: Size, { inWindow, measure }: Resizable): Promise<void> {
  const outer = await inWindow((driver) => driver.manage().window().getRect())
  // A tab that is being restored gives way to its page meanwhile.
  const inner = await retry(measure)
  const width = size.width + outer.width - inner.width
  const height = size.height + outer.height - inner.height
  // The window manager answers when it likes; a page that is wider than asked for is one that has not been told yet.
  const fits = async () => {
    await inWindow((driver) => driver.manage().window().setRect({ x: 0, y: 0, width, height }))
    const now = await measure()
    if (now.width !== size.width) throw new Pending(`The page is ${now.width} px wide`)
  }
  await retry(fits)
}
