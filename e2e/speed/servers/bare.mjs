/** The least that a server on Node can do: `node:http` answers bytes that it has in memory. */
import { createServer } from 'node:http'

process.once('message', (bodies) => {
  const known = new Map(bodies.map(([path, body]) => [path, Buffer.from(body)]))
  const server = createServer((request, response) => {
    const body = known.get(request.url)
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json', 'content-length': body?.length ?? 0 })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})
process.once('disconnect', () => process.exit())
process.send('ready')
