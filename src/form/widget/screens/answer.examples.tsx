/** The answer screen in each of its states. */
import type { EncryptedButton } from '../../../contract/bff-api.ts'
import { anAnswer, aSealedButton } from '../../../contract/testing/samples.ts'
import { es as spanish } from '../../locales/es.ts'
import type { Example } from '../../testing/example.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import { createFormMessages, type FormMessages } from '../messages/catalog.ts'
import { Answer, type AnswerProps } from './answer.tsx'

const es = createFormMessages(spanish)

/** The official site of the examples. */
export const officialUrl = 'https://official.example/register/'

const minute = 60_000

const online = aSealedButton()
const byMail: EncryptedButton = {
  message_text: 'Register by mail',
  primary: false,
  url: 'https://service.example/resume/?token=TOKEN',
  url_expiry: '2026-03-02T16:04:05.123456+00:00',
  expires_in_ms: 60 * minute,
}

const instructions = `# Massachusetts has online voter registration

You need a state driver&#x27;s license or ID &amp; your Social Security number.

## What you need

- Your **license number**
- The address where you live, as in \`10 Test Street &amp; Main\`

### If you have no license

You can [register by mail](https://elections.example/mail/) instead, write to
<clerk@elections.example> or call [617-555-0100](tel:+16175550100).

## Deadlines

1. Online: *10 days* before Election Day
2. By mail: postmarked 10 days before Election Day

| Way | Last day |
|---|---|
| Online | **September 26** |
| By mail | ~~September 24~~ September 26 |

- In person:
  - at a county office
    - on weekdays
  - at an early polling place

---

> Bring a photo ID when you vote for the first time.

    10 Test Street
    Boston, MA 02108

Not a link: [this one](javascript:alert(1)), and no picture: ![the state seal](https://elections.example/seal.png)
`

/** An answer screen whose presses, reports and buttons have no effect, for viewing. */
export function exampleProps(change: Partial<AnswerProps> = {}): AnswerProps {
  return {
    answer: anAnswer(),
    sections: 's-',
    receivedAt: performance.now(),
    linkTarget: '_self',
    settings: undefined,
    values: { phone: '', subscriber: false },
    sandbox: false,
    clickHandling: {
      onClick: ({ preventDefault }) => {
        preventDefault()
      },
      reportClick: () => Promise.resolve({ ok: true }),
      onTracked: () => undefined,
    },
    onRequestNewLink: () => undefined,
    onCorrect: () => undefined,
    onStartOver: () => undefined,
    ...change,
  }
}

function example(
  name: string,
  buttons: EncryptedButton[],
  change: Partial<AnswerProps> & { text?: string; t?: FormMessages } = {},
): Example {
  const { text = anAnswer().message_markdown, t = createFormMessages(), ...props } = change
  return {
    name,
    render: () => (
      <WithParts context={{ t, officialUrl }}>
        <div className="vr-root" lang={t.language}>
          <Answer {...exampleProps({ answer: anAnswer({ buttons, message_markdown: text }), ...props })} />
        </div>
      </WithParts>
    ),
  }
}

const down = {
  id: 'site',
  up: false,
  since: '2026-03-02T12:31:46.560Z',
  checked_seconds_ago: 180,
}

export const examples: readonly Example[] = [
  example('two buttons', [online, byMail]),
  example('one button', [{ ...byMail, primary: true }]),
  example('no button', [], { text: '# North Dakota does not register voters\n\nBring an ID to your polling place.\n' }),
  example('long text', [online, byMail], { text: instructions }),
  example('expiring', [online, { ...byMail, expires_in_ms: 3.5 * minute }]),
  example('expired', [online, { ...byMail, expires_in_ms: 0 }]),
  example('long label', [
    {
      ...online,
      message_text: 'Register online with your state, which takes about ten minutes and needs your license',
    },
    { ...byMail, url: 'https://a-very-long-name-of-a-county-elections-office.register.state.example/resume/' },
  ]),
  example('refused link', [{ ...online, url: 'javascript:alert(1)' }, byMail]),
  example('new tab', [online, byMail], { linkTarget: '_blank' }),
  example('site down', [{ ...online, site: down }, byMail]),
  example('site down, no other way', [{ ...online, site: down }]),
  example('Spanish, site down', [{ ...online, site: down }, byMail], { t: es }),
  example('practice', [online, byMail], { sandbox: true }),
  example('Spanish with English text', [online, byMail], { t: es, text: instructions }),
  example('Spanish, expired', [{ ...online, expires_in_ms: 0 }], { t: es }),
  example('Spanish, no button', [], { t: es }),
  example('too long for markdown', [online], { text: `# Too long\n\n${'It goes on, and on.\n'.repeat(900)}` }),
]
