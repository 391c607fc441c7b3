/** The status page: outages first, then every other site; without scripts. */
import { html } from 'hono/html'
import { type StateCode, stateCodes, states } from '../../contract/states.ts'
import type { StatusSite } from './known-sites.ts'
import { type Markup, moment, siteTable } from './site-rows.ts'
import { words } from './texts.ts'

/** Which sites to show. */
export interface StatusFilter {
  state: StateCode | undefined
  tool: string | undefined
  down: boolean
}

/** The content of the page. */
export interface StatusDeps {
  /** The sites that pass the filter. */
  sites: readonly StatusSite[]
  /** All existing states and tools, to choose from. */
  choices: { states: ReadonlySet<StateCode>; tools: readonly string[] }
  /** Whether anything is known at all. */
  isKnown: boolean
  stale: boolean
  filter: StatusFilter
  now: number
}

/** Renders the whole page. Every URL in it is relative, so that it works at any path. */
export function statusHtml(parts: StatusDeps): Markup {
  const { filter } = parts
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="status.css">
</head>
<body>
<header>
<h1>${words.title}</h1>
<p>${words.lead}</p>
<p class="links"><a href="status.json${query(filter)}">${words.json}</a></p>
</header>
<main>
${filterForm(parts)}
<p id="summary">${summary(parts)}</p>
${lists(parts)}
</main>
</body>
</html>
`
}

function filterForm({ choices, filter }: StatusDeps): Markup {
  const offered = stateCodes.filter((code) => choices.states.has(code) || code === filter.state)
  const tools =
    filter.tool === undefined || choices.tools.includes(filter.tool) ? choices.tools : [filter.tool, ...choices.tools]
  return html`<form method="get" action="status" aria-label="${words.filter.legend}">
<div><label for="state">${words.filter.state}</label><select id="state" name="state">${option('', words.filter.allStates, filter.state === undefined)}${offered.map((code) => option(code, states[code], code === filter.state))}</select></div>
<div><label for="tool">${words.filter.tool}</label><select id="tool" name="tool">${option('', words.filter.allTools, filter.tool === undefined)}${tools.map((tool) => option(tool, tool, tool === filter.tool))}</select></div>
<div class="box"><input type="checkbox" id="down" name="down" value="1"${filter.down ? html` checked` : ''}><label for="down">${words.filter.down}</label></div>
<button type="submit">${words.filter.show}</button>
</form>`
}

const option = (value: string, text: string, chosen: boolean) =>
  html`<option value="${value}"${chosen ? html` selected` : ''}>${text}</option>`

function summary({ sites, isKnown }: StatusDeps): string {
  if (!isKnown) return words.nothing
  if (sites.length === 0) return words.noMatch
  const down = sites.filter(({ up }) => up === false).length
  const refused = sites.filter((site) => site.refused !== undefined).length
  const unknown = sites.filter(({ up }) => up === undefined).length - refused
  return words.summary({ all: sites.length, down, unknown, refused })
}

function lists({ sites, isKnown, stale, filter, now }: StatusDeps): Markup {
  if (!isKnown) return html``
  const down = sites.filter(({ up }) => up === false)
  const others = sites.filter(({ up }) => up !== false)
  return html`<p class="note">${words.asOf} ${moment(new Date(now).toISOString())}.${stale ? html` <strong>${words.stale}</strong>` : ''}</p>
<section><h2 id="down-heading">${words.down.heading}</h2>
${down.length === 0 ? html`<p>${words.down.none}</p>` : siteTable(down, 'down-heading', now)}
</section>
${
  filter.down || others.length === 0
    ? ''
    : html`<section><h2 id="others-heading">${words.others.heading}</h2>
${siteTable(others, 'others-heading', now)}
</section>`
}`
}

function query({ state, tool, down }: StatusFilter): string {
  const parameters = new URLSearchParams({
    ...(state !== undefined && { state }),
    ...(tool !== undefined && { tool }),
    ...(down && { down: '1' }),
  })
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}
