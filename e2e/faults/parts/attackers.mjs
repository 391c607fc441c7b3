/** A process of deliberately slow clients: `attackers.mjs <port> <how many>`. Begins on command; reports how many
 *  connections it has made and how many were cut. */
import { connect } from 'node:net'

const [port, sockets] = process.argv.slice(2).map(Number)
const head = 'POST /registrations HTTP/1.1\r\nHost: bff.test\r\nOrigin: https://partner.example\r\n'

/** Ways to be slow: what is sent first, and what is sent every 500 ms. */
const ways = {
  'slow headers': { first: head, again: 'X-A: b\r\n' },
  'slow body': { first: `${head}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n`, again: ' ' },
  'slow chunks': {
    first: `${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    again: '1\r\n \r\n',
  },
  silent: { first: '', again: '' },
  'reads nothing': { first: 'GET /settings HTTP/1.1\r\nHost: bff.test\r\n\r\n'.repeat(20), again: '', deaf: true },
}

let opened = 0
let cut = 0

function attack({ first, again, deaf }) {
  const socket = connect(port, '127.0.0.1', () => {
    opened++
    socket.write(first)
    if (deaf) socket.pause()
  })
  if (!deaf) socket.resume()
  const timer = setInterval(() => again !== '' && socket.writable && socket.write(again), 500)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(timer)
    cut++
    setTimeout(() => attack({ first, again, deaf }), 50)
  })
}

process.on('message', () => {
  const kinds = Object.values(ways)
  for (let count = 0; count < sockets; count++) attack(kinds[count % kinds.length])
  setInterval(() => process.send({ opened, cut }), 500)
})
