import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { preloadAnswerMarkdown } from './answer-markdown-lazy.tsx'
import { AnswerText } from './answer-text.tsx'

// A network that loses the file of the markdown renderer.
vi.mock('./answer-markdown.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

describe('the service’s text without the markdown renderer', () => {
  it('stands there as plain text, read as it was meant, line by line', async () => {
    await expect(preloadAnswerMarkdown()).resolves.toBeUndefined()
    await act(async () => {
      render(
        <AnswerText
          text={'# It&#x27;s one more step\n\n## Then\n- [a](https://a.example/)\n'}
          headingLevel={2}
          newTab="(opens in a new tab)"
          uiLanguage="es"
        />,
      )
      await preloadAnswerMarkdown()
    })
    const text = screen.getByText(/one more step/)
    expect(text.textContent).toBe("It's one more step\n\nThen\n- [a](https://a.example/)")
    expect(text.className).toBe('vr-markdown-plain')
    expect(text.closest('[lang]')?.getAttribute('lang')).toBe('en')
    expect(screen.queryByRole('link')).toBeNull()
  })
})
