/** The most bytes of what a page loads. Give a reason whenever you raise one. */
import { readFileSync } from 'node:fs'

const scriptFiles = Object.values(JSON.parse(readFileSync('.ci/script-files.json', 'utf8')))

export default [
  ...scriptFiles.map(({ to, budget }) => ({ path: `dist/element/*/${to}`, limit: `${budget} B` })),
  {
    name: 'React door, without React and what loads later',
    path: ['dist/react-door/react.js', 'dist/react-door/shared-*.js'],
    gzip: true,
    limit: '73900 B',
  },
]
