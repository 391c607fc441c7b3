/** The browser's own autofill reaches a form that is in the page's own document. */
import { wholeChromium } from './engines/engine.ts'
import { expect, openForm, test } from './partner-pages.ts'

// Its headless shell has no autofill.
test.use(wholeChromium)

test('the browser’s autofill reaches a form without isolation', async ({ page, partner, stack }) => {
  const form = await openForm(
    page,
    stack,
    partner.put('autofill', { body: partner.script + partner.tag('isolation="none"') }),
  )
  const cdp = await page.context().newCDPSession(page)
  const { root } = await cdp.send('DOM.getDocument')
  const { nodeId } = await cdp.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'input[autocomplete$="given-name"]',
  })
  const { node } = await cdp.send('DOM.describeNode', { nodeId })
  const saved = { NAME_FULL: 'Ada Sample', NAME_FIRST: 'Ada', NAME_LAST: 'Sample', ADDRESS_HOME_CITY: 'Austin' }
  await cdp.send('Autofill.enable')
  await cdp.send('Autofill.trigger', {
    fieldId: node.backendNodeId,
    address: { fields: Object.entries(saved).map(([name, value]) => ({ name, value })) },
  })
  await expect(form.field('first_name')).toHaveValue('Ada')
  await expect(form.field('city')).toHaveValue('Austin')
})
