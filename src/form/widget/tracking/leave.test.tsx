import { afterEach, expect, it, vi } from 'vitest'
import { openLink } from './follow.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('leaving follows a link of its own, without a referrer and without the page’s click handlers', () => {
  const clicked: HTMLAnchorElement[] = []
  vi.spyOn(HTMLElement.prototype, 'click').mockImplementation(function (this: HTMLElement) {
    if (this instanceof HTMLAnchorElement) clicked.push(this)
  })
  openLink('https://register.state.example/?a=1', '_top')
  expect(clicked).toHaveLength(1)
  expect(clicked[0]?.href).toBe('https://register.state.example/?a=1')
  expect(clicked[0]?.target).toBe('_top')
  expect(clicked[0]?.rel).toBe('noopener noreferrer')
  expect(clicked[0]?.referrerPolicy).toBe('no-referrer')
  expect(clicked[0]?.isConnected).toBe(false)
})
