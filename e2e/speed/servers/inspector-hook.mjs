/** Preloaded into a measured process (`--import`): replies to each IPC message `{ method, params }` with the result of V8's
 *  inspector. Without a message it costs nothing. */
import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()
process.on('message', ({ method, params }) => {
  session.post(method, params).then(
    (result) => process.send({ result }),
    (error) => process.send({ error: String(error) }),
  )
})
