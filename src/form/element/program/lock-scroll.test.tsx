/** The page behind a dialog does not scroll, and is unchanged afterwards. */
import { expect, it, vi } from 'vitest'
import { lockScroll } from './lock-scroll.ts'

it('wins over the page’s own rules, and gives the page its own style and place back', () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const { style } = document.documentElement
  style.setProperty('overflow', 'scroll', 'important')
  style.setProperty('color', 'red')
  Object.assign(window, { scrollX: 0, scrollY: 420 })
  const unlock = lockScroll()
  expect([style.overflow, style.getPropertyPriority('overflow')]).toEqual(['hidden', 'important'])
  unlock()
  expect([style.overflow, style.getPropertyPriority('overflow'), style.color]).toEqual(['scroll', 'important', 'red'])
  expect(scrollTo).toHaveBeenCalledWith({ left: 0, top: 420, behavior: 'instant' })
})
