/** The page under test with the script file: the same page as `form.html`, without React. The URL contains the options:
 *  `?props={"apiBase":"…","locale":"es"}&instances=2`; they are set as properties. `further=voter-civic.js` adds another
 *  script tag. */
import type { VoterRegistrationElement } from 'voter-registration/element'
import type { Partner } from './form.tsx'

const parameters = new URLSearchParams(location.search)
const props = JSON.parse(parameters.get('props') ?? '{"apiBase":"http://localhost:8787"}') as object
const told: Partner['told'] = []
const names = ['ready', 'start', 'invalid', 'submit', 'result', 'action', 'track', 'error', 'reset'] as const

const elements = Array.from({ length: Number(parameters.get('instances') ?? 1) }, () => {
  const element = document.createElement('voter-registration')
  for (const name of names) {
    element.addEventListener(`vr-${name}`, ({ detail }: CustomEvent<object>) => told.push({ name, detail }))
  }
  return Object.assign(element, props)
})
document.getElementById('root')?.append(...elements)
for (const name of parameters.getAll('further')) {
  document.head.append(Object.assign(document.createElement('script'), { src: `./element/${name}` }))
}

/** Sets every option again, to new objects with the same content. */
function setAgain(element: VoterRegistrationElement): void {
  Object.assign(element, JSON.parse(JSON.stringify(props)))
}

let rounds = 1
window.partner = {
  told,
  renderAgain: (times) => {
    for (let round = 0; round < times; round++) {
      setTimeout(() => {
        rounds++
        for (const element of elements) setAgain(element)
      }, round * 5)
    }
  },
  rounds: () => rounds,
  react: 'none',
}
