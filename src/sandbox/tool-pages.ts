/** Pages that stand in for a state's own tools: nobody's demo may send fictional voters or checks to a real one. */
import { Hono } from 'hono'
import { isStateCode, type StateCode, states } from '../contract/states.ts'
import type { Env } from './context.ts'
import { civicFields } from './data/civic-fields.ts'
import { civicOfficialUrls } from './data/civic-official-urls.ts'
import { civicRegions, regionalField } from './data/civic-regions.ts'
import type { OfficialAddress } from './data/civic-state-data.ts'
import { escapeHtml } from './message.ts'
import { framed } from './page.ts'
import { notFound } from './service-answers.ts'

/** The address of the page that stands in for a real one, for example `…/state-site/TN/gov_tool_verify`. */
export function toolPage(publicUrl: string, { state, slug, region }: OfficialAddress): string {
  const address = `${publicUrl}/state-site/${state}/${slug}`
  return region === undefined ? address : `${address}/${encodeURIComponent(region)}`
}

/** The pages: one for each address that the data knows, and no others. */
export function toolPages(): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/state-site/:state/:slug', (c) => page(c.req.param('state'), c.req.param('slug')))
  app.get('/state-site/:state/:slug/:region', (c) =>
    page(c.req.param('state'), c.req.param('slug'), c.req.param('region')),
  )
  return app
}

function page(state: string, slug: string, region?: string): Response {
  if (!isStateCode(state)) return notFound()
  if (region === undefined ? !Object.hasOwn(civicOfficialUrls[state], slug) : !hasRegion(state, slug, region)) {
    return notFound()
  }
  const place = region === undefined ? states[state] : `${region}, ${states[state]}`
  const about = civicFields.find((field) => field.slug === slug)?.description ?? slug
  return framed({
    title: `${place}: ${about}`,
    banner: `This is not a site of ${place}. Nothing is looked up or sent here.`,
    body: `<p>The real address is in the field <code>${escapeHtml(slug)}</code>. You have got here, so the link works.</p>`,
  })
}

function hasRegion(state: StateCode, slug: string, region: string): boolean {
  const regions: Record<string, Record<string, string>> = civicRegions
  return slug === regionalField && Object.hasOwn(regions[states[state]] ?? {}, region)
}
