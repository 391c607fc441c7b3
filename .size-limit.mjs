/** The most bytes of what a page loads: what it has at a release, and 5 % more. Budgets change once per release, in its commit; between
 *  releases a change that needs more removes something. */
import { readFileSync } from 'node:fs'

const scriptFiles = Object.values(JSON.parse(readFileSync('.ci/script-files.json', 'utf8')))

export default [
  ...scriptFiles.map(({ to, budget }) => ({ path: `dist/element/*/${to}`, limit: `${budget} B` })),
  {
    name: 'React door, without React and what loads later',
    path: ['dist/react-door/react.js', 'dist/react-door/shared-*.js'],
    gzip: true,
    limit: '76000 B',
  },
]
