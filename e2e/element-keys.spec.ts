/** A page with keyboard shortcuts of its own: in a shadow root it cannot see that the voter is typing. */
import { FormPage } from './form-page.ts'
import { expect, openForm, test } from './partner-pages.ts'

/** Shortcuts as pages have them: for single keys, unless the target is a field. */
const shortcuts = `<script>
window.taken = []
for (const name of ['keydown', 'keypress', 'keyup']) addEventListener(name, (event) => {
  if (/^(INPUT|TEXTAREA|SELECT|BUTTON)$/.test(event.target.tagName)) return
  window.taken.push(event.key)
  if (event.key.length === 1 || event.key === 'Enter') event.preventDefault()
})
</script>`

for (const attributes of ['', 'isolation="none"', 'kiosk="60"']) {
  test(`takes no letter, no Space and no Enter from the form (${attributes || 'as usual'})`, async ({
    page,
    partner,
    stack,
  }) => {
    const body = `${shortcuts}${partner.tag(attributes)}${partner.script}`
    await page.goto(partner.put('keys', { body }))
    const form = new FormPage(page, stack)
    await form.field('first_name').pressSequentially('Josks /Grjg')
    await form.field('last_name').pressSequentially('Kjs s')
    await expect(form.field('first_name')).toHaveValue('Josks /Grjg')
    await expect(form.field('last_name')).toHaveValue('Kjs s')
    await form.agree.focus()
    await page.keyboard.press('Space')
    await expect(form.agree).toBeChecked()
    await form.field('first_name').press('Enter')
    await form.summary.waitFor()
    const taken = () => page.evaluate(() => window.taken)
    expect((await taken()).filter((key) => key.length === 1 || key === 'Enter')).toEqual([])
    // What closes the page's dialog, and its shortcuts with Ctrl, are still its own.
    await form.field('first_name').press('Escape')
    await form.field('first_name').press('Control+k')
    if (!attributes.includes('none')) expect(await taken()).toEqual(expect.arrayContaining(['Escape', 'k']))
    // A page's shortcut works where nobody types.
    await form.root.locator('[data-focus]').focus()
    await page.keyboard.press('s')
    expect((await taken()).at(-1)).toBe('s')
  })
}

test('nor from the dialog, and Escape closes it', async ({ page, partner, stack }) => {
  const opener = '<button data-voter-registration-open>Start here</button>'
  await page.goto(
    partner.put('keys-dialog', { body: `${shortcuts}${opener}${partner.tag('display="dialog"')}${partner.script}` }),
  )
  await page.waitForFunction(() => document.querySelector('voter-registration:state(ready)') !== null)
  const start = page.getByRole('button', { name: 'Start here' })
  await start.focus()
  await page.keyboard.press('Enter')
  const form = new FormPage(page, stack)
  await form.field('first_name').pressSequentially('Jo sk')
  await expect(form.field('first_name')).toHaveValue('Jo sk')
  await page.keyboard.press('Escape')
  await expect(form.root).toBeHidden()
  await expect(start).toBeFocused()
})

test('a capturing listener of the page runs before ours, as documented', async ({ page, partner, stack }) => {
  const capturing = `<script>addEventListener('keydown', (event) => event.key === 'j' && event.preventDefault(), true)</script>`
  const url = partner.put('capture', { body: `${capturing}${partner.tag()}${partner.script}` })
  const form = await openForm(page, stack, url)
  await form.field('first_name').pressSequentially('Jojo')
  await expect(form.field('first_name')).toHaveValue('Joo')
})

declare global {
  interface Window {
    taken: string[]
  }
}
