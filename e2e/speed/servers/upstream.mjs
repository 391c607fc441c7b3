/** The upstream of the proxies: responds to every registration with the same bytes and counts requests. Uses plain sockets, so
 *  that it needs little of the core that it shares with the load. As a program it reports its port and replies to `count`;
 *  `{ status }` makes it return 429 or 503 from then on (200: as before). After `{ isRecording: true }`, `accepted` returns
 *  the e-mail addresses of the registrations that it accepted, as often as it accepted them. */
import { createServer } from 'node:net'
import { servicePaths } from 'voter-registration/contract'

const instructions = Array.from(
  { length: 8 },
  (_, step) =>
    `${step + 1}. Step ${step + 1} of the sample state: read what it asks for, and have your **ID** at hand.`,
).join('\n')
const button = (name, primary) => ({
  message_text: name,
  primary,
  url: `https://sample.example/${primary ? 'online' : 'mail'}/?token=0123456789abcdef0123456789abcdef`,
  ...(primary && { url_expiry: '2099-01-01T00:00:00Z' }),
  event_tracking: { kind: name, at: 'sample', ids: [1234567890123, 42], version: '1.0', nested: { a: [true, null] } },
})
/** The response to every registration: 1.5 kB, two buttons, each with an event. */
const answer = JSON.stringify({
  message_markdown: `## You are not registered yet\n\n${instructions}\n`,
  buttons: [button('Register online', true), button('Register by mail', false)],
})

const reply = (status, body) =>
  Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nDate: ${new Date().toUTCString()}\r\n\r\n${body}`,
  )
const answers = {
  registration: reply('200 OK', answer),
  event: reply('201 Created', '{}'),
  none: reply('404 Not Found', '{}'),
  429: reply('429 Too Many Requests', '{}'),
  503: reply('503 Service Unavailable', '{}'),
}
let status = 200
let isRecording = false
const accepted = []
const emailIn = (body) => /"email":"([^"]+)"/.exec(body)?.[1]
const pause = Number(process.argv[2] ?? 0)
const count = { registration: 0, event: 0, none: 0, withoutKey: 0, turnedAway: 0 }

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
      const request = rest
      rest = rest.length === end + 4 + length ? undefined : rest.subarray(end + 4 + length)
      const what = head.startsWith(`POST ${servicePaths.registration} `)
        ? 'registration'
        : head.startsWith(`POST ${servicePaths.tracking} `)
          ? 'event'
          : 'none'
      count[what]++
      const isTurnedAway = what === 'registration' && status !== 200
      if (isTurnedAway) count.turnedAway++
      else if (isRecording && what === 'registration')
        accepted.push(emailIn(request.latin1Slice(end, end + 4 + length)))
      // A registration without its key or its body would mean that a proxy did less work than the others.
      if (what === 'registration' && (length < 200 || !/\r\nauthorization: Basic /i.test(head))) count.withoutKey++
      const said = isTurnedAway ? answers[status] : answers[what]
      if (pause > 0 && !isTurnedAway) setTimeout(() => socket.write(said), pause)
      else socket.write(said)
      if (rest === undefined) return
    }
  })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.on('message', (message) => {
  status = message.status ?? status
  isRecording = message.isRecording ?? isRecording
  process.send(message === 'accepted' ? accepted : count)
})
process.once('disconnect', () => process.exit())
