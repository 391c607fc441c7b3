/** `GET /zips/{prefix}`: the cities of the ZIP codes that begin with the three digits of the prefix. */
import { type Handler, Hono } from 'hono'
import { bffPaths } from '../../contract/routes.ts'
import { isStateCode } from '../../contract/states.ts'
import type { ZipPlace, ZipPlaces } from '../../contract/zip-places.ts'
import { type Env, problem } from '../problem.ts'

/** Creates the route. */
export function zipRoutes(): Hono<Env> {
  return new Hono<Env>().get(`${bffPaths.zips}/:prefix`, zipsRoute)
}

/** Route handler that responds with the known cities; a page may cache them for a day. */
const zipsRoute: Handler<Env> = async (c) => {
  const prefix = c.req.param('prefix') ?? ''
  if (!/^\d{3}$/.test(prefix)) {
    const detail = 'Use the first three digits of a ZIP code, for example /zips/627.'
    return problem(c, { status: 404, code: 'not_found', detail })
  }
  c.header('Cache-Control', 'public, max-age=86400')
  return c.json({ places: await placesOf(prefix) } satisfies ZipPlaces)
}

/** Returns the places of a prefix, by ZIP code; empty when nothing is known. */
async function placesOf(prefix: string): Promise<Record<string, ZipPlace>> {
  // Loaded on demand: most hosts of a handler pay for what is loaded at startup.
  const { zipPlaces } = await import('./data/zip-places.ts')
  const lines = zipPlaces.split('\n').filter((line) => line.startsWith(prefix))
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [state, cities] = [line.slice(3, 5), line.slice(5)]
      return isStateCode(state) ? cities.split(',').flatMap((said) => entriesOf(prefix, state, said)) : []
    }),
  )
}

/** @param said a city and its ZIP codes, as in `Boston 0809` */
function entriesOf(prefix: string, state: ZipPlace['state'], said: string): [zipcode: string, place: ZipPlace][] {
  const [, city = '', endings = ''] = /^(.+) (\d+)$/.exec(said) ?? []
  return (endings.match(/\d\d/g) ?? []).map((ending) => [prefix + ending, { city, state }])
}
