/** Resizes a window until its viewport has the requested size. */
import type { WebDriver } from 'selenium-webdriver'
import { Pending, retry } from './retry.ts'

/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** A window and its page. */
export interface Resizable {
  inWindow: <T>(work: (driver: WebDriver) => Promise<T>) => Promise<T>
  /** Returns the viewport's size. */
  measure: () => Promise<Size>
}

/** Sets the window's size: the viewport plus the window's own controls. */
export async function resizeWindow(size: Size, { inWindow, measure }: Resizable): Promise<void> {
  const outer = await inWindow((driver) => driver.manage().window().getRect())
  // The placeholder of a restored tab may be replaced by its page meanwhile.
  const inner = await retry(measure)
  const width = size.width + outer.width - inner.width
  const height = size.height + outer.height - inner.height
  // The window manager is asynchronous; a page wider than requested has not been resized yet.
  const fits = async () => {
    await inWindow((driver) => driver.manage().window().setRect({ x: 0, y: 0, width, height }))
    const now = await measure()
    if (now.width !== size.width) throw new Pending(`The page is ${now.width} px wide`)
  }
  await retry(fits)
}
