/** The page under test with the script file: the same page as `form.html`, without React. The URL contains the options:
 *  `?props={"apiBase":"…","locale":"es"}`; they are set as properties. `further=voter-civic.js` adds another
 *  script tag. */
import type { Partner } from './form.tsx'

const parameters = new URLSearchParams(location.search)
const props = JSON.parse(parameters.get('props') ?? '{"apiBase":"http://localhost:8787"}') as object
const recordedEvents: Partner['events'] = []
const names = ['ready', 'start', 'invalid', 'submit', 'result', 'action', 'track', 'error', 'reset'] as const

const element = document.createElement('voter-registration')
for (const name of names) {
  element.addEventListener(`vr-${name}`, ({ detail }: CustomEvent<object>) => recordedEvents.push({ name, detail }))
}
document.getElementById('root')?.append(Object.assign(element, props))
for (const name of parameters.getAll('further')) {
  document.head.append(Object.assign(document.createElement('script'), { src: `./element/${name}` }))
}

let rounds = 1
window.partner = {
  events: recordedEvents,
  rerender: (times) => {
    for (let round = 0; round < times; round++) {
      setTimeout(() => {
        rounds++
        // Every option again, to new objects with the same content.
        Object.assign(element, JSON.parse(JSON.stringify(props)))
      }, round * 5)
    }
  },
  rounds: () => rounds,
  react: 'none',
}
