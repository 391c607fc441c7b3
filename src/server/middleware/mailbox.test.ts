import { expect, it } from 'vitest'
import { mailboxOf } from './mailbox.ts'

it('is one for every spelling of one person’s address, and never one for two people', () => {
  const mailboxes = [
    ['Jane.Q.Voter@gmail.com', 'janeqvoter@gmail.com'],
    ['j.a.n.e.q.v.o.t.e.r+news@GoogleMail.com', 'janeqvoter@gmail.com'],
    ['jane_q-voter@pm.me', 'janeqvoter@proton.me'],
    ['Jane.Voter+a+b@Example.org', 'jane.voter@example.org'],
    ['janevoter@example.org', 'janevoter@example.org'],
    ['jane_voter@gmail.com', 'jane_voter@gmail.com'],
    ['jane.voter@gmail.com.example.org', 'jane.voter@gmail.com.example.org'],
  ]
  expect(mailboxes.map(([email = '']) => [email, mailboxOf(email)])).toEqual(mailboxes)
})
