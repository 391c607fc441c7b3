/** `@fastify/http-proxy` as its manual has it, with the key added. */
import { fromPeers } from '../peers/from-peers.mjs'

const { default: fastify } = await fromPeers('fastify')
const { default: proxy } = await fromPeers('@fastify/http-proxy')
const app = fastify()
await app.register(proxy, {
  upstream: process.env.UPSTREAM_URL,
  replyOptions: {
    rewriteRequestHeaders: (_, headers) => ({ ...headers, authorization: process.env.AUTHORIZATION }),
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send({ port: app.server.address().port })
process.once('disconnect', () => process.exit())
