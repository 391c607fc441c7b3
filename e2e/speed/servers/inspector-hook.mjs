/** Preloaded into a process that is measured (`--import`): answers each IPC message `{ method, params }` with what V8's
 *  inspector says to it. Without a question it costs nothing. */
import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()
process.on('message', ({ method, params }) => {
  session.post(method, params).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: String(error) }),
  )
})
