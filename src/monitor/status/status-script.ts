/** The status page's script: shows times in the reader's time zone, and refreshes the page while it is visible. */
export const statusScript = `'use strict'
const language = document.documentElement.lang
const box = document.getElementById('live')
document.getElementById('live-box').hidden = false

function tellTimes() {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  for (const time of document.querySelectorAll('time')) time.textContent = format.format(new Date(time.dateTime))
}

async function renew() {
  if (!box.checked || document.visibilityState !== 'visible') return
  const answer = await fetch(location.href, { cache: 'no-cache', credentials: 'same-origin' })
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const before = document.getElementById('sites')
  const next = page.getElementById('sites')
  if (next === null) return
  const focused = before.contains(document.activeElement) ? document.activeElement.id : ''
  const opened = [...before.querySelectorAll('details[open]')].map(({ id }) => id)
  before.replaceChildren(...next.childNodes)
  for (const id of opened) document.getElementById(id)?.setAttribute('open', '')
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true })
  const said = document.getElementById('summary')
  const says = page.getElementById('summary').textContent
  // Said aloud only when it is something new.
  if (said.textContent !== says) said.textContent = says
  tellTimes()
}

tellTimes()
setInterval(() => renew().catch(() => undefined), Number(document.body.dataset.renew) * 1000)
document.addEventListener('visibilitychange', () => renew().catch(() => undefined))
`
