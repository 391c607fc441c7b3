/** The submit code of every page but ours: the same request, and the answer as plain text with its two buttons. The consent's
 *  version is in the page, so that they need one request less than ours. */

const uuid = () => crypto.randomUUID()

/** Sends the answers, and replaces the form by the response. */
export async function send(answers, form) {
  const given = Object.entries(answers).filter(([, value]) => value !== '' && value !== undefined && value !== false)
  const response = await fetch('/api/registrations', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': uuid(),
      'consent-version': document.documentElement.dataset.consent,
    },
    body: JSON.stringify(Object.fromEntries(given)),
  })
  const answer = await response.json()
  const shown = document.createElement('section')
  if (response.status !== 200) {
    shown.textContent = JSON.stringify(answer)
    shown.dataset.refused = ''
  } else {
    const text = document.createElement('p')
    text.textContent = answer.message_markdown
    shown.append(
      text,
      ...answer.buttons.map(({ message_text: name, url }) => {
        const link = document.createElement('a')
        link.textContent = name
        link.href = url
        return link
      }),
    )
    shown.dataset.answer = ''
  }
  form.replaceWith(shown)
}
