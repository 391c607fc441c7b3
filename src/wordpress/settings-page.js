/* The button on the settings page: what `diagnose()` of the form finds, as a list. */
const button = document.getElementById('voter-registration-check')
const answers = document.getElementById('voter-registration-answers')

async function check() {
  await customElements.whenDefined('voter-registration')
  const form = document.querySelector('#voter-registration-preview voter-registration')
  const { checks } = await form.diagnose()
  const list = document.createElement('ul')
  // What is to be done comes first.
  for (const { ok, text } of checks.sort((one, other) => Number(one.ok) - Number(other.ok))) {
    const item = document.createElement('li')
    const mark = document.createElement('strong')
    mark.textContent = `${ok ? answers.dataset.good : answers.dataset.bad}: `
    item.append(mark, text)
    list.append(item)
  }
  answers.replaceChildren(list)
}

button.addEventListener('click', () => {
  button.setAttribute('aria-busy', 'true')
  check()
    .catch((error) => answers.replaceChildren(String(error)))
    .finally(() => button.removeAttribute('aria-busy'))
})
