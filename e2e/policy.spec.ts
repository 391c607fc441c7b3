/** The form works on a page with a strict content security policy, without violations. */
import { aVoter, playing } from './people.ts'
import { expect, test } from './test.ts'

declare global {
  interface Window {
    violations: string[]
  }
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      window.violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
})

for (const [step, email] of [
  ['answer', 'ada@example.org'],
  ['not-sent', playing('auth')],
  ['outcome-unknown', playing('html-500')],
] as const) {
  test(`no policy is violated up to the screen ${step}${step === 'answer' ? ' @main' : ''}`, async ({
    form,
    page,
    stack,
  }) => {
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'img-src data:',
      `connect-src ${stack.bff}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; ')
    await form.open({ csp: policy })
    await form.send.click()
    await form.summary.waitFor()
    await form.register(aVoter({ email }))
    await form.expectStep(step)
    expect(await page.evaluate(() => window.violations)).toEqual([])
    const styled = await form.root.evaluate((root) => getComputedStyle(root).containerType)
    expect(styled, 'our style sheet applies').toBe('inline-size')
  })
}
