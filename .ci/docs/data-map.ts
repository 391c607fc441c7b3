/** What happens to a voter's data: the table of `docs/privacy.md`. `data-map.test.ts` holds it: every table of the database stands
 *  here, every column of receipts is named, and ten planted leaks are found. */

/** One kind of data. */
export interface DataRow {
  /** What it is, in Markdown. */
  data: string
  /** Where it goes. */
  goes: string
  /** For how long. */
  kept: string
  /** The tables of the BFF's database that it is in. */
  tables?: readonly string[]
}

/** All of it. */
export const dataMap: readonly DataRow[] = [
  {
    data: 'what the voter types',
    goes: 'form (memory) → your BFF → registration service',
    kept: "in the page until the voter leaves (with a script that replaces pages, such as Turbo, 15 minutes longer in that tab's memory); in the BFF with the answer, 15 minutes (below: on the disk)",
  },
  {
    data: 'what the voter types, without the consent boxes: on the hosted page (`PAGE_KEEP_TYPED`), on yours only with `keep-typed`',
    goes: "the voter's tab (`sessionStorage`), under one key that begins with `voter-registration:`",
    kept: '30 minutes after the last change; removed when it is sent, with a new start, with the tab; never in kiosk mode',
  },
  {
    data: "the service's answer, and the registration it belongs to",
    goes: 'BFF → form',
    kept: '15 minutes in the BFF: in memory, and on disk only encrypted (AES-256-GCM), so that a repeated request gets the same answer and a voter who comes back finds it',
    tables: ['bff_form'],
  },
  {
    data: 'the reference to that answer: an encrypted token without personal data',
    goes: 'BFF → the current entry in the browser history (`history.state`); without JavaScript, the cookie of the hosted page',
    kept: 'opens the answer and what was typed for 15 minutes; removed with the tab, with a new start, or with the history entry; the cookie after 15 minutes',
  },
  {
    data: 'without JavaScript, in steps: what was posted so far, encrypted (AES-256-GCM)',
    goes: 'BFF → the cookie of the hosted page',
    kept: '30 minutes after the last step; replaced with the answer; never in kiosk mode',
  },
  {
    data: 'without JavaScript: the address of the answer, which names it in an encrypted parameter',
    goes: "the hosted page's URL, and so the browser history and a proxy's log",
    kept: 'opens the message and the buttons for 15 minutes, and nothing that was typed',
  },
  {
    data: "a pressed button's event",
    goes: 'BFF → service',
    kept: 'deleted on delivery, its hash a day later; failed ones after `OUTBOX_KEEP_DAYS` (30); that the primary or the other button was pressed stays on the receipt',
    tables: ['bff_press'],
  },
  {
    data: '[receipt of consent](consent.md#what-is-kept): time, version of what was shown, checkboxes, languages, entry point, site and path, HMAC of the phone number, state, which buttons were pressed',
    goes: "BFF's database",
    kept: '`CONSENT_KEEP_DAYS` (1827, five years)',
    tables: ['bff_receipt'],
  },
  {
    data: 'the consent texts that were shown, which contain no voter data',
    goes: "BFF's database",
    kept: 'permanently',
    tables: ['bff_wording'],
  },
  {
    data: '[where the voter came from](attribution.md) (`source`, `utm_*`, your own parameters, page, referring host)',
    goes: "your callbacks, the BFF's log and the receipt",
    kept: 'as your log and the receipts',
  },
  {
    data: 'what [limits](limits.md) count: keyed hashes of phone number, e-mail and network address, each with a number',
    goes: "BFF's memory, or its database with `DATABASE_URL`",
    kept: 'until the time of the limit has passed: a day at most by default',
    tables: ['bff_count'],
  },
]
