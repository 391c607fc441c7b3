/** The upstream of the proxies: answers every registration with the same bytes and counts what it got. On bare sockets, so
 *  that it takes little of the core that it shares with the load. As a program it says its port and answers `count`. */
import { createServer } from 'node:net'
import { servicePaths } from 'voter-registration/contract'
import { answer } from './answer.mjs'

const reply = (status, body) =>
  Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nDate: ${new Date().toUTCString()}\r\n\r\n${body}`,
  )
const answers = {
  registration: reply('200 OK', answer),
  event: reply('201 Created', '{}'),
  none: reply('404 Not Found', '{}'),
}
const pause = Number(process.argv[2] ?? 0)
const count = { registration: 0, event: 0, none: 0, withoutKey: 0 }

const server = createServer({ noDelay: true }, (socket) => {
  let rest
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    rest = rest === undefined ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = rest.latin1Slice(0, end)
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (rest.length < end + 4 + length) return
      rest = rest.length === end + 4 + length ? undefined : rest.subarray(end + 4 + length)
      const what = head.startsWith(`POST ${servicePaths.registration} `)
        ? 'registration'
        : head.startsWith(`POST ${servicePaths.tracking} `)
          ? 'event'
          : 'none'
      count[what]++
      // A registration without its key or its body would be less work than the others do.
      if (what === 'registration' && (length < 200 || !/\r\nauthorization: Basic /i.test(head))) count.withoutKey++
      if (pause > 0) setTimeout(() => socket.write(answers[what]), pause)
      else socket.write(answers[what])
      if (rest === undefined) return
    }
  })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', () => process.send(count))
process.once('disconnect', () => process.exit())
