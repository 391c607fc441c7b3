import { act, render, screen } from '@testing-library/react'
import { type ComponentType, createElement, Suspense } from 'react'
import { describe, expect, it } from 'vitest'
import { WithParts } from '../../testing/with-parts.tsx'
import { lazyPart, useLazyPart, withoutFacts } from '../lazy-parts.ts'
import { createFormMessages } from '../messages/catalog.ts'
import { AnswerText } from './answer-text.tsx'

/** The text on a page where the Markdown part cannot be loaded. */
async function show(text: string) {
  const lost = { answerMarkdown: lazyPart(() => Promise.reject(new Error('Failed to fetch'))) }
  await act(async () => {
    render(
      <WithParts parts={lost} context={{ t: { ...createFormMessages(), language: 'es' } }}>
        <AnswerText text={text} />
      </WithParts>,
    )
  })
  const shown = document.querySelector('.vr-markdown-plain')
  if (shown === null) throw new Error('There is no plain text.')
  return shown
}

const addresses = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'))

describe('the service’s text without the Markdown part', () => {
  it('is plain unescaped text, line by line, with its links', async () => {
    const shown = await show('# It&#x27;s one more step\n\n## Then\n- [a page](https://a.example/)\n')
    expect(shown.textContent).toBe("It's one more step\n\nThen\n- a page (opens in a new tab)")
    expect(shown.closest('[lang]')?.getAttribute('lang')).toBe('en')
    const link = screen.getByRole('link', { name: 'a page (opens in a new tab)' })
    expect(link.getAttribute('href')).toBe('https://a.example/')
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })

  it('has a link for each address, however it is written', async () => {
    await show(
      'See https://b.example/x?y=1&amp;z=2, <https://c.example/>, <mailto:ada@d.example> or [call](tel:+16175551234).',
    )
    expect(addresses()).toEqual([
      'https://b.example/x?y=1&z=2',
      'https://c.example/',
      'mailto:ada@d.example',
      'tel:+16175551234',
    ])
  })

  it('treats bare addresses as with it', async () => {
    const texts: Record<string, (string | null)[]> = {
      'www.sos.example/a.': ['https://www.sos.example/a'],
      'See (https://sos.example/a), now': ['https://sos.example/a'],
      '&quot;https://sos.example/a&quot;': ['https://sos.example/a'],
      '~~https://sos.example/a~~': ['https://sos.example/a~~'],
      '| https://sos.example/a | b |': ['https://sos.example/a'],
      'http://sos.example/': [],
      'http://10.0.0.1/': [],
      'https://a:b@sos.example/': [],
      'www.a:b@sos.example': [],
    }
    for (const [text, expected] of Object.entries(texts)) {
      const { unmount } = render(
        <WithParts parts={{}}>
          <AnswerText text={text} />
        </WithParts>,
      )
      expect([text, addresses()]).toEqual([text, expected])
      unmount()
    }
  })

  it.each([
    '[press](javascript:alert(1))',
    '[press](data:text/html,x)',
    '[press](http://plain.example/)',
    '[press](&#106;avascript:alert(1))',
    '<javascript:alert(1)>',
    '<img src=x onerror=alert(1)>',
    '![picture](//evil.example/x.png)',
  ])('makes no link and no element of %s', async (text) => {
    const shown = await show(text)
    expect(addresses()).toEqual([])
    expect(shown.querySelectorAll('*')).toHaveLength(0)
    expect(shown.textContent).not.toBe('')
  })
})

it('useLazyPart retries a part that failed for another state, not on each rendering', async () => {
  let attempts = 0
  const stateFacts = lazyPart(() => {
    attempts++
    return Promise.reject(new Error('Failed to fetch'))
  })
  function Place({ state }: { state: string }) {
    const { StateFactsPanel } = useLazyPart('stateFacts', withoutFacts, state)
    return <Suspense>{createElement(StateFactsPanel as ComponentType)}</Suspense>
  }
  const placeFor = (state: string) => (
    <WithParts parts={{ stateFacts }}>
      <Place state={state} />
    </WithParts>
  )
  const { rerender } = render(placeFor('IL'))
  await act(async () => rerender(placeFor('IL')))
  expect(attempts).toBe(1)
  await act(async () => rerender(placeFor('TN')))
  expect(attempts).toBe(2)
})
