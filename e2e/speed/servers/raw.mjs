/** The minimal proxy on Node: `node:http` forwards the request with the key and pipes the response back. */
import { Agent, createServer, request } from 'node:http'

const upstream = new URL(process.env.UPSTREAM_URL)
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const { AUTHORIZATION: authorization } = process.env

const server = createServer((incoming, outgoing) => {
  const onward = request(
    {
      agent,
      host: upstream.hostname,
      port: upstream.port,
      method: incoming.method,
      path: incoming.url,
      headers: { ...incoming.headers, authorization },
    },
    (reply) => {
      outgoing.writeHead(reply.statusCode, reply.headers)
      reply.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.once('disconnect', () => process.exit())
