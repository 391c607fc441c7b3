/** 1000 deliberately slow clients, and some that send far too much, while one normal voter keeps registering.
 *  `--seconds` (15) and SOCKETS (1000) set the duration and the number of clients. */
import { fork } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { leaks, quantile, registrar, secondsOr, startBff, startSlowService, verdict } from './parts/system.mjs'

const seconds = secondsOr(15)
const sockets = Number(process.env.SOCKETS ?? 1_000)
const head = 'POST /registrations HTTP/1.1\r\nHost: bff.test\r\nOrigin: https://partner.example\r\n'

const service = await startSlowService(0)
const bff = await startBff(service.url)
const attackers = fork(new URL('parts/attackers.mjs', import.meta.url), [String(bff.port), String(sockets)])
let told = {}
attackers.on('message', (message) => {
  told = message
})

/** Sends one voter after the other, one every `every` milliseconds. */
async function healthy(forSeconds) {
  const one = registrar(bff, 4)
  const times = []
  let failed = 0
  for (const end = Date.now() + forSeconds * 1000; Date.now() < end; ) {
    try {
      const { status, ms } = await one.send()
      times.push(ms)
      if (status !== 200) failed++
    } catch {
      failed++
    }
    await pause(20)
  }
  await one.close()
  return { times, failed }
}

/** Sends a body of 50 MiB; returns how much was accepted and the response. */
function flood(port, headers, chunked) {
  return new Promise((resolve) => {
    const part = Buffer.alloc(64 * 1024, 0x20)
    let sent = 0
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head}${headers}\r\n`)
      const write = () => {
        while (sent < 50 * 2 ** 20 && socket.writable) {
          sent += part.length
          const more = chunked
            ? socket.write(Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')]))
            : socket.write(part)
          if (!more) return
        }
        socket.end()
      }
      socket.on('drain', write)
      write()
    })
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)))
    setTimeout(() => socket.destroy(), 15_000)
  })
}

try {
  await healthy(1)
  const calm = await healthy(3)
  attackers.send('begin')
  await pause(2_000)
  const under = await healthy(seconds)
  const memoryUnder = await bff.memory()
  attackers.kill()

  const before = await bff.memory()
  const key = '\r\nIdempotency-Key: 6f1ed002-ab5f-4b7e-9d6b-4d3f3a2b1c0d\r\n'
  const said = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? flood(bff.port, `Content-Type: application/json\r\nContent-Length: ${50 * 2 ** 20}${key}`, false)
        : flood(bff.port, `Content-Type: application/json\r\nTransfer-Encoding: chunked${key}`, true),
    ),
  )
  const after = await bff.memory()
  const calmP99 = quantile(calm.times, 0.99)
  const p99 = quantile(under.times, 0.99)
  console.log(`
${sockets} slow clients for ${seconds} s: ${told.opened} connections made, ${told.cut} of them cut by the server
healthy voter   alone: ${calm.times.length} registrations, p99 ${calmP99.toFixed(1)} ms
            meanwhile: ${under.times.length} registrations, p99 ${p99.toFixed(1)} ms, ${under.failed} failed
memory ${memoryUnder.toFixed(0)} MiB; ten bodies of 50 MiB: answers ${said.join(' ')}, memory ${before.toFixed(0)} to ${after.toFixed(0)} MiB`)
  const memory = Math.round(Math.max(memoryUnder, after))
  const figures = { seconds, sockets, opened: told.opened, cut: told.cut, calmP99, p99, failed: under.failed, memory }
  const claims = {
    'a healthy voter is never refused': calm.failed + under.failed === 0,
    'its p99 stays below 50 ms': calmP99 < 50 ? p99 < 50 : undefined,
    'no body of 50 MiB is taken: 413, or cut off': said.every((status) => [0, 400, 413].includes(status)),
    'resident memory stays below 200 MiB': Math.max(memoryUnder, after) < 200,
    'the process lives': bff.alive(),
    'nothing leaks into the log': !leaks(bff.output()),
  }
  verdict(claims, figures)
} finally {
  attackers.kill()
  await bff.stop()
  service.close()
}
