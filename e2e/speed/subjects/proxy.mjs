/** The proxy: our BFF with everything on beside proxies that only pass on, before the same upstream, one core each. */
import { memory, pinning } from '../harness/child.mjs'
import { ratios, rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { measuring, warmUp } from '../harness/work.mjs'
import { direct, startBff, startLoad, startNginx, startProxy, startUpstream, versions } from '../servers/proxies.mjs'

const names = {
  direct: 'straight to the upstream',
  nginx: 'nginx proxy_pass, keep-alive',
  raw: 'raw node:http pass-through',
  memory: 'the BFF, everything on, in memory',
  disk: 'the BFF, everything on, on disk',
  fastify: '@fastify/http-proxy',
  express: 'Express + http-proxy-middleware',
}
const ours = ['memory', 'disk']
const levels = [1, 50, 250]

/**
 * Measures the proxies.
 *
 * @param full longer rounds, more of them, and a million requests for the BFF's memory
 * @param log says what is being done
 */
export async function measure({ full, log }) {
  const seconds = full ? 3 : 0.4
  const count = full ? 5 : 2
  const upstream = await startUpstream()
  const load = await startLoad()
  const subjects = {}
  try {
    const nginx = await startNginx(upstream)
    if (nginx !== undefined) subjects.nginx = nginx
    subjects.raw = await startProxy('raw.mjs', upstream)
    subjects.memory = await startBff(upstream, { inFlight: 256 })
    subjects.disk = await startBff(upstream, { disk: true, inFlight: 256 })
    subjects.fastify = await startProxy('fastify.mjs', upstream)
    subjects.express = await startProxy('express.mjs', upstream)
    log('warming up')
    for (const subject of Object.values(subjects)) {
      await warmUp(load, subject, full ? { requests: 30_000, seconds: 20 } : { requests: 4_000, seconds: 5 })
    }
    const once = measuring(load, upstream)
    const results = {}
    for (const connections of levels) {
      log(`${connections} connections`)
      const all = { direct: direct(upstream), ...subjects }
      results[connections] = await rounds(all, full || connections < 250 ? count : 1, (subject, name) =>
        once(subject, name, { connections, seconds }),
      )
    }
    const rss = Object.fromEntries(Object.entries(subjects).map(([name, { child }]) => [name, memory(child.pid)]))
    const half = {}
    for (const name of ours) {
      const rate = spread(results[50][name].map(({ perSecond }) => perSecond)).median / 2
      half[name] = { rate, ...(await once(subjects[name], name, { connections: 64, seconds: full ? 20 : 1.5, rate })) }
    }
    const million = full ? await aMillion(subjects.memory, load, log) : undefined
    return report({ results, rss, million, half, seconds, count, full })
  } finally {
    for (const subject of Object.values(subjects)) await subject.stop()
    await load.stop()
    await upstream.stop()
  }
}

/** The BFF's memory after a million requests; `undefined` where they would take longer than a quarter of an hour. */
async function aMillion({ port, template, check, child }, load, log) {
  let done = 0
  const until = performance.now() + 900_000
  while (done < 1_000_000) {
    if (performance.now() > until) return undefined
    done += (await load.run({ port, template, check, connections: 50, seconds: 20 })).answered
    log(`${done} requests, ${memory(child.pid)?.toFixed(0)} MiB`)
  }
  return memory(child.pid)
}

function report({ results, rss, million, half, seconds, count, full }) {
  const of = (level, name, key) => spread(results[level][name].map((result) => result[key]))
  const beside = (mine, theirs) => spread(ratios(results[50][mine], results[50][theirs], ({ perSecond }) => perSecond))
  const work = (name) => spread(ratios(results[50].raw, results[50][name], ({ micros }) => micros))
  const added = (name) => spread(results[1][name].map(({ p50 }, round) => p50 - results[1].direct[round].p50))
  const rows = Object.keys(results[50]).map((name) => ({
    name: names[name],
    ours: ours.includes(name),
    cells: {
      ...Object.fromEntries(
        levels.flatMap((level) => [
          [`rate${level}`, of(level, name, 'perSecond')],
          [`p50_${level}`, of(level, name, 'p50')],
          [`p99_${level}`, of(level, name, 'p99')],
        ]),
      ),
      ...(name !== 'direct' && {
        micros: of(50, name, 'micros'),
        ratio: beside(name, 'raw'),
        work: work(name),
        added: added(name),
        rss: rss[name],
      }),
    },
  }))
  const hasNginx = 'nginx' in results[50]
  const used = Object.entries(versions()).map(([name, version]) => `${name} ${version}`)
  return {
    title: 'A proxy in front of the same upstream: POST a registration, 1.5 kB come back',
    notes: [
      `${count} rounds of ${seconds} s for each number of connections${full ? '' : ' (of 250 one)'}, interleaved; ${pinning}.`,
      'The BFF checks the body field by field, counts limits, makes the receipt of consent, keeps the key of the form, seals the events, logs and counts; the others only pass on and add the key. Its limits are counted but never reached, and its room for calls under way is widened to 256.',
      '"By processor time" compares what each request costs; it hardly changes when the machine is busy, requests a second do.',
      hasNginx
        ? 'What loads nginx is hardly faster than nginx itself: its requests a second are a lower bound.'
        : 'nginx is not installed here, so its row is left out. On Debian, as root: apt-get install nginx-light',
      `Versions: ${used.join(', ')}.`,
    ],
    tables: [
      {
        title: 'Requests a second',
        columns: [
          ...levels.map((level) => ({
            key: `rate${level}`,
            label: `${level} connection${level === 1 ? '' : 's'}`,
            digits: 0,
            chart: level === 50,
          })),
          { key: 'ratio', label: '× raw node:http at 50', digits: 2 },
          { key: 'micros', label: 'µs of processor time each', digits: 0, chart: true },
          { key: 'work', label: '× raw by processor time', digits: 2 },
          { key: 'rss', label: 'memory, MiB', digits: 0 },
        ],
        rows,
      },
      {
        title: 'Milliseconds until the answer',
        columns: [
          ...levels.flatMap((level) => [
            { key: `p50_${level}`, label: `p50 at ${level}`, digits: 2 },
            { key: `p99_${level}`, label: `p99 at ${level}`, digits: 2 },
          ]),
          { key: 'added', label: 'added to p50 at 1', digits: 3, chart: true },
        ],
        rows,
      },
    ],
    bars: [
      ...ours.flatMap((name) => [
        {
          says: `${names[name]}: requests/s at 50 connections, × raw node:http`,
          value: beside(name, 'raw'),
          least: 0.6,
        },
        { says: `${names[name]}: the same, × @fastify/http-proxy`, value: beside(name, 'fastify'), least: 1.5 },
        {
          says: `${names[name]}: the same, × Express + http-proxy-middleware`,
          value: beside(name, 'express'),
          least: 2.5,
        },
        { says: `${names[name]}: ms added to p50 over direct at one connection`, value: added(name), most: 0.5 },
        {
          says: `${names[name]}: p99 in ms at half capacity (${Math.round(half[name].rate)}/s)`,
          value: half[name].p99,
          most: 3,
        },
      ]),
      { says: 'the BFF, in memory: MiB after 10⁶ requests (--full)', value: million, most: 150 },
    ],
  }
}
