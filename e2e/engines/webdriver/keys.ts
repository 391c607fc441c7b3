/** Keys by Playwright's names. */
import { Key } from 'selenium-webdriver'

const names: Readonly<Record<string, string>> = {
  Space: ' ',
  Enter: Key.ENTER,
  Tab: Key.TAB,
  Escape: Key.ESCAPE,
  Backspace: Key.BACK_SPACE,
  Delete: Key.DELETE,
  Home: Key.HOME,
  End: Key.END,
  PageDown: Key.PAGE_DOWN,
  PageUp: Key.PAGE_UP,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  Shift: Key.SHIFT,
  Control: Key.CONTROL,
  ControlOrMeta: Key.CONTROL,
  Alt: Key.ALT,
  Meta: Key.META,
}

/** Returns the keys of a combination such as `Shift+Tab`, modifiers first. */
export const keysOf = (combination: string): string[] =>
  (combination === '+' ? ['+'] : combination.split('+')).map((name) => names[name] ?? name)
