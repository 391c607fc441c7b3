/**
 * Makes this process a worker of its parent: each message is a task, and the function's result is the reply. Exits with the
 * parent.
 *
 * @param run called with the task; when it fails, the reply is `{ error }` with the stack
 */
export function workOnTasks(run) {
  process.on('message', (task) => {
    run(task).then(
      (result) => process.send(result),
      (error) => process.send({ error: String(error?.stack ?? error) }),
    )
  })
  process.once('disconnect', () => process.exit())
  process.send('ready')
}
