/** Playwright's Keyboard and Mouse on WebDriver. */
import { type Actions, Key } from 'selenium-webdriver'
import { keysOf } from './keys.ts'

/** Performs key and pointer actions in a page. */
type Act = (build: (actions: Actions) => Actions) => Promise<void>

const moved = (actions: Actions, x: number, y: number) =>
  actions.move({ x: Math.floor(x), y: Math.floor(y), duration: 0 })

/** Returns the keyboard, with Playwright's key names. */
export const keyboardOf = (act: Act) => ({
  press: (combination: string) =>
    act((actions) => {
      const keys = keysOf(combination)
      for (const key of keys) actions.keyDown(key)
      while (keys.length > 0) actions.keyUp(keys.pop() ?? Key.NULL)
      return actions
    }),
  type: (text: string) => act((actions) => actions.sendKeys(text)),
  down: (key: string) => act((actions) => actions.keyDown(keysOf(key)[0] ?? key)),
  up: (key: string) => act((actions) => actions.keyUp(keysOf(key)[0] ?? key)),
})

/** Returns the mouse. Points are window coordinates, in CSS pixels. */
export const mouseOf = (act: Act) => ({
  move: (x: number, y: number) => act((actions) => moved(actions, x, y)),
  click: (x: number, y: number) => act((actions) => moved(actions, x, y).press().release()),
  down: () => act((actions) => actions.press()),
  up: () => act((actions) => actions.release()),
})
