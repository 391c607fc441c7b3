/** The status page: outages first, then every other site; without scripts. */
import { html } from 'hono/html'
import { type StateCode, stateCodes, states } from '../../contract/states.ts'
import type { StatusSite } from './known-sites.ts'
import { type Markup, renderSiteTable, renderTime } from './site-rows.ts'

const title = 'Status of the states’ voter sites'

export interface StatusDeps {
  sites: readonly StatusSite[]
  choices: ReadonlySet<StateCode>
  isKnown: boolean
  stale: boolean
  state: StateCode | undefined
  nowMs: number
}

/** Renders the whole page. Every URL in it is relative, so that it works at any path. */
export function renderStatusPage(parts: StatusDeps): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="status.css">
</head>
<body>
<header>
<h1>${title}</h1>
<p>Sites where voters register, check their registration and more, as a monitor sees them. A site that is not listed is not known to be up.</p>
<p class="links"><a href="status.json${parts.state === undefined ? '' : `?state=${parts.state}`}">The same as JSON</a></p>
</header>
<main>
${renderFilterForm(parts)}
<p id="summary">${formatSummary(parts)}</p>
${renderLists(parts)}
</main>
</body>
</html>
`
}

function renderFilterForm({ choices, state }: StatusDeps): Markup {
  const listedStates = stateCodes.filter((code) => choices.has(code) || code === state)
  return html`<form method="get" action="status" aria-label="Which sites">
<div><label for="state">State</label><select id="state" name="state">${renderOption('', 'All states', state === undefined)}${listedStates.map((code) => renderOption(code, states[code], code === state))}</select></div>
<button type="submit">Show</button>
</form>`
}

const renderOption = (value: string, text: string, isSelected: boolean) =>
  html`<option value="${value}"${isSelected ? html` selected` : ''}>${text}</option>`

function formatSummary({ sites, isKnown }: StatusDeps): string {
  if (!isKnown) return 'Nothing is known at the moment: the monitor’s data cannot be read, or it has no sites.'
  if (sites.length === 0) return 'No site matches.'
  const downCount = sites.filter(({ up }) => up === false).length
  const blocked = sites.filter((site) => site.blocked_status !== undefined).length
  const unknownCount = sites.filter(({ up }) => up === undefined).length - blocked
  const count = `${sites.length} ${sites.length === 1 ? 'site' : 'sites'}`
  return [
    downCount === 0
      ? `No outage among ${count}.`
      : `${downCount} of ${sites.length} sites ${downCount === 1 ? 'is' : 'are'} down.`,
    ...(blocked > 0 ? [`${blocked} cannot be checked.`] : []),
    ...(unknownCount > 0 ? [`Of ${unknownCount} nothing is known.`] : []),
  ].join(' ')
}

function renderLists({ sites, isKnown, stale, nowMs }: StatusDeps): Markup {
  if (!isKnown) return html``
  const downSites = sites.filter(({ up }) => up === false)
  const otherSites = sites.filter(({ up }) => up !== false)
  return html`<p class="note">As of ${renderTime(new Date(nowMs).toISOString())}.${stale ? html` <strong>The monitor’s data cannot be read at the moment. This is the last that is known.</strong>` : ''}</p>
<section><h2 id="down-heading">Down now</h2>
${downSites.length === 0 ? html`<p>No site is down now.</p>` : renderSiteTable(downSites, 'down-heading', nowMs)}
</section>
${
  otherSites.length === 0
    ? ''
    : html`<section><h2 id="others-heading">All other sites</h2>
${renderSiteTable(otherSites, 'others-heading', nowMs)}
</section>`
}`
}
