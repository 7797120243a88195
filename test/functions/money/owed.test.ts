import { expect, it } from 'vitest'
import { assignments } from '#functions/assignments/functions.ts'
import { matchesFilter } from '#functions/dispatch/change.ts'
import { money } from '#functions/money/functions.ts'
import { handler } from '#functions/money/owedHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { writers } from '#functions/money/mailWriters.ts'
import { sayIn } from '#functions/mail/say.ts'
import { outbox } from '#functions/table/outbox.ts'
import { meOf } from '#functions/table/me.ts'
import { organizations } from '#functions/table/organizations.ts'
import { families } from '#functions/table/players.ts'
import { write } from '#functions/table/table.ts'
import { call, send } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aClubWithFee, charge, feeDetails, recordPayment } from './charging.ts'
import {
  acceptCards,
  controlStripe,
  deliverStripeEvent as heard,
  eventsOf,
  familyLink,
  paymentAt,
  payOnPage,
  postWebhook,
  start,
} from './online.ts'

process.env.SITE_URL = 'https://app.club.example'

const hear = (feePlayerId: string) =>
  deliverTo(handler, { ...fees.key({ playerFeeId: feePlayerId }), kind: 'Fee', change: 'changed' })
const told = async (club: Club, as: string) => (await meOf({ userId: club.user(as) })).owed.map(({ dues }) => dues)
const counts = async (club: Club, now = '2026-11-21T18:00:00Z') => {
  const query = { startUtc: '2026-11-21T06:00:00Z' }
  const { body } = await call('GET /api/v1/today', { as: club.user('parent'), query, now })
  return [body.unpaidFeeCount, body.unpaidLateFeeCount]
}

it('shows parents on Today how many fees are unpaid and late at the time of the request', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await charge(club, { dueOn: '2026-11-20' })
  await hear(feePlayerId)
  expect(await told(club, 'parent')).toEqual([['2026-11-20', '2026-12-01']])
  expect(await told(club, 'parent2')).toEqual([['2026-11-20', '2026-12-01']])
  expect(await counts(club)).toEqual([1, 1])
  expect(await counts(club, '2026-12-02T18:00:00Z')).toEqual([0, 2])

  await recordPayment(club, feePlayerId, 5000)
  await hear(feePlayerId)
  await hear(feePlayerId)
  expect(await counts(club)).toEqual([0, 1])
})

it('counts a fee as late after its due day in the club’s time zone, also after the zone has been changed', async () => {
  const { club, feePlayerId } = await aClubWithFee({ dueOn: '2026-11-20' })
  await hear(feePlayerId)
  const { organizationId } = club
  // In Chicago it is the evening of the day, in Tokyo the next noon.
  const evening = '2026-11-21T03:00:00Z'
  expect(await counts(club, evening)).toEqual([1, 0])
  await write(stamp, organizations.change({ organizationId }, { set: { timezone: 'Asia/Tokyo' } }))
  await deliverTo(handler, { ...organizations.key({ organizationId }), kind: 'Organization', change: 'changed' })
  expect(await counts(club, evening)).toEqual([0, 1])
  expect(await told(club, 'parent2')).toEqual([['2026-11-20']])
  expect(await told(club, 'fan')).toEqual([])
})

it('counts nothing for followers, nor for former family members', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await hear(feePlayerId)
  expect(await told(club, 'fan')).toEqual([])
  const { playerId } = club.mia
  const parent = { playerId, userId: club.user('parent') }
  await write(stamp, ...families.leave({ ...parent, relation: 'own' }))
  await deliverTo(handler, { ...families.key(parent), kind: 'Family', change: 'removed' })
  expect(await told(club, 'parent')).toEqual([])
  expect(await told(club, 'parent2')).toEqual([['2026-12-01']])
})

it('counts fees charged earlier for a new family member', async () => {
  const { club } = await aClubWithFee()
  const { playerId } = club.mia
  const member = { playerId, userId: club.user('nobody') }
  await families.join(stamp, { ...member, relation: 'own' })
  await deliverTo(handler, { ...families.key(member), kind: 'Family', change: 'created' })
  expect(await told(club, 'nobody')).toEqual([['2026-12-01']])
})

it('converges whatever the order and concurrency of its messages', async () => {
  const { club, feePlayerId } = await aClubWithFee()
  await Promise.all(Array.from({ length: 6 }, () => hear(feePlayerId)))
  expect(await told(club, 'parent')).toEqual([['2026-12-01']])
  await recordPayment(club, feePlayerId, 5000)
  await Promise.all(Array.from({ length: 6 }, () => hear(feePlayerId)))
  expect(await told(club, 'parent')).toEqual([])
})

it('does not count a fee as late while its bank payment is pending, and does again when that fails', async () => {
  const { club, feePlayerId } = await aClubWithFee({ dueOn: '2026-11-20' })
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  const wanted = { payId: await familyLink(club), paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 }
  const paymentId = paymentAt(await payOnPage((await start(wanted)).body.url))
  const event = (await eventsOf(stripeAccount)).find(({ type }) => type === 'payment_intent.succeeded')
  const bank = async (status: string) => {
    await controlStripe('bank', { account: stripeAccount, intent: event?.data.object.id, status })
    if (event) await postWebhook(event)
    await heard(stripeAccount, event?.id ?? '')
    await hear(feePlayerId)
  }
  const as = club.user('admin')
  const orgUnitId = club.organizationId
  const seen = async () => {
    const { totals, months } = (await call('GET /rest-api/fee/totals/{orgUnitId}', { as, orgUnitId })).body
    const late = await call('GET /rest-api/fee/search/{orgUnitId}', { as, orgUnitId, query: { status: 'LATE' } })
    const { body } = await send('GET /rest-api/fee/export/{orgUnitId}', { as, orgUnitId })
    const [, line = ''] = String(body).split('\r\n')
    expect(months).toEqual([{ month: '2026-11', ...totals }])
    return {
      ...totals,
      late: late.body.fees.length,
      csv: line.split(',').filter((_, i) => [4, 9, 11].includes(i)),
      status: (await feeDetails(club, feePlayerId)).status,
      today: await counts(club),
    }
  }
  const late = {
    lateInCents: 5000,
    comingInCents: 0,
    late: 1,
    csv: ['Late', '50.00', '0.00'],
    status: 'LATE',
    today: [0, 1],
  }
  const coming = {
    lateInCents: 0,
    comingInCents: 5000,
    late: 0,
    csv: ['Unpaid', '50.00', '50.00'],
    status: 'UNPAID',
    today: [0, 0],
  }
  await hear(feePlayerId)
  expect(await seen()).toMatchObject(late)
  await bank('processing')
  expect(await seen()).toMatchObject(coming)
  const told = () => outbox.get({ mailId: `not-come.${paymentId}` }, { consistent: true })
  expect(await told()).toBeUndefined()
  await bank('requires_payment_method')
  expect(await seen()).toMatchObject(late)
  // The payer believes it is paid, so they are told, once.
  const about = { paymentId }
  const to = { userId: club.user('parent') }
  expect(await told()).toMatchObject({ letter: 'notCome', to, about, state: 'wanted' })
  const message = await writers.notCome(about, {
    to: { ...to, email: 'p@example.org' },
    now: stamp.at,
    say: sayIn('en'),
  })
  expect(message?.subject.replaceAll('\u00a0', ' ')).toBe('Your payment of $52.34 to Springfield FC did not go through')
})

it('is notified when a payment becomes pending and when it has failed', () => {
  const image = (status?: string) => ({
    kind: { S: 'Fee' },
    paying: { S: 'y' },
    ...(status && { status: { S: status } }),
  })
  const heard = (before: string | undefined, after: string | undefined) => {
    const record = { eventName: 'MODIFY', dynamodb: { OldImage: image(before), NewImage: image(after) } } as const
    return money['money-owed'].on.stream.some((watched) => matchesFilter(record, watched))
  }
  expect([heard(undefined, 'coming'), heard('coming', undefined), heard('coming', 'coming')]).toEqual([
    true,
    true,
    false,
  ])
})

it('due days are updated when a club changes its time zone, but not its name', () => {
  const image = (name: string, timezone: string) => ({
    kind: { S: 'Organization' },
    name: { S: name },
    timezone: { S: timezone },
  })
  const before = image('Springfield FC', 'America/Chicago')
  const heard = (after: typeof before) => {
    const record = { eventName: 'MODIFY', dynamodb: { OldImage: before, NewImage: after } } as const
    return [money['money-owed'], assignments['assignments-due']].map(({ on }) =>
      on.stream.some((watched) => matchesFilter(record, watched)),
    )
  }
  expect(heard(image('Springfield FC', 'Asia/Tokyo'))).toEqual([true, true])
  expect(heard(image('Springfield United', 'America/Chicago'))).toEqual([false, false])
})
