/** Express 5, with the listener mounted below a path, and other middleware after it, as in the README. */
import { createServer, type RequestListener } from 'node:http'
import express from 'express'
import type { Host } from './host.ts'
import { listen } from './listen.ts'

/** Starts the host. Express strips the mount path, as always. */
export async function expressHost(listener: RequestListener, finish: () => Promise<void>): Promise<Host> {
  const app = express()
  app.use('/api/register', listener)
  app.use(express.json())
  app.post('/other', (request, response) => {
    response.json({ read: request.body })
  })
  const host = await listen(createServer(app), finish)
  return { ...host, url: `${host.url}/api/register` }
}
