/** `http-proxy-middleware` on Express as its manual has it, with kept connections and the key added. */
import { Agent } from 'node:http'
import { fromPeers } from '../peers/from-peers.mjs'

const { default: express } = await fromPeers('express')
const { createProxyMiddleware } = await fromPeers('http-proxy-middleware')
const app = express()
app.use(
  createProxyMiddleware({
    target: process.env.UPSTREAM_URL,
    agent: new Agent({ keepAlive: true, maxSockets: 256 }),
    headers: { authorization: process.env.AUTHORIZATION },
  }),
)
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.once('disconnect', () => process.exit())
