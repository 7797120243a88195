import { afterEach, expect, it, vi } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { events } from '#functions/table/events.ts'
import { fees } from '#functions/table/fees.ts'
import { invites } from '#functions/table/invites.ts'
import { outbox } from '#functions/table/outbox.ts'
import { countNames, registrationCounts } from '#functions/table/registrationEntries.ts'
import { write } from '#functions/table/table.ts'
import { inviteOf, playerOf, registrationOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, anEvent, type Club, stamp } from '../club.ts'
import { changeChoices, owedFees, receivable, registerPlayer, season, size } from './changeChoices.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, option, question, finalize } from './registering.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const names = { 'question-firstname': ['Nora'], 'question-lastname': ['Moreno'] }
const taken = async (registrationId: string, optionId: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.option(optionId)) ?? 0
async function pay(club: Club, id: string, amountInCents: number) {
  const [fee] = await fees.ofPlayer(playerOf(id), { consistent: true })
  const feePlayerId = fee?.playerFeeId ?? ''
  const body = { paymentId: 'payment-1', amountInCents, how: 'CASH' as const }
  await call('POST /rest-api/fee/manual-payment/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })
}

it('a change at the same price moves places, changes no fees, and is mailed to the family once', async () => {
  vi.stubEnv('SITE_URL', 'https://touchline.test')
  const club = await aClub()
  const questions = [question({ id: 'question-firstname', standardLabel: 'FIRST_NAME' }), size]
  const { registrationId, as, id } = await registerPlayer(
    club,
    12_500,
    { addOns: [['shirt', ['m']]], answers: { 'question-size': ['L'] } },
    { questions },
  )
  const want = vi.spyOn(outbox, 'add')
  const admin = club.user('admin')
  const wanted = { optionIds: ['option-b'], kinds: ['m'], answers: { 'question-size': ['M'] } }
  expect((await changeChoices(admin, id, 12_500, wanted)).status).toBe(200)
  expect(await entryOf(id)).toMatchObject({ optionIds: ['option-b'], priceInCents: 12_500, by: admin })
  expect((await entryOf(id))?.answers['question-size']).toEqual(['M'])
  expect([await taken(registrationId, 'option-a'), await taken(registrationId, 'option-b')]).toEqual([0, 1])
  expect([await owedFees(id), await receivable(club)]).toEqual([[[12_500, 0, 'open']], 12_500])
  // Repeated, as after a lost response.
  expect((await changeChoices(admin, id, 12_500, wanted)).status).toBe(200)
  const sent = want.mock.calls.map(([, mail]) => mail)
  expect(sent.map(({ letter, to }) => [letter, to])).toEqual([['registrationEdited', { userId: as }]])
  const about = { registrationPlayerId: id, before: '12500', questions: 'question-size' }
  const letter = await writers.registrationEdited(about, {
    to: { userId: as },
    now: stamp.at,
    say: sayIn('en'),
  } as Parameters<typeof writers.registrationEdited>[1])
  expect(letter?.paragraphs).toContain('The price has not changed: $125.00.')
  expect(letter?.facts).toContainEqual(['question-size', 'M'])
})

it('the change email names standard questions in the reader’s language', async () => {
  vi.stubEnv('SITE_URL', 'https://touchline.test')
  const club = await aClub()
  const phone = { id: 'question-phone', questionTitle: 'Mobile phone', standardLabel: 'MOBILE_PHONE' as const }
  const questions = [
    question({ id: 'question-firstname', standardLabel: 'FIRST_NAME' }),
    question({ ...phone, optional: true }),
  ]
  const { as, id } = await registerPlayer(club, 10_000, {}, { questions })
  const about = { registrationPlayerId: id, before: '10000', questions: 'question-phone' }
  const to = { to: { userId: as }, now: stamp.at, say: sayIn('es') }
  const letter = await writers.registrationEdited(about, to as Parameters<typeof writers.registrationEdited>[1])
  expect(letter?.facts).toContainEqual(['Teléfono móvil', 'cambiado'])
})

it('a change of the price adjusts the fee, requires the right to edit fees, and rejects an outdated price', async () => {
  const club = await aClub()
  const { id } = await registerPlayer(club, 10_000)
  const [admin, userId] = [club.user('admin'), club.user('registrar')]
  const person = { userId, firstName: 'Rae', lastName: 'Low', flags: ['canManageRegistration' as const] }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, person))
  expect((await changeChoices(userId, id, 12_000, { optionIds: ['option-c'] })).refusal.code).toBe('price_needs_fees')
  expect((await changeChoices(admin, id, 10_000, { optionIds: ['option-c'] })).refusal.code).toBe('price_changed')
  expect(await owedFees(id)).toEqual([[10_000, 0, 'open']])
  await pay(club, id, 10_000)
  expect((await changeChoices(admin, id, 12_000, { optionIds: ['option-c'] })).status).toBe(200)
  expect([await owedFees(id), await receivable(club)]).toEqual([[[12_000, 10_000, 'open']], 2000])
  expect((await changeChoices(admin, id, 4000, { optionIds: ['option-d'] })).refusal.code).toBe('less_than_paid')
  expect((await changeChoices(admin, id, 10_000)).status).toBe(200)
  expect([await owedFees(id), await receivable(club)]).toEqual([[[10_000, 10_000, 'open']], 0])
  expect((await entryOf(id))?.parts.map(({ amountInCents }) => amountInCents)).toEqual([10_000])
})

it('the change email lists only what is still due', async () => {
  vi.stubEnv('SITE_URL', 'https://touchline.test')
  const club = await aClub()
  const { as, id } = await registerPlayer(club, 10_000)
  const due = async (before: number) => {
    const about = { registrationPlayerId: id, before: String(before), questions: '' }
    const to = { to: { userId: as }, now: stamp.at, say: sayIn('en') }
    const letter = await writers.registrationEdited(about, to as Parameters<typeof writers.registrationEdited>[1])
    return letter?.facts?.flatMap(([what, sum]) => (what.startsWith('Due') ? [sum] : []))
  }
  expect(await due(10_000)).toEqual(['$100.00'])
  await pay(club, id, 10_000)
  expect(await due(10_000)).toEqual([])
  const more = { optionIds: ['option-c'] }
  expect((await changeChoices(club.user('admin'), id, 12_000, more)).status).toBe(200)
  expect(await due(10_000)).toEqual(['$20.00'])
})

it('a change from free to paid charges a fee, and one to free cancels it', async () => {
  const club = await aClub()
  const more = { options: [option('option-a', 0), option('option-c', 12_000)] }
  const registrationId = await aRegistration(club, more)
  const as = await aParent(club, 'rosa')
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { optionIds: ['option-a'] })
  await finalize(as, [id], 0, { payBy: 'NONE' })
  await deliverEntry(id)
  expect((await changeChoices(club.user('admin'), id, 12_000, { optionIds: ['option-c'] })).status).toBe(200)
  expect([await owedFees(id), await receivable(club)]).toEqual([[[12_000, 0, 'open']], 12_000])
  expect((await changeChoices(club.user('admin'), id, 0)).status).toBe(200)
  expect([(await owedFees(id))[0]?.[2], await receivable(club)]).toEqual(['cancelled', 0])
})

it('each change from free to paid charges a new fee, which later changes and cancelling apply to', async () => {
  const club = await aClub()
  const more = { options: [option('option-a', 10_000), option('option-b', 0), option('option-c', 12_000)] }
  const { id } = await registerPlayer(club, 10_000, {}, more)
  const admin = club.user('admin')
  for (const [cents, optionId] of [
    [12_000, 'option-c'],
    [10_000, 'option-a'],
  ] as const) {
    expect((await changeChoices(admin, id, 0, { optionIds: ['option-b'] })).status).toBe(200)
    expect(await receivable(club)).toBe(0)
    expect((await changeChoices(admin, id, cents, { optionIds: [optionId] })).status).toBe(200)
    expect(await receivable(club)).toBe(cents)
    const open = (await owedFees(id)).filter(([, , state]) => state === 'open')
    expect([open, (await entryOf(id))?.parts.map(({ amountInCents }) => amountInCents)]).toEqual([
      [[cents, 0, 'open']],
      [cents],
    ])
  }
  // The remaining fee grows and shrinks like any other, and is cancelled with the registration.
  expect((await changeChoices(admin, id, 12_000, { optionIds: ['option-c'] })).status).toBe(200)
  expect(await receivable(club)).toBe(12_000)
  await call('POST /rest-api/register/{registrationId}/cancel', {
    as: admin,
    registrationId: registrationOf(id),
    body: { registrationPlayerId: id, paid: 'credit' },
  })
  expect([await receivable(club), (await owedFees(id)).map(([, , state]) => state)]).toEqual([
    0,
    ['cancelled', 'cancelled', 'cancelled'],
  ])
})

it('a change that costs more is rejected if the club has cancelled the fee', async () => {
  const club = await aClub()
  const { id } = await registerPlayer(club, 10_000)
  const admin = club.user('admin')
  const [fee] = await fees.ofPlayer(playerOf(id), { consistent: true })
  const feePlayerId = fee?.playerFeeId ?? ''
  await call('POST /rest-api/fee/cancel/{feePlayerId}', { as: admin, feePlayerId, body: { paid: 'credit' } })
  expect((await changeChoices(admin, id, 12_000, { optionIds: ['option-c'] })).refusal.code).toBe('charge_cancelled')
})

it('a change cannot sign waivers, answer unknown questions, use a stale revision or edit a cancelled entry', async () => {
  const club = await aClub()
  const waiver = question({ id: 'question-w', answerType: 'WAIVER', description: 'At our own risk.', optional: true })
  const { id } = await registerPlayer(club, 10_000, {}, { questions: [waiver, size] })
  const admin = club.user('admin')
  for (const field of ['question-w', 'question-firstname', 'other'])
    expect((await changeChoices(admin, id, 10_000, { answers: { [field]: ['Rosa Moreno'] } })).status).toBe(400)
  expect((await changeChoices(admin, id, 10_000, { answers: { 'question-size': ['XL'] } })).status).toBe(400)
  const stale = { answers: { 'question-size': ['M'] }, revision: 1 }
  expect((await changeChoices(admin, id, 10_000, stale)).refusal.code).toBe('conflict')
  await call('POST /rest-api/register/{registrationId}/cancel', {
    as: admin,
    registrationId: registrationOf(id),
    body: { registrationPlayerId: id, paid: 'credit' },
  })
  expect((await changeChoices(admin, id, 10_000, { answers: { 'question-size': ['M'] } })).refusal.code).toBe(
    'place_on_hold',
  )
  expect((await entryOf(id))?.answers).toEqual(names)
})

it('the last place of an option goes to one child when a registration and a change compete for it', async () => {
  for (let i = 0; i < 2; i++) {
    const club = await aClub()
    const { registrationId, id } = await registerPlayer(club, 10_000)
    const other = await aParent(club, `other${i}`)
    const { registrationPlayerId } = await fillIn(other, registrationId, 'Ola', { optionIds: ['option-b'] })
    const both = [
      () => changeChoices(club.user('admin'), id, 10_000, { optionIds: ['option-b'] }),
      () => finalize(other, [registrationPlayerId], 10_000),
    ]
    const done = await Promise.all((i % 2 === 0 ? both : both.toReversed()).map((each) => each()))
    expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    expect(await taken(registrationId, 'option-b')).toBe(1)
  }
})

it('a player changed to another option is invited to that option’s events', async () => {
  const club = await aClub()
  const event = anEvent(club.otters, { start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T19:00:00.000Z' })
  const { eventId } = event
  await write(stamp, events.create(event))
  const { id } = await registerPlayer(
    club,
    10_000,
    {},
    { options: [season, option('option-b', 10_000, null, [eventId])] },
  )
  expect((await changeChoices(club.user('admin'), id, 10_000, { optionIds: ['option-b'] })).status).toBe(200)
  expect((await entryOf(id))?.landing).toBe('moved')
  await deliverEntry(id)
  expect((await entryOf(id))?.landing).toBe('done')
  expect(await invites.get({ inviteId: inviteOf(eventId, playerOf(id)) }, { consistent: true })).toBeDefined()
})

it('a player who leaves an option loses its invites, except past ones, and is asked again by their own team', async () => {
  const club = await aClub()
  const times = { start: '2026-12-01T18:00:00.000Z', end: '2026-12-01T19:00:00.000Z' }
  const over = { start: '2025-12-01T18:00:00.000Z', end: '2025-12-01T19:00:00.000Z' }
  const [own, camp, both, past] = [
    anEvent(club.falcons, times),
    anEvent(club.otters, times),
    anEvent(club.otters, times),
    anEvent(club.otters, over),
  ]
  await write(stamp, ...[own, camp, both, past].map((event) => events.create(event)))
  const options = [
    option(
      'option-a',
      10_000,
      null,
      [own, camp, both, past].map(({ eventId }) => eventId),
    ),
    option('option-b', 10_000, null, [both.eventId]),
  ]
  const { id } = await registerPlayer(club, 10_000, {}, { options })
  const playerId = playerOf(id)
  await write(
    stamp,
    invites.create({
      ...invites.unansweredInvite(past, { playerId, firstName: 'Nora', lastName: 'Moreno' }),
      status: 'Accepted',
    }),
  )
  const statusOf = async ({ eventId }: { eventId: string }) =>
    (await invites.get({ inviteId: inviteOf(eventId, playerId) }, { consistent: true }))?.status
  const all = async () => Promise.all([own, camp, both, past].map(statusOf))
  expect(await all()).toEqual(['Accepted', 'Accepted', 'Accepted', 'Accepted'])
  expect((await changeChoices(club.user('admin'), id, 10_000, { optionIds: ['option-b'] })).status).toBe(200)
  await deliverEntry(id)
  expect(await all()).toEqual(['Pending', undefined, 'Accepted', 'Accepted'])
  expect((await entryOf(id))?.landing).toBe('done')
})
