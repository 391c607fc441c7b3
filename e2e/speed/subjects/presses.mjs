/** `POST /presses`: a voter has pressed a button. The BFF opens the seal and keeps the press (on disk) or reports it while the
 *  page waits (in memory); the others pass on an event that is not sealed at all. */
import { servicePaths } from 'voter-registration/contract'
import { memory } from '../harness/child.mjs'
import { ratios, rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { measuring, warmUp } from '../harness/work.mjs'
import { browser, startBff, startLoad, startNginx, startProxy, startUpstream } from '../servers/proxies.mjs'

const names = {
  nginx: 'nginx proxy_pass, keep-alive',
  raw: 'raw node:http pass-through',
  memory: 'the BFF, delivered while the page waits',
  disk: 'the BFF, kept on disk first',
  fastify: '@fastify/http-proxy',
  express: 'Express + http-proxy-middleware',
}

/** Measures presses. */
export async function measure({ full, log }) {
  const seconds = full ? 3 : 0.4
  const count = full ? 5 : 2
  const upstream = await startUpstream()
  const load = await startLoad()
  const subjects = {}
  const event = {
    path: servicePaths.tracking,
    headers: browser,
    bodies: ['{"kind":"Register online","ids":[1234567890123,42]}'],
  }
  const passing = (subject) => ({ ...subject, template: event, check: 'none', expect: 201 })
  const pressing = async (subject) => {
    log('collecting presses')
    const bodies = []
    const wanted = full ? 60_000 : 6_000
    for (let tries = 0; bodies.length < wanted && tries < 60; tries++) {
      const { presses } = await load.run({ ...only(subject), connections: 50, seconds: full ? 2 : 1, harvest: wanted })
      bodies.push(...presses.map((press) => JSON.stringify({ press })))
    }
    const headers = { ...browser, 'content-type': 'text/plain' }
    return { ...subject, template: { path: '/presses', headers, bodies }, check: 'none', expect: 202 }
  }
  try {
    const nginx = await startNginx(upstream)
    if (nginx !== undefined) subjects.nginx = passing(nginx)
    subjects.raw = passing(await startProxy('raw.mjs', upstream))
    subjects.memory = await pressing(await startBff(upstream, { inFlight: 256 }))
    subjects.disk = await pressing(await startBff(upstream, { disk: true, inFlight: 256 }))
    subjects.fastify = passing(await startProxy('fastify.mjs', upstream))
    subjects.express = passing(await startProxy('express.mjs', upstream))
    for (const subject of Object.values(subjects)) {
      await warmUp(load, subject, full ? { requests: 30_000, seconds: 20 } : { requests: 2_000, seconds: 3 })
    }
    log('presses')
    const once = measuring(load, upstream, { kind: 'event', late: true })
    const results = await rounds(subjects, count, (subject, name) => once(subject, name, { connections: 50, seconds }))
    const of = (name, key) => spread(results[name].map((result) => result[key]))
    return {
      title: 'A press: POST /presses beside passing an event on',
      notes: [
        `${count} rounds of ${seconds} s, 50 connections. In the BFF the seal is opened (AES-256-GCM), the limit counted, and a press that comes twice is kept once; "on disk" answers when the press is on the disk and delivers it afterwards.`,
        'On disk the processor time holds the deliveries as well.',
      ],
      tables: [
        {
          title: 'Presses a second, 50 connections',
          columns: [
            { key: 'rate', label: 'requests/s', digits: 0, chart: true },
            { key: 'ratio', label: '× raw node:http', digits: 2 },
            { key: 'p50', label: 'p50, ms', digits: 2 },
            { key: 'p99', label: 'p99, ms', digits: 2 },
            { key: 'micros', label: 'µs of processor time each', digits: 0 },
            { key: 'rss', label: 'memory, MiB', digits: 0 },
          ],
          rows: Object.keys(subjects).map((name) => ({
            name: names[name],
            ours: name === 'memory' || name === 'disk',
            cells: {
              rate: of(name, 'perSecond'),
              ratio: spread(ratios(results[name], results.raw, ({ perSecond }) => perSecond)),
              p50: of(name, 'p50'),
              p99: of(name, 'p99'),
              micros: of(name, 'micros'),
              rss: memory(subjects[name].child.pid),
            },
          })),
        },
      ],
      bars: [],
    }
  } finally {
    for (const subject of Object.values(subjects)) await subject.stop()
    await load.stop()
    await upstream.stop()
  }
}

const only = ({ port, template, check }) => ({ port, template, check })
