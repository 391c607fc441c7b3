/** `voter-registration-server link`: links that say where a voter came from, and a sheet with their QR codes to print. */
import { writeFile } from 'node:fs/promises'
import { html, raw } from 'hono/html'
import { cleanTracking, trackingNames } from '../../contract/campaign.ts'
import type { QrCode } from '../../contract/civic-data/state-facts.ts'
import { ownNameProblem } from '../config/check-values.ts'
import { maxQrCodeUrl, qrCode } from '../qr-code.ts'
import { createTask } from './create-task.ts'
import { table } from './table.ts'

/** A link, with the value that it carries. */
interface NamedLink {
  value: string
  url: string
  /** `undefined` for a link that is too long for one. */
  code: QrCode | undefined
}

/** Runs `link`; see `Task`. */
export const linkTask = createTask('voter-registration-server link', {
  summary: 'a link for each source, and with --to a sheet with their QR codes to print',
  details: `The page is the one with the form: the hosted page, or a page of yours whose element has tracking-from-url. What a link
carries is in your events, in the receipts, and in "counts".`,
  words: 'PAGE SOURCE…',
  flags: {
    name: {
      type: 'string',
      value: 'NAME',
      what: 'the parameter that carries it: source, utm_campaign or one of ATTRIBUTION_PARAMS such as shift; default: source',
    },
    campaign: { type: 'string', value: 'TEXT', what: 'utm_campaign of every link' },
    partner: { type: 'string', value: 'NAME', what: 'the partner whose form it is, as the hosted page names it' },
    to: { type: 'string', value: 'FILE', what: 'writes the sheet (HTML), one page of paper for each source' },
  },
  async run([page = '', ...sources], { name = 'source', campaign, partner, to }, _env, { out, note }) {
    const address = URL.canParse(page) ? new URL(page) : undefined
    if (address === undefined || !/^https?:$/.test(address.protocol))
      return `PAGE is not the address of a page, such as https://vote.example.org/register, got "${page}".`
    const isOurs = trackingNames.some((known) => known === name)
    const problem = isOurs ? undefined : ownNameProblem(name)
    if (problem !== undefined) return `--name ${problem}.`
    if (name === 'utm_campaign' && campaign !== undefined)
      return '--name utm_campaign carries the campaign: leave out --campaign.'
    const all = [...sources, ...(campaign === undefined ? [] : [campaign])]
    const refused = all.find((value) => cleanTracking(['value'], { value }) === undefined)
    if (refused !== undefined)
      return `"${refused}" would be dropped: up to 100 letters, digits and plain signs, and nothing like an address or a phone number.`
    const links = sources.map((value): NamedLink => {
      const url = new URL(address)
      if (partner !== undefined) url.searchParams.set('partner', partner)
      if (campaign !== undefined) url.searchParams.set('utm_campaign', campaign)
      url.searchParams.set(name, value)
      return { value, url: url.href, code: qrCode(url.href) }
    })
    const long = to === undefined ? undefined : links.find(({ code }) => code === undefined)
    if (long !== undefined)
      return `The link of "${long.value}" has ${long.url.length} characters; a QR code has at most ${maxQrCodeUrl}.`
    out(
      table(
        [name, 'link'],
        links.map(({ value, url }) => [value, url]),
      ),
    )
    if (to !== undefined) await writeFile(to, String(await sheet(links)))
    if (!isOurs) note(`The server keeps "${name}" with ATTRIBUTION_PARAMS=${name}.\n`)
    return 0
  },
})

function sheet(links: readonly NamedLink[]) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Links with QR codes</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
${links.map(({ value, code }) => code && section(value, code))}
</main>
</body>
</html>
`
}

function section(value: string, { url, size, path }: QrCode) {
  // A code needs a margin of four modules.
  return html`<section>
<h1>${value}</h1>
<svg role="img" aria-label="QR code of the link" viewBox="-4 -4 ${size + 8} ${size + 8}"><path d="${path}"/></svg>
<p><a href="${url}">${url}</a></p>
</section>
`
}

const style = `body{font:1.25rem/1.4 system-ui,sans-serif;margin:1.5rem;background:#fff;color:#000;text-align:center}
section{break-after:page;break-inside:avoid}
section:last-child{break-after:auto}
svg{width:min(80vw,14cm);height:auto;shape-rendering:crispEdges}
p{overflow-wrap:anywhere}
a{color:inherit}`
