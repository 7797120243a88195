import { expect, test } from 'vitest'
import type { Acknowledged } from '#scripts/bench/saturday/acts.ts'
import { countSetAside } from '#scripts/bench/saturday/idle.ts'
import { reconcile } from '#scripts/bench/saturday/reconcile.ts'

const [club, team, event, player] = ['o1', 't1', 'e1', 'p1']
const inviteId = [club, team, event, player].join('.')
const invite = (status: string) => ({
  kind: 'Invite',
  pk: `PLAYER#${club}.${player}`,
  sk: `INVITE#${club}.${team}.${event}`,
  status,
})
const said = (status: 'Accepted' | 'Declined'): Acknowledged => ({ what: 'answer', inviteId, status })

test.each([
  ['Yes', ['Accepted'], 'Accepted', 0],
  ['No after Yes', ['Accepted', 'Declined'], 'Declined', 0],
  ['a lost answer', ['Accepted'], 'Pending', 1],
  ['a lost No after Yes', ['Accepted', 'Declined'], 'Accepted', 1],
] as const)('an answer: %s', (_what, answers, stands, lost) => {
  expect(reconcile([invite(stands)], answers.map(said), { mails: [], charges: [] }).lost).toHaveLength(lost)
})

const emailId = 'o1.t1.m1'
const email: Acknowledged = { what: 'email', emailId, people: 2 }
const to = ['ada@x.example', 'bo@x.example'] as const
const recipients = to.map((one) => ({ kind: 'Email recipient', pk: `MAIL#${emailId}`, sk: `MAIL#TO#${one}` }))
const mailTo = (one: string) => ({ subject: `Saturday ${emailId}`, to: [one] })
const outbox = (state: string, one: string, more = {}) => ({
  ...{ kind: 'Outbox', pk: one, state, email: one, about: { emailId } },
  ...more,
})

test.each([
  ['reached both recipients', to.map(mailTo), [], 0],
  ['has an unknown result for one', [mailTo(to[0])], [outbox('sending', to[1])], 0],
  ['is held back for one', [mailTo(to[0])], [outbox('held', to[1])], 0],
  [
    'is recorded as sent to one, but was not received',
    [mailTo(to[0])],
    [outbox('sent', to[1], { subject: `Saturday ${emailId}` })],
    1,
  ],
  ['reached one with others', [mailTo(to[0])], [outbox('sent', to[1])], 0],
  [
    'reached one, is unknown for the same one, and did not reach the other',
    [mailTo(to[0])],
    [outbox('sending', to[0])],
    1,
  ],
] as const)('an email whose mail %s', (_what, mails, rows, lost) => {
  expect(reconcile([...recipients, ...rows], [email], { mails, charges: [] }).lost).toHaveLength(lost)
})

const payment = (state: string) => ({ kind: 'Payment', pk: 'PAYMENT#p1', provider: 'STRIPE', state, parts: [] })
const charge = (status: string, id = 'ch_1') => ({ id, status, metadata: { payment: 'p1' } })
test.each([
  ['is paid', [payment('paid')], [charge('succeeded')], []],
  ['is processing', [payment('processing')], [charge('succeeded')], []],
  ['was declined', [payment('closed')], [charge('failed')], []],
  ['is charged but still open', [payment('open')], [charge('succeeded')], ['Charged and not booked: PAYMENT#p1']],
  ['is charged but unknown to the product', [], [charge('succeeded')], ['Charged and not booked: PAYMENT#p1']],
  ['is paid but unknown to Stripe', [payment('paid')], [], ['Booked and not charged: PAYMENT#p1']],
  [
    'is charged twice',
    [payment('paid')],
    [charge('succeeded'), charge('succeeded', 'ch_2')],
    ['Charged more than once: PAYMENT#p1'],
  ],
] as const)('a payment that %s', (_what, rows, charges, uneven) => {
  expect(reconcile(rows, [], { mails: [], charges }).uneven).toEqual(uneven)
})

test('messages in dead-letter queues are counted, and waiting ones are not', () => {
  const waiting = { 'touchline-local-mail-send': 2, 'touchline-local-mail-send-aside': 3, 'x-dispatch-given-up': 1 }
  expect(countSetAside(new Map(Object.entries(waiting)))).toBe(4)
})
