/** The voters of the load: each has their own e-mail address, phone number, IP address and idempotency key, so that the
 *  default rate limits for one voter stay in place. */

const areaCodes = ['617', '781', '508', '978']
/** Number of phone exchanges, from 220 to 299. Unassigned subscriber numbers are fine, but 211 to 911 are services. */
const exchanges = 80

/** Starts at random: two runs with one database must not send the same keys. */
let counter = Math.floor(Math.random() * 1e6) * 1e5

/** @returns the next voter: `body` as JSON, `address` (IPv4) and `idempotencyKey` (a UUID) */
export function nextVoter() {
  const number = counter++
  const exchange = 220 + (Math.floor(number / 10_000) % exchanges)
  const areaCode = areaCodes[Math.floor(number / (10_000 * exchanges)) % areaCodes.length]
  const digits = String(number).padStart(12, '0')
  return {
    body: JSON.stringify({
      title: 'Ms',
      first_name: 'Ada',
      middle_name: 'Sample',
      last_name: 'Voter',
      suffix: 'Jr',
      date_of_birth: '1990-04-12',
      email: `v${digits}@example.org`,
      phone: `+1${areaCode}${exchange}${String(number % 10_000).padStart(4, '0')}`,
      address1: '10 Test Street',
      address2: 'Apt 4',
      city: 'Boston',
      state: 'MA',
      zipcode: '02108',
      sms_opt_in: true,
    }),
    address: `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
    idempotencyKey: `00000000-0000-4000-8000-${digits}`,
  }
}

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
