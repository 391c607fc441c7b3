/** Pages that are not the site, beside sites that look a little like one. The responses are raw bytes from a real server. */
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { check } from './check.ts'
import { directRoute } from './egress-route.ts'
import { toUserAgent } from './fetch-page.ts'
import { createSsrfGuard } from './ssrf-guard.ts'
import { type Answer, checkAll, padded, page, type Row, sitePage } from './testing/raw-site.ts'

/** On this machine: nothing leaves it. */
const localCheck = {
  timeoutMs: 20_000,
  isAllowed: createSsrfGuard(['127.0.0.0/8']),
  userAgent: toUserAgent('monitor-test/1 (test@state.example)'),
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
}

/** Sites by what the monitor says of them; each is a {@link Row} without that. */
type Sites = Readonly<Record<string, readonly (readonly [what: string, answer: Answer, mustContain?: string])[]>>

const toRows = (sites: Sites) => Object.entries(sites).flatMap(([is, all]) => all.map((site): Row => [is, ...site]))

const cloudflare = '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>'
const challenge = (name: string, status: number) => `unclear: keeps programs out (${name}, HTTP ${status})` as const
/** Firewalls that test for a browser. */
const challenges: Sites = {
  [challenge('challenge page', 503)]: [
    ['Cloudflare by its header', page('503 Service Unavailable', '', 'Server: cloudflare', 'CF-Mitigated: challenge')],
    ['Cloudflare of old', page('503 Service Unavailable', '<form id="challenge-form"></form>', 'Server: cloudflare')],
    [
      'Imperva, refused',
      page('503 No', '<iframe src="/_Incapsula_Resource?CWUDNSAI=9&edet=15">Incapsula incident ID: 7</iframe>'),
    ],
    ['Akamai, refused', page('503 No', '<TITLE>Access Denied</TITLE>Reference #18.2f', 'Server: AkamaiGHost')],
    ['Sucuri, refused', page('503 No', 'No', 'X-Sucuri-Block: IPBLOCK')],
    ['PerimeterX, to be pressed', page('503 No', '<p>Press &amp; Hold to confirm</p>')],
    ['Wordfence', page('503 No', '<p>Your access to this site has been limited</p>')],
  ],
  [challenge('challenge page', 200)]: [
    ['Cloudflare with 200', page('200 OK', cloudflare)],
    ['AWS WAF by its script', page('200 OK', '<script>window.gokuProps = {}</script>')],
    ['Imperva', page('200 OK', '<script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e"></script>')],
    ['Akamai', page('200 OK', `<meta http-equiv="refresh" content="5; URL='/?bm-verify=AAQ'">`)],
    ['Sucuri', page('200 OK', '<script>var s="sucuri_cloudproxy_js"</script>')],
    ['DataDome with 200', page('200 OK', '<script src="https://ct.captcha-delivery.com/c.js"></script>')],
    ['PerimeterX', page('200 OK', '<div id="px-captcha"></div>')],
    [
      'F5',
      page('200 OK', 'The requested URL was rejected. Please consult with your administrator. Your support ID is: 1'),
    ],
    [
      'Fastly',
      page('200 OK', '<title>Client Challenge</title><script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js"></script>'),
    ],
    ['Imunify360', page('200 OK', '<title>One moment, please...</title><script>wsidchk=1</script>')],
    ['an unknown one', page('200 OK', '<title>Human Verification</title><div id=captcha></div>')],
    ['one where a text must be', page('200 OK', cloudflare), 'Register to vote'],
  ],
  [challenge('challenge page', 202)]: [
    ['AWS WAF', page('202 Accepted', '', 'x-amzn-waf-action: challenge')],
    ['SiteGround', page('202 Accepted', '<meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F">')],
    ['one that contains the text', page('202 OK', sitePage, 'cf-mitigated: challenge'), 'Register to vote'],
  ],
  [challenge('challenge page', 405)]: [['AWS WAF, captcha', page('405 Not Allowed', '', 'x-amzn-waf-action: captcha')]],
  [challenge('challenge page', 500)]: [['Vercel', page('500 No', '', 'x-vercel-mitigated: challenge')]],
  [challenge('challenge page', 501)]: [
    ['an unknown one with 501', page('501 No', '<title>Checking your browser</title>')],
  ],
  [challenge('empty page', 202)]: [['an empty 202', page('202 Accepted', '')]],
  [challenge('nearly empty page', 202)]: [
    ['a 202 with a script alone', page('202 Accepted', '<script src="/x.js"></script>')],
  ],
  up: [
    [
      'a site with Imperva’s script',
      page(
        '200 OK',
        '<div id=root></div><script src="/_Incapsula_Resource?SWJIYLWA=71,9d&ns=1&cb=7"></script><script src=/app.js></script>',
      ),
    ],
    [
      'a site with Cloudflare’s script',
      page('200 OK', `${padded('Register')}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`),
    ],
    [
      'a site that sends a firewall’s header with every page',
      page('200 OK', sitePage, 'X-DataDome: protected', 'x-kpsdk-ct: 0'),
    ],
    ['a site that writes about captchas', page('200 OK', padded('Press &amp; Hold the px-captcha to register.'))],
    ['202 with the text that must be there', page('202 Accepted', '<p>Register to vote</p>'), 'Register to vote'],
  ],
}

/** No voter gets through to the site, whatever the status says. */
const deadSites: Sites = {
  'down: HTTP 503': [
    ['plain 503', page('503 Service Unavailable', '<h1>Service Unavailable</h1>')],
    ['503 of Cloudflare without a challenge', page('503 No', '<title>Error</title>', 'Server: cloudflare')],
    [
      'Akamai without a site behind it',
      page('503 No', '<title>Service Unavailable</title>Service Unavailable - DNS failure', 'Server: AkamaiGHost'),
    ],
    [
      'Imperva without a site behind it',
      page('503 No', '<iframe src="/_Incapsula_Resource?CWUDNSAI=9&amp;edet=8">Incapsula incident ID: 7</iframe>'),
    ],
  ],
  'down: HTTP 500': [['an error page that names a captcha’s vendor at length', page('500 No', padded('px-captcha'))]],
  'down: empty page': [
    ['an empty 200', page('200 OK', '')],
    ['white space', page('200 OK', ' \r\n\t ')],
    ['a page without content', page('200 OK', '<html><head></head><body></body></html>')],
  ],
  'down: parked domain': [
    ['a domain for sale', page('200 OK', '<title>x.example</title><h1>This domain is for sale!</h1>')],
    ['a domain to buy', page('200 OK', '<a href="https://www.afternic.com/forsale/x">Buy this domain</a>')],
    ['a registrar’s page', page('200 OK', '<script>window.park="eyJ1"</script><div></div>')],
    [
      'a registrar’s redirect by script',
      page('200 OK', '<script>window.onload=function(){window.location.href="/lander"}</script>'),
    ],
    ['a domain that has expired', page('200 OK', '<p>The domain has expired. Is this yours? Renew it.</p>')],
  ],
  'down: page of a server without a site': [
    ['a new server', page('200 OK', '<title>Welcome to nginx!</title><h1>Welcome to nginx!</h1>')],
    ['a list of files', page('200 OK', '<title>Index of /</title><a href=x>x</a>')],
    ['an account that is suspended', page('200 OK', '<title>Account Suspended</title>Contact your host.')],
  ],
  'down: error page': [
    ['an error with 200', page('200 OK', '<title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>')],
    ['an error of the program with 200', page('200 OK', '<title>Runtime Error</title><h1>Server Error</h1>')],
  ],
  'down: maintenance page': [
    ['maintenance', page('200 OK', '<title>Scheduled Maintenance</title><p>Thank you for your patience.</p>')],
    [
      'maintenance in a sentence',
      page('200 OK', '<p>The site is currently down for scheduled maintenance. Try again later.</p>'),
    ],
    ['unavailable', page('200 OK', '<h1>Online registration is temporarily unavailable</h1>')],
    ['back soon', page('200 OK', '<title>Elections</title><p>We’ll be back soon!</p>')],
    ['maintenance with 202', page('202 Accepted', '<p>This system is undergoing maintenance.</p>')],
  ],
  'down: mustContain is missing': [['another page', page('200 OK', padded('Elections')), 'Register to vote']],
  up: [
    [
      'an announcement of maintenance',
      page(
        '200 OK',
        '<h1>Register to vote</h1><p>On Sunday the site will be down for maintenance.</p><a href=/go>Start</a>',
      ),
    ],
    ['a page about the maintenance of lists', page('200 OK', `<title>Voter list maintenance</title>${padded('')}`)],
    [
      'a short page about the maintenance of lists',
      page('200 OK', '<title>Voter list maintenance</title><a href=/x>Register</a>'),
    ],
    ['a form under a notice', page('200 OK', '<p>Phone support is currently unavailable.</p><form action=/x></form>')],
    [
      'the text that must be there beside a notice',
      page('200 OK', '<p>Register to vote. Chat is temporarily unavailable.</p>'),
      'Register to vote',
    ],
    ['a page that a script writes', page('200 OK', '<div id=root></div><script src=/app.js></script>')],
    ['a page in brotli', compressed('br', brotliCompressSync(sitePage)), 'Register to vote'],
    ['a page in gzip that was cut off', compressed('gzip', gzipSync(sitePage).subarray(0, -8)), 'Register to vote'],
    ['a page in raw deflate', compressed('deflate', deflateRawSync(sitePage)), 'Register to vote'],
    [
      'a document that is no page',
      page('200 OK', '%PDF-1.7 this domain is for sale').replace('text/html', 'application/pdf'),
    ],
  ],
}

function compressed(encoding: string, bytes: Buffer): Buffer {
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), bytes])
}

it('the monitor calls a challenge page unclear, never up or down', async () => {
  const { found, expected } = await checkAll(toRows(challenges), (site) => check(site, directRoute, localCheck))
  expect(found).toEqual(expected)
})

it('the monitor calls a dead site down, whatever its status', async () => {
  const statuses = [500, 502, 504, 404, 410, 520, 522].map(
    (status): Row => [`down: HTTP ${status}`, `plain ${status}`, page(`${status} No`, 'No')],
  )
  const { found, expected } = await checkAll([...statuses, ...toRows(deadSites)], (site) =>
    check(site, directRoute, localCheck),
  )
  expect(found).toEqual(expected)
})
