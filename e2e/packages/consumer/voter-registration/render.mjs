/** Renders the packed React door on the server, then hydrates it in a page, with the installed React. */
import assert from 'node:assert/strict'
import { JSDOM } from 'jsdom'

const wanted = process.argv[2]
const React = await import('react')
const { renderToString } = await import('react-dom/server')
const { VoterRegistration } = await import('voter-registration')
for (const door of ['element', 'state-facts']) await import(`voter-registration/${door}`)
assert.ok(React.version.startsWith(wanted), `React ${wanted} is wanted, ${React.version} is here`)

const element = React.createElement(VoterRegistration, {
  apiBase: 'https://register.partner.example/api',
  fetch: () => new Promise(() => {}),
})
const html = renderToString(element)
assert.match(html, /autocomplete="[^"]*given-name"/i, 'the server renders the real form')

const { window } = new JSDOM(`<!doctype html><html lang="en"><body><div id="root">${html}</div></body></html>`, {
  url: 'https://partner.example/',
  pretendToBeVisual: true,
})
// The page's own globals replace Node's, as in a browser, also where Node has the same name (navigator, Event …).
const names = Object.getOwnPropertyNames(window).filter((name) => /^[A-Z]/.test(name) && !(name in globalThis))
for (const name of [...names, 'window', 'document', 'navigator', 'location', 'history', 'Event', 'CustomEvent']) {
  Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true })
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true
const complaints = []
console.error = (...args) => complaints.push(args.join(' '))
const { hydrateRoot } = await import('react-dom/client')
const act = React.act ?? (await import('react-dom/test-utils')).act
const container = window.document.getElementById('root')
await act(async () => {
  hydrateRoot(container, React.createElement(React.StrictMode, null, element))
})
assert.deepEqual(complaints, [], 'taking over the server-rendered form is silent')
assert.equal(container.querySelectorAll('form').length, 1)
console.log(`the packed React door renders and hydrates in React ${React.version}`)
process.exit(0)
