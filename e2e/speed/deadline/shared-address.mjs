/** Voters behind one IPv4 address, of a campus or a carrier: most are simulated, some use the real form in a real browser on
 *  a slow phone and compute a proof of work. */
import { bffHeaders, bffPaths } from 'voter-registration/contract'
import { spread } from '../harness/statistics.mjs'
import { nextVoter } from '../harness/voters.mjs'
import { buildPages } from '../pages/build-pages.mjs'
import { voter } from '../pages/fields.mjs'
import { startPages } from '../pages/start-pages.mjs'
import { subjects } from '../pages/subjects.mjs'
import { realDefaults, startArrivals } from '../servers/start-servers.mjs'

const doors = ['script', 'react', 'hosted']
const inBrowsers = 20
/** Number of registrations that need no proof of work. */
const free = 20
/** CPU slowdown of the phone relative to this machine. */
const slower = 4

/** Measures it. VOTERS_BEHIND_ONE: number of voters (200; 1,000 in the full run); the highest difficulty is reached at 160. */
export async function measure({ full, log }) {
  const count = Number(process.env.VOTERS_BEHIND_ONE ?? (full ? 1_000 : 200))
  const pages = await startPages({ build: () => buildPages(['script', 'react']), bff: { env: realDefaults } })
  const program = await startArrivals()
  const began = performance.now()
  try {
    const visits = async (number, address, what) => {
      const all = []
      for (let each = 0; each < number; each++) {
        const door = doors[each % doors.length]
        log(`${what}: ${door}`)
        all.push({ door, ...(await visit(pages, door, address)) })
      }
      return all
    }
    const calm = await visits(doors.length, undefined, 'calm')
    const request = await requestOf(pages)
    const sent = []
    const send = async (voters, rate) =>
      sent.push(await program.run({ ...request, from: 'one', solves: true, rate, seconds: voters / rate }))
    await send(free, 20)
    const first = await visits(inBrowsers - doors.length, shared, 'first price')
    log('the others')
    await send(count - free - inBrowsers, 3)
    const dearest = await visits(doors.length, shared, 'highest price')
    return report({ calm, first, dearest, sent, count, seconds: (performance.now() - began) / 1000 })
  } finally {
    await program.stop()
    await pages.close()
  }
}

/** The address that arrivals.mjs uses for `one`. */
const shared = '203.0.113.7'

async function requestOf({ bff, site }) {
  const settings = await fetch(`${bff.said}${bffPaths.settings}`, { headers: { connection: 'close' } })
  const { wording } = await settings.json()
  const headers = {
    origin: site.url,
    'content-type': 'application/json',
    [bffHeaders.consentVersion]: wording.en.version,
  }
  return {
    port: Number(new URL(bff.said).port),
    request: { path: bffPaths.registrations, headers, key: bffHeaders.idempotencyKey },
  }
}

/** Runs one voter: returns whether the answer arrived, the time of the proof, and the longest block of the main thread. */
async function visit({ browser, site }, door, address) {
  const own = nextVoter()
  const { email, phone } = JSON.parse(own.body)
  const headers = { 'x-forwarded-for': address ?? own.address }
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, extraHTTPHeaders: headers })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const subject = subjects[door]
    await page.goto(site.url + subject.address)
    await page.locator(subject.first).first().waitFor()
    await page.waitForLoadState('networkidle')
    await subject.fill(page, { ...voter, email, phone })
    await page.evaluate(watchPauses)
    await subject.send(page)
    await page.locator('[data-step="answer"], [data-step="not-sent"], [data-step="may-have-been-sent"]').waitFor()
    const step = await page.locator('[data-step]').first().getAttribute('data-step')
    return { step, ...(await page.evaluate(readProof)) }
  } finally {
    await context.close()
  }
}

/** Runs inside the page: records when the main thread was free. */
function watchPauses() {
  globalThis.free = [performance.now()]
  setInterval(() => globalThis.free.push(performance.now()), 4)
}

/** Runs inside the page: returns the time from the BFF's challenge to the request with the proof. */
function readProof() {
  const asked = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/registrations'))
  const [first, second] = asked
  if (second === undefined) return { isAsked: false }
  const times = globalThis.free.filter((time) => time >= first.responseEnd && time <= second.startTime)
  const pauses = times.slice(1).map((time, index) => time - times[index])
  return { isAsked: true, proof: second.startTime - first.responseEnd, pause: Math.max(0, ...pauses) }
}

function report({ calm, first, dearest, sent, count, seconds }) {
  const browsers = [...first, ...dearest]
  const answered =
    browsers.filter(({ step }) => step === 'answer').length + sent.reduce((sum, run) => sum + run.answered, 0)
  const proofs = (visits, door) =>
    spread(visits.filter((one) => one.isAsked && (door === undefined || one.door === door)).map(({ proof }) => proof))
  const pause = spread(browsers.filter(({ isAsked }) => isAsked).map((one) => one.pause))
  const says = `${count} voters behind one IPv4 address`
  return {
    figures: [
      { says: `${says}: accepted, %`, value: (answered / count) * 100, min: 100 },
      {
        says: 'a calm day: forms that were asked for a proof, or not answered',
        value: calm.filter(({ isAsked, step }) => isAsked || step !== 'answer').length,
        max: 0,
      },
      {
        says: `a proof at the first price, ${slower} × less processor: ms`,
        value: proofs(first),
        max: 2_000,
      },
      {
        says: `a proof at the first price, ${slower} × less processor, and its time × ${slower} once more: ms`,
        value:
          proofs(first) && Object.fromEntries(Object.entries(proofs(first)).map(([key, ms]) => [key, ms * slower])),
        max: 2_000,
      },
      {
        says: 'while a proof is computed: the longest for which the page does nothing else, ms',
        value: pause,
        max: 200,
      },
    ],
    notes: [
      `One address: ${count} voters within ${seconds.toFixed(0)} s, of the ten minutes in which they are counted together; ${browsers.length} of them with the real form in Chromium (${doors.join(', ')}), the others by a program that computes the same proof. VOTERS_BEHIND_ONE=1000 takes them all.`,
      `Proofs in the page, ${slower} × less processor, median (least to most), ms: ${doors.map((door) => `${door} ${range(proofs(first, door))} at the first price, ${range(proofs(dearest, door))} at the highest`).join('; ')}. Chromium slows the page, but not the threads on which it derives keys: so the time once more × ${slower} stands beside it. Computing begins when the form has been sent: typing is over.`,
    ],
  }
}

const range = (values) =>
  values === undefined ? '–' : `${values.median.toFixed(0)} (${values.min.toFixed(0)} to ${values.max.toFixed(0)})`
