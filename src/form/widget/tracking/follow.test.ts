import { describe, expect, it } from 'vitest'
import { type FollowDependencies, followLink, maxReportWaitMs, opensInNewTab } from './follow.ts'

/** Follows a press and logs the events, in order. */
async function pressing(change: Partial<FollowDependencies>): Promise<string[]> {
  const calls: string[] = []
  const dependencies: FollowDependencies = {
    reportClick: (press) => {
      calls.push(`report ${press}`)
      return Promise.resolve({ ok: true })
    },
    onTracked: ({ ok }) => {
      calls.push(ok ? 'arrived' : 'lost')
    },
    navigate: () => {
      calls.push('navigate')
    },
    wait: (ms) => {
      calls.push(`wait ${String(ms)}`)
      return Promise.resolve()
    },
    ...change,
  }
  if (change.reportClick !== undefined) {
    const { reportClick } = change
    dependencies.reportClick = (press) => {
      calls.push(`report ${press}`)
      return reportClick(press)
    }
  }
  await followLink('sealed', dependencies)
  return calls
}

const breaks = () => {
  throw new Error('broken')
}

const never = () => new Promise<never>(() => undefined)

describe('following a click (R-A07, R-A93, R-A95)', () => {
  it('reports, then leaves', async () => {
    const calls = await pressing({ wait: never })
    expect(calls.filter((line) => line !== 'arrived')).toEqual(['report sealed', 'navigate'])
    expect(calls).toContain('arrived')
  })

  it('leaves after 300 ms at the latest, also when the report hangs', async () => {
    expect(maxReportWaitMs).toBe(300)
    expect(await pressing({ reportClick: never })).toEqual(['report sealed', 'wait 300', 'navigate'])
  })

  it('leaves when the report fails, and informs the page before', async () => {
    expect(await pressing({ reportClick: () => Promise.reject(new Error('network')), wait: never })).toEqual([
      'report sealed',
      'lost',
      'navigate',
    ])
  })

  it('leaves when the BFF rejects the report', async () => {
    expect(await pressing({ reportClick: () => Promise.resolve({ ok: false }), wait: never })).toEqual([
      'report sealed',
      'lost',
      'navigate',
    ])
  })

  it('leaves when the report cannot even start', async () => {
    expect(await pressing({ reportClick: breaks, wait: never })).toEqual(['report sealed', 'lost', 'navigate'])
  })

  it('leaves when the page’s own handler throws', async () => {
    const { error } = console
    const seen: unknown[] = []
    console.error = (...values: unknown[]) => seen.push(...values)
    try {
      expect(await pressing({ onTracked: breaks, wait: never })).toEqual(['report sealed', 'navigate'])
    } finally {
      console.error = error
    }
    expect(seen).toEqual([new Error('broken')])
  })

  it('informs the page of a failure after the voter has left', async () => {
    const page = new EventTarget()
    const lost = new Promise<{ ok: boolean }>((_, reject) => {
      page.addEventListener('offline', () => {
        reject(new Error('too late'))
      })
    })
    const calls = await pressing({ reportClick: () => lost })
    expect(calls).toEqual(['report sealed', 'wait 300', 'navigate'])
    page.dispatchEvent(new Event('offline'))
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    expect(calls).toEqual(['report sealed', 'wait 300', 'navigate', 'lost'])
  })

  it('only reports if the browser or the page navigates itself', async () => {
    expect((await pressing({ navigate: undefined }))[0]).toBe('report sealed')
    expect(await pressing({ navigate: undefined })).not.toContain('navigate')
  })

  it('starts the report before anything else can happen', () => {
    const calls: string[] = []
    void followLink('sealed', {
      reportClick: () => {
        calls.push('report')
        return never()
      },
      onTracked: () => undefined,
      navigate: () => undefined,
      wait: never,
    })
    calls.push('back in the click')
    expect(calls).toEqual(['report', 'back in the click'])
  })
})

describe('a click that opens elsewhere', () => {
  const plain = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

  it.each([{ button: 1 }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
    'is one with %j',
    (change) => {
      expect(opensInNewTab({ ...plain, ...change })).toBe(true)
    },
  )

  it('is not a plain one', () => {
    expect(opensInNewTab(plain)).toBe(false)
  })
})
