/** Pages for voters and testers: placeholders of states' sites, the page behind the mail link, links of a demo, the front page. */
import { type Context, Hono } from 'hono'
import { civicServicePaths, servicePaths } from '../contract/routes.ts'
import { isStateCode, type StateCode, states } from '../contract/states.ts'
import { escapeHtml, type TokenCheck } from './answer.ts'
import { sandboxKeyId, sandboxKeySecret } from './basic-auth.ts'
import { createScenarioContext, type SandboxContext, type SandboxEnv } from './context.ts'
import { civicFields } from './data/civic-fields.ts'
import { civicOfficialUrls } from './data/civic-official-urls.ts'
import { civicRegions, regionalField } from './data/civic-regions.ts'
import type { OfficialAddress } from './data/civic-state-data.ts'
import { stateFactsOrigin } from './data/states.ts'
import { misbehavior } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { htmlError, notFound } from './service-answers.ts'

export function createPages(context: SandboxContext): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>()
  app.get('/', () => frontPage(context))
  app.get('/_sandbox/page.css', (c) => c.body(pageCss, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get('/_sandbox/terms', () => renderStub('Terms of service', 'Nobody agrees to anything here.'))
  app.get('/_sandbox/privacy', () => renderStub('Privacy policy', 'What you send to the sandbox stays in its memory.'))
  app.get('/_sandbox/official', () =>
    renderStub('The official site', 'Here a voter could register without this service.'),
  )
  app.use('/state-site/:state/*', async (c, next) => getFailure(c, context) ?? next())
  app.get('/state-site/:state', (c) => {
    const state = c.req.param('state')
    return isStateCode(state) ? stateSite(states[state]) : notFound()
  })
  app.get('/state-site/:state/:slug/:region?', (c) => {
    const { state, slug, region } = c.req.param()
    return renderToolPage(state, slug, region)
  })
  app.get('/register-to-vote/resume/', (c) => renderResumePage(c.req.query('token') ?? '', context))
  return app
}

function renderStub(title: string, text: string): Response {
  return renderPage({
    title,
    banner: 'This page replaces a real one. Nobody is registered here.',
    body: `<p>${escapeHtml(text)}</p>`,
  })
}

function stateSite(name: string): Response {
  return renderPage({
    title: `${name}: online voter registration`,
    banner: `This is not ${name}’s site. Nobody is registered here.`,
    body: '<p>The real button opens the state’s registration site. You see this page, so it works.</p>',
  })
}

/** Returns the address of the placeholder page for a real one, for example `…/state-site/TN/gov_tool_verify`. */
export function getToolPageUrl(publicUrl: string, { state, slug, region }: OfficialAddress): string {
  const address = `${publicUrl}/state-site/${state}/${slug}`
  return region === undefined ? address : `${address}/${encodeURIComponent(region)}`
}

function renderToolPage(state: string, slug: string, region?: string): Response {
  if (!isStateCode(state)) return notFound()
  if (region === undefined ? !Object.hasOwn(civicOfficialUrls[state], slug) : !hasRegion(state, slug, region)) {
    return notFound()
  }
  const place = region === undefined ? states[state] : `${region}, ${states[state]}`
  const description = civicFields.find((field) => field.slug === slug)?.description ?? slug
  return renderPage({
    title: `${place}: ${description}`,
    banner: `This is not a site of ${place}. Nothing is looked up or sent here.`,
    body: `<p>The real address is in the field <code>${escapeHtml(slug)}</code>. You see this page, so the link works.</p>`,
  })
}

function hasRegion(state: StateCode, slug: string, region: string): boolean {
  const regions: Record<string, Record<string, string>> = civicRegions
  return slug === regionalField && Object.hasOwn(regions[states[state]] ?? {}, region)
}

function getFailure(c: Context<SandboxEnv>, context: SandboxContext): Response | Promise<Response> | undefined {
  const state = c.req.param('state')
  const fails = isStateCode(state) ? context.downSites.get(state) : undefined
  if (fails === undefined) return undefined
  return fails === 'error'
    ? htmlError(503, 'Service Unavailable')
    : misbehavior[fails]('', createScenarioContext(c, context))
}

/** The page behind the mail link. It shows nothing of the registration: anyone with the link may see it. */
function renderResumePage(token: string, { tokens, clock }: SandboxContext): Response {
  const banner = 'This is not a registration service. Nothing is printed or mailed.'
  return renderPage({ banner, ...resumePages[tokens.check(token, clock.now())] })
}

const resumePages: Readonly<Record<TokenCheck, Omit<Page, 'banner'>>> = {
  good: { title: 'Register by mail', body: '<p>Here you would print your form, sign it and mail it.</p>' },
  expired: {
    status: 410,
    title: 'This link has expired',
    body: '<p>The link worked for one hour. Go back to the form and ask for a new one.</p>',
  },
  wrong: {
    status: 400,
    title: 'This link does not work',
    body: '<p>It is incomplete, or the sandbox has been started again since. Go back to the form and ask for a new one.</p>',
  },
}

function frontPage({ publicUrl, mode }: SandboxContext): Response {
  const rows = scenarios.map(
    ({ name, upstream, voter }) =>
      `<tr><th scope="row"><code>${name}</code></th><td>${escapeHtml(upstream)}</td><td>${escapeHtml(voter)}</td></tr>`,
  )
  return renderPage({
    title: 'The registration service, without a key',
    banner: 'Nobody is registered here. Use fictional people only.',
    body: `<p>This simulates the registration service for development and tests. It runs in
<strong>${mode}</strong> mode, at <code>${escapeHtml(publicUrl)}</code>.</p>
<h2>The key</h2>
<p>Id <code>${sandboxKeyId}</code>, secret <code>${sandboxKeySecret}</code>. It is always the same and opens nothing else.</p>
<h2>What it answers</h2>
<ul>
<li><code>POST ${servicePaths.registration}</code> and <code>POST ${servicePaths.tracking}</code></li>
<li>Civic data: <a href="${civicServicePaths[2].fields}">fields</a> without a key; with it <code>${civicServicePaths[2].state}</code>,
<code>${civicServicePaths[2].overrides}</code> and both of version 1. <a href="/_sandbox/civic">/_sandbox/civic</a>: how it misbehaves</li>
<li><a href="/_sandbox/received">/_sandbox/received</a>: what it has received; <code>DELETE</code> clears it</li>
<li><a href="/_sandbox/scenarios">/_sandbox/scenarios</a>: the table below as JSON</li>
</ul>
<h2>Misbehavior on demand</h2>
<p>Register with the e-mail address <code>anything+slow@example.org</code> to play the scenario <code>slow</code>.</p>
<div class="wide" tabindex="0" role="region" aria-label="Scenarios"><table>
<thead><tr><th scope="col">Scenario</th><th scope="col">What the service does</th><th scope="col">What the voter should see</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
<h2>What it says about states</h2>
<p>Sample data as of ${stateFactsOrigin.as_of}, never guidance for voters.</p>
<ul>
${stateFactsOrigin.source.map((source) => `<li>${escapeHtml(source)}</li>`).join('\n')}
</ul>`,
  })
}

interface Page {
  status?: number
  title: string
  banner: string
  body: string
}

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'no-store',
}

/** Plain HTML without scripts, marked as what it is, kept out of search engines. */
function renderPage({ status = 200, title, banner, body }: Page): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)} · Sandbox</title>
<link rel="stylesheet" href="/_sandbox/page.css">
<link rel="icon" href="data:,">
</head>
<body>
<header><p><strong>SANDBOX</strong> ${escapeHtml(banner)}</p></header>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`
  return new Response(html, { status, headers })
}

const pageCss = `:root { color-scheme: light dark; font: 1.0625rem/1.55 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fff, #14171c); color: light-dark(#1b1f26, #e8eaee); }
header { background: light-dark(#ffe9a8, #4a3a00); color: light-dark(#3d2e00, #ffefc0); border-bottom: 2px solid light-dark(#a87a00, #d9a400); }
header p, main { max-width: 56rem; margin: 0 auto; padding: 0.75rem 1.25rem; }
main { padding-block: 1.5rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; text-wrap: balance; }
h2 { font-size: 1.25rem; margin-top: 2rem; }
a { color: light-dark(#0b57a4, #8ec2ff); }
a:focus-visible { outline: 3px solid; outline-offset: 2px; }
code { font-family: ui-monospace, monospace; font-size: 0.92em; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: 0.95rem; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid light-dark(#d5d9e0, #363c46); }
.wide { overflow-x: auto; }
`
