/** The service's response to every registration of the benchmarks: 1.5 kB, two buttons, each with an event. */

const instructions = Array.from(
  { length: 8 },
  (_, step) =>
    `${step + 1}. Step ${step + 1} of the sample state: read what it asks for, and have your **ID** at hand.`,
).join('\n')

const button = (name, primary) => ({
  message_text: name,
  primary,
  url: `https://sample.example/${primary ? 'online' : 'mail'}/?token=0123456789abcdef0123456789abcdef`,
  ...(primary && { url_expiry: '2099-01-01T00:00:00Z' }),
  event_tracking: { kind: name, at: 'sample', ids: [1234567890123, 42], version: '1.0', nested: { a: [true, null] } },
})

export const answer = JSON.stringify({
  message_markdown: `## You are not registered yet\n\n${instructions}\n`,
  buttons: [button('Register online', true), button('Register by mail', false)],
})
