/**
 * Makes this process a worker of its parent: each message is a task, and what the function returns is the answer. Ends with
 * the parent.
 *
 * @param run gets the task; when it fails, the answer is `{ error }` with the stack
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
