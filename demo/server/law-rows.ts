/** Example rows of state law, those of docs/law.md. Not legal advice. */
import type { WrittenNotice } from 'voter-registration-server/node'

/** The rows, as a notices file has them. */
export const lawRows: readonly WrittenNotice[] = [
  {
    states: ['TN', 'LA'],
    prefill: 'off',
    text: { en: 'Please type your own details: in this state nobody may fill them in for you.' },
    source: 'Tennessee HB 1955/SB 2586 (2024); Louisiana HB 506 (2024)',
  },
  {
    states: ['AZ'],
    bring: true,
    text: { en: 'Arizona asks for proof of citizenship, such as a birth certificate or passport.' },
    source: 'brennancenter.org, States already enacting harmful SAVE Act policies',
    checked: '2026-07-04',
  },
  {
    states: ['NM'],
    closes: 'online',
    text: { en: 'Online registration is closed in New Mexico from October 6. You can still register in person.' },
    from: '2026-10-06T00:00:00-06:00',
    source: 'An order of a court',
  },
  {
    states: ['FL'],
    doors: ['kiosk'],
    text: { en: 'This drive must hand in your form in time. You can also hand it in or mail it yourself.' },
    source: 'Florida Statutes 97.0575',
  },
]
