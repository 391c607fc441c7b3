/** The monitor in a separate process, which receives requests from another one and whose memory is measured. */
import { createMonitor } from 'voter-registration-monitor'

/** The current time of an idle monitor: the end of the history that is generated for it (parts/uptime.mjs). */
const end = Date.UTC(2026, 10, 3)

const { storage, sites, live, origin } = JSON.parse(process.argv[2])
const list = Array.from({ length: sites }, (_, i) => ({ url: `${origin}/${i}`, description: `OH tool ${i}` }))
const monitor = await createMonitor(
  {
    ...storage,
    sites: list,
    allowedNetworks: ['127.0.0.0/8'],
    sentinel: `${origin}/sentinel`,
    intervalSeconds: live ? 5 : 86_400,
    concurrency: 100,
    perHost: 100,
    hostGapSeconds: 0,
  },
  live ? {} : { now: () => end },
)
let most = 0
const note = () => {
  most = Math.max(most, process.memoryUsage.rss())
}
setInterval(note, 100)

/** Handles one of the messages `{ask}`, `{begin}` and `{stop}`. */
async function answer({ ask, begin, stop }) {
  if (begin) {
    monitor.start()
    return { begun: true }
  }
  if (stop) {
    await monitor.close(2_000)
    note()
    return { rss: most / 2 ** 20 }
  }
  const before = performance.now()
  const text = await (await monitor.fetch(new Request(`http://127.0.0.1${ask}`))).text()
  return { took: performance.now() - before, text }
}

process.on('message', (message) => void answer(message).then((said) => process.send(said)))
process.on('disconnect', () => process.exit())
process.send({ ready: true })
