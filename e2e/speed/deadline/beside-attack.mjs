/** Ordinary voters during attacks by programs: a flood from one network, many pages for one address, idle connections. */
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { bffPaths } from 'voter-registration/contract'
import { realDefaults, startArrivals, startBff, startUpstream } from '../servers/start-servers.mjs'

const ordinary = { rate: 20 }
/** Response time of the service, in milliseconds: with the usual 400 ms, the BFF's own share would not be visible. */
const serviceMs = 0

/** Measures the three attacks. */
export async function measure({ full }) {
  const seconds = full ? 30 : 12
  const upstream = await startUpstream(serviceMs)
  const voters = await startArrivals()
  const program = await startArrivals()
  const servers = []
  const aBff = async (env) => {
    const bff = await startBff(upstream, { env: { ...realDefaults, ...env } })
    servers.push(bff)
    return bff
  }
  try {
    const bff = await aBff({})
    const by = { port: bff.port, request: bff.request }
    const page = { port: bff.port, request: { path: bffPaths.page, headers: pageHeaders(bff) } }
    await voters.run({ ...by, ...ordinary, seconds: 5 })
    const calm = await voters.run({ ...by, ...ordinary, seconds })
    const [flooded, flood] = await Promise.all([
      voters.run({ ...by, ...ordinary, seconds }),
      program.run({ ...by, rate: 50, seconds, from: 'network' }),
    ])
    const pages = {}
    pages.calm = await voters.run({ ...page, method: 'GET', ...ordinary, seconds: seconds / 2 })
    for (const method of ['GET', 'POST']) {
      const many = {
        ...page,
        method,
        rate: 200,
        seconds,
        from: 'one',
        request: { ...page.request, body: 'firstName=Ada' },
      }
      const [sent, seen, asked] = await Promise.all([
        voters.run({ ...by, ...ordinary, seconds }),
        // A separate process, so that ordinary voters request pages at the same time.
        viewersOf(page, seconds),
        program.run(many),
      ])
      pages[method] = { sent, seen, asked }
    }
    const idle = await idleConnections(await aBff({ TRUST_PROXY_HOPS: '0', HOST: '0.0.0.0' }), voters)
    return report({ calm, flooded, flood, pages, idle, seconds })
  } finally {
    for (const server of servers) await server.stop()
    await Promise.all([voters.stop(), program.stop(), upstream.stop()])
  }
}

const pageHeaders = ({ request }) => ({
  ...request.headers,
  'content-type': 'application/x-www-form-urlencoded',
  'accept-encoding': 'gzip',
})

async function viewersOf(page, seconds) {
  const viewers = await startArrivals()
  try {
    return await viewers.run({ ...page, method: 'GET', ...ordinary, seconds })
  } finally {
    await viewers.stop()
  }
}

/** Opens 2,000 connections from this machine's network address; voters use the loopback, which is a different address. */
async function idleConnections({ port, request }, voters) {
  const own = Object.values(networkInterfaces())
    .flat()
    .find(({ family, internal }) => family === 'IPv4' && !internal)
  if (own === undefined) return undefined
  const sockets = []
  for (let each = 0; each < 2_000; each++) {
    const socket = connect({ host: own.address, port })
    socket.on('error', () => socket.destroy())
    sockets.push(socket)
    if (each % 200 === 199) await pause(50)
  }
  const open = () => sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length
  for (let tries = 0; tries < 50 && open() > 50; tries++) await pause(100)
  const held = open()
  const result = await voters.run({ port, request, rate: 12, seconds: 1 })
  for (const socket of sockets) socket.destroy()
  return { held, answered: result.answered }
}

function report({ calm, flooded, flood, pages, idle, seconds }) {
  const refused = ({ voters }) => voters.length - voters.filter(({ outcome }) => outcome === 'answered').length
  const let429 = ({ asked }) => asked.statuses[200] ?? 0
  return {
    figures: [
      { says: 'attack from a /48 at 50/s beside 20 voters/s: voters refused', value: refused(flooded), max: 0 },
      { says: 'attack from a /48 at 50/s beside 20 voters/s: p50, × calm', value: flooded.p50 / calm.p50, max: 2 },
      ...['GET', 'POST'].flatMap((method) => [
        {
          says: `${method} /form at 200/s from one address: p50 of voters who register, × calm`,
          value: pages[method].sent.p50 / calm.p50,
          max: 2,
        },
        {
          says: `${method} /form at 200/s from one address: p50 of voters who open the page, × calm`,
          value: pages[method].seen.p50 / pages.calm.p50,
          max: 2,
        },
      ]),
      { says: '2,000 idle connections from one address: of 12 voters pass', value: idle?.answered, min: 12 },
    ],
    notes: [
      `Beside programs: ${seconds} s each, a service that answers at once. Calm: p50 ${calm.p50.toFixed(1)} ms to register and ${pages.calm.p50.toFixed(1)} ms to open the page; beside the flood ${flooded.p50.toFixed(1)} ms, beside the pages ${pages.GET.sent.p50.toFixed(1)} ms (GET) and ${pages.POST.sent.p50.toFixed(1)} ms (POST). Of the flood's ${flood.voters.length} registrations ${flood.answered} passed without a proof; of ${pages.GET.asked.voters.length} and ${pages.POST.asked.voters.length} pages ${let429(pages.GET)} and ${let429(pages.POST)} were made.`,
      idle === undefined
        ? 'Idle connections were not measured: this machine has no address but its loopback.'
        : `Of 2,000 connections that one address opened ${idle.held} stayed open.`,
    ],
  }
}
