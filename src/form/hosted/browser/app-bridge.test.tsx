/** The page posts its events to the app around it, by each system's bridge. */
import { afterEach, describe, expect, it } from 'vitest'
import { appCallbacks, handOverLinks } from './app-bridge.ts'

const app = window as unknown as Record<string, unknown>
let end = () => {}

afterEach(() => {
  end()
  document.body.replaceChildren()
  for (const name of ['ReactNativeWebView', 'voterRegistration', 'webkit']) delete app[name]
})

/** A bridge that must be called as its own method, like the real ones. */
function aBridge() {
  const messages: unknown[] = []
  const bridge = {
    postMessage(this: unknown, message: string) {
      expect(this).toBe(bridge)
      messages.push(JSON.parse(message))
    },
  }
  return { bridge, messages }
}

const common = { instanceId: 'vr', version: '1.2.3' }

describe('the bridge', () => {
  it.each([
    ['React Native', (bridge: object) => ({ ReactNativeWebView: bridge })],
    ['Android', (bridge: object) => ({ voterRegistration: bridge })],
    ['iOS', (bridge: object) => ({ webkit: { messageHandlers: { voterRegistration: bridge } } })],
  ])('of %s hears every event by its name', (_system, names) => {
    const { bridge, messages } = aBridge()
    Object.assign(app, names(bridge))
    const callbacks = appCallbacks()
    callbacks.onStep?.({ ...common, step: 'name', number: 2, total: 5 })
    callbacks.onSubmit?.({ ...common, state: 'MA', preventDefault: () => undefined })
    callbacks.onTooYoung?.(common)
    expect(messages).toEqual([
      { vr: 1, event: 'vr-step', detail: { ...common, step: 'name', number: 2, total: 5 } },
      { vr: 1, event: 'vr-submit', detail: { ...common, state: 'MA' } },
      { vr: 1, event: 'vr-too-young', detail: common },
    ])
  })

  it('is not missed where there is none', () => {
    expect(() => appCallbacks().onStart?.(common)).not.toThrow()
  })
})

describe('a link in an app', () => {
  /** Clicks it; returns its target, and what the app receives. */
  function click(href: string) {
    const { bridge, messages } = aBridge()
    app.ReactNativeWebView = bridge
    end = handOverLinks()
    document.body.innerHTML = `<a href="${href}"><span>Go</span></a>`
    const link = document.querySelector('a')
    link?.addEventListener('click', (event) => event.preventDefault())
    link?.querySelector('span')?.click()
    return { target: link?.target, messages }
  }

  it.each(['https://state.example/register?id=7', 'tel:+16175550123'])('to %s is for the system', (url) => {
    expect(click(url)).toEqual({ target: '_blank', messages: [{ vr: 1, event: 'link', detail: { url } }] })
  })

  it.each(['#city', '/form?locale=es', 'blob:http://localhost/7'])('to %s stays in the page', (url) => {
    expect(click(url)).toEqual({ target: '', messages: [] })
  })
})
