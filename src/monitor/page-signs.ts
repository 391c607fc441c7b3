/** Challenges for browsers, parked domains and maintenance pages, with any status: it alone tells little. */
import type { ReplyHeaders } from './fetch-page.ts'

export interface BlockPage {
  /** `challenge`: whether a voter gets in is unknown. `absent`: a voter does not find the site. */
  kind: 'challenge' | 'absent'
  name: string
}

/** Headers that firewalls send with a challenge and not with the site's own pages. */
const challengeHeaders = ['cf-mitigated', 'x-amzn-waf-action', 'x-vercel-mitigated', 'x-sucuri-block', 'sg-captcha']

/** What the challenges of firewalls contain. Scripts that a firewall also adds to the site's own pages are no sign. */
const challengeSigns = [
  /_cf_chl_|challenge-form|gokuProps|[?&;]bm-verify=/,
  /captcha-delivery\.com|px-captcha|\/\.well-known\/sgcaptcha\/|sucuri_cloudproxy_js/,
  // In the site's own pages the address has `&ns=`.
  /_Incapsula_Resource(?!\?SWJIYLWA=[\w,-]*&(?:amp;)?ns=)|Incapsula incident ID/,
  /requested URL was rejected|access to this (?:site|service) has been limited|Press (?:&amp;|&|and) Hold/i,
]

const challengeTitle =
  /^\W*(?:just a moment|attention required!|access (?:to this page has been )?denied|are you (?:a )?(?:human|robot|bot)|(?:human|bot|robot|captcha|security|browser) (?:verification|check|checkpoint|challenge)|checking (?:your|the) (?:browser|connection)|verify(?:ing)? (?:that )?you(?:’|')?(?: a)?re (?:a )?human|client challenge|pardon our interruption|ddos[- ](?:protection|guard)|request (?:rejected|blocked)|making sure you|one moment, please|captcha|you (?:have been|are being) (?:blocked|rate limited)|sucuri website firewall|robot or human)/i

/** What the pages of domain sellers and registrars contain. */
const parkedText =
  /(?:this|the) domain (?:name )?(?:is|may be) (?:for sale|parked|available for)|(?:buy|purchase|get) this domain|domain (?:has|is) expired|domain name is parked|domain parking|parked (?:free|domain|page)|sedoparking\.com|parkingcrew\.net|bodis\.com|parklogic\.com|above\.com\/marketplace|afternic\.com|hugedomains\.com|dan\.com\/buy-domain|undeveloped\.com|\/\/sedo\.com|parking-lander|window\.park\s*=|window\.location(?:\.href)?\s*=\s*["']\/lander|related searches[^<]{0,80}domain/i

const sellerHosts =
  /(?:^|\.)(?:hugedomains|sedo|sedoparking|afternic|dan|undeveloped|bodis|parkingcrew|above|buydomains|domainmarket)\.(?:com|net)$/

/** Titles of the pages that a web server or a hosting company shows when there is no site. */
const noSiteTitle =
  /^\W*(?:welcome to (?:nginx|openresty|centos|caddy)|(?:apache2?|nginx|iis) .{0,40}(?:default|test) page|test page for|iis (?:windows server|7|8|10)|it works!|index of \/|account suspended|site not found|website (?:not found|suspended)|default web ?(?:site )?page|web server(?:’|')s default page|plesk .{0,30}page|domain default page)/i

const errorTitle =
  /^\W*(?:error:? )?(?:404|410|500|501|502|503|504)\b|^\W*(?:service (?:temporarily )?unavailable|bad gateway|gateway time-?out|page not found|not found|internal server error|server error|runtime error|application error|error establishing a database connection|database error)/i

const maintenanceText =
  /\b(?:(?:down|closed|offline|unavailable) (?:\w+ ){0,4}for (?:\w+ ){0,4}maintenance|(?:is|are|currently|now) (?:\w+ ){0,3}(?:undergoing|performing|down|offline|unavailable|not available)|under(?:going)? (?:\w+ ){0,3}maintenance|(?:maintenance|outage) (?:in progress|underway|mode|page|break)|temporarily (?:\w+ ){0,2}(?:unavailable|down|offline|closed|out of service)|(?:we(?:’|'|&#39;|&rsquo;)?(?:ll| will) )?be (?:right )?back (?:soon|shortly|online|later)|be right back|(?:currently|is) out of service)|^\W*(?:(?:scheduled|planned|site|system|server|website|emergency|routine) )*(?:maintenance|outage|downtime)\b/i

/** An announcement: the site still works. */
const announcementText = /\bwill (?:\w+ ){0,2}be (?:\w+ ){0,2}(?:down|offline|unavailable|closed|under|undergoing)/i

const maxSearchLength = 200_000
/** A challenge, a parked domain and a maintenance page have fewer characters of text than this; the site itself rarely. */
const maxTextLength = 1_500

/** Returns whether the headers of a response, names in lower case, are those of a challenge. */
export const isChallenge = (headers: ReplyHeaders): boolean =>
  challengeHeaders.some((name) => /\S/.test(String(headers[name] ?? '')))

interface FetchedPage {
  url: URL
  status: number
  headers: ReplyHeaders
  html: string
}

/** Tells from its text what a page is instead of the site; `undefined` when it may be the site. */
export function detectBlockPage({ url, status, headers, html: fullHtml }: FetchedPage): BlockPage | undefined {
  const isBlank = !/\S/.test(fullHtml)
  if (status === 202 && isBlank) return { kind: 'challenge', name: 'empty page' }
  if (status === 200 && isBlank) return { kind: 'absent', name: 'empty page' }
  if (sellerHosts.test(url.hostname)) return { kind: 'absent', name: 'parked domain' }
  if (!/html|^$/i.test(String(headers['content-type'] ?? ''))) return undefined
  const html = fullHtml.slice(0, maxSearchLength)
  const text = extractText(html)
  if (text.length > maxTextLength) return undefined
  const title = extractTitle(html)
  const hasChallengeSign = !isOriginFailure(html) && challengeSigns.some((sign) => sign.test(html))
  if (hasChallengeSign || challengeTitle.test(title)) return { kind: 'challenge', name: 'challenge page' }
  if (status >= 400) return undefined
  if (parkedText.test(html)) return { kind: 'absent', name: 'parked domain' }
  if (noSiteTitle.test(title)) return { kind: 'absent', name: 'page of a server without a site' }
  if (errorTitle.test(title)) return { kind: 'absent', name: 'error page' }
  if (isMaintenance(title, text, html)) return { kind: 'absent', name: 'maintenance page' }
  if (text === '' && !/<(?:script|i?frame|img|svg|object|embed|meta|link|input)\b/i.test(html)) {
    return { kind: status === 202 ? 'challenge' : 'absent', name: 'empty page' }
  }
  return status === 202 && text.length < 200 ? { kind: 'challenge', name: 'nearly empty page' } : undefined
}

/** Imperva says on the same kind of page that the site behind it does not respond: that is no challenge. */
const isOriginFailure = (html: string) => /[?&;]edet=(?!1\d\b)\d/.test(html)

/** A page with a form is in use, whatever it announces. */
function isMaintenance(title: string, text: string, html: string): boolean {
  if (/<(?:form|input|select|textarea)\b/i.test(html) || announcementText.test(text)) return false
  return maintenanceText.test(title) || (text.length < 800 && maintenanceText.test(text))
}

function extractTitle(html: string): string {
  const open = html.search(/<title\b/i)
  if (open < 0) return ''
  const start = html.indexOf('>', open) + 1
  const end = html.indexOf('<', start)
  return start === 0 ? '' : collapseSpaces(html.slice(start, end < 0 ? start + 300 : Math.min(end, start + 300)))
}

/** Returns what a page says, its title included and without scripts and styles. Takes time in proportion to the page. */
function extractText(html: string): string {
  const low = html.toLowerCase()
  const parts: string[] = []
  for (let position = 0; ; ) {
    const open = low.indexOf('<', position)
    parts.push(html.slice(position, open < 0 ? undefined : open))
    if (open < 0) break
    const closing = closingTags.find(([start]) => low.startsWith(start, open))?.[1] ?? '>'
    const end = low.indexOf(closing, open)
    if (end < 0) break
    position = end + closing.length
  }
  return collapseSpaces(parts.join(' '))
}

const closingTags = [
  ['<script', '</script>'],
  ['<style', '</style>'],
  ['<template', '</template>'],
  ['<!--', '-->'],
] as const

const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
