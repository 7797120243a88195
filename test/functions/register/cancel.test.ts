import { afterEach, expect, it, vi } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { handler as hearPaid } from '#functions/register/paidHandler.ts'
import { fees, feePayments } from '#functions/table/fees.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import { outbox, type OutboxMail } from '#functions/table/outbox.ts'
import { payments, refunds } from '#functions/table/payments.ts'
import { families } from '#functions/table/players.ts'
import { countNames, registrationCounts, registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrationNotifications } from '#functions/table/registrations.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { all, write } from '#functions/table/table.ts'
import { playerOf, registrationOf } from '#shared/ids.ts'
import { former } from '#shared/rules/names.ts'
import { call } from '../call.ts'
import { aClub, type Club, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, entryOf, fillIn, deliverEntry, finalize } from './registering.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const cancel = (as: string, id: string, paid: 'credit' | 'refund' = 'refund') =>
  call('POST /rest-api/register/{registrationId}/cancel', {
    as,
    registrationId: registrationOf(id),
    body: { registrationPlayerId: id, paid },
  })
const feeOf = async (id: string) => (await fees.ofPlayer(playerOf(id), { consistent: true }))[0]
const taken = async (registrationId: string) =>
  (await registrationCounts.of({ registrationId }, { consistent: true })).get(countNames.places)
const balance = async ({ organizationId }: Club, account: string) =>
  (await all<LedgerEntry>(ledger.of(organizationId)))
    .flatMap(({ postings }) => postings)
    .filter((posting) => posting.account === account)
    .reduce((sum, { cents }) => sum + cents, 0)

/** A family's two children, registered and charged. */
async function siblings(club: Club) {
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club, { registration: { places: 5 } })
  const filled = [await fillIn(as, registrationId, 'Nora'), await fillIn(as, registrationId, 'Ola')]
  const [nora = '', ola = ''] = filled.map(({ registrationPlayerId }) => registrationPlayerId)
  await finalize(as, [nora, ola], 20_000)
  for (const id of [nora, ola]) await deliverEntry(id)
  return { as, registrationId, nora, ola }
}
async function payCash(club: Club, id: string) {
  const { playerFeeId = '' } = (await feeOf(id)) ?? {}
  await call('POST /rest-api/fee/manual-payment/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId: playerFeeId,
    body: { paymentId: playerFeeId.replace(/^.*\.p/, 'payment-'), amountInCents: 10_000, how: 'CASH' },
  })
  return playerFeeId
}

it('cancelling one of two registered children refunds only that child’s payments, and can be repeated', async () => {
  const club = await aClub()
  const { registrationId, nora, ola } = await siblings(club)
  for (const id of [nora, ola]) await payCash(club, id)
  expect(await balance(club, 'assets:cash')).toBe(20_000)
  const want = vi.spyOn(outbox, 'add')
  expect((await cancel(club.user('admin'), nora)).status).toBe(200)
  expect(want.mock.calls.map(([, { letter }]) => letter)).toEqual(['registrationCancelled'])
  want.mockRestore()
  expect([(await entryOf(nora))?.state, (await entryOf(ola))?.state]).toEqual(['cancelled', 'registered'])
  expect([await feeOf(nora), await feeOf(ola)]).toMatchObject([
    { state: 'cancelled', paid: 0, cancelledAs: 'refund' },
    { state: 'open', paid: 10_000 },
  ])
  expect(await Promise.all(['assets:cash', 'assets:receivable'].map((name) => balance(club, name)))).toEqual([
    10_000, 0,
  ])
  expect(await taken(registrationId)).toBe(1)
  // Repeated, as after a lost response.
  expect((await cancel(club.user('admin'), nora)).status).toBe(200)
  expect(await taken(registrationId)).toBe(1)
  expect(await balance(club, 'assets:cash')).toBe(10_000)
})

it('cancelling a registration also cancels the other home’s part of a split fee', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const items = ['2026-11-01', '2026-12-01'].map((dueDate) => ({ percent: 50, dueDate }))
  const registrationId = await aRegistration(club, { installments: { paymentPlanEnabled: true, items } })
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  const byPlan = { as, registrationId, body: { byPlan: true } }
  await call('POST /rest-api/register/{registrationId}/payment-plan', byPlan)
  await finalize(as, [id], 10_000)
  await deliverEntry(id)
  const playerId = playerOf(id)
  const other = await aParent(club, 'rudi')
  await families.join(stamp, { playerId, userId: other, relation: 'own' })
  const charged = () => fees.ofPlayer(playerId, { consistent: true })
  const [first, second] = (await charged()).map(({ playerFeeId: feePlayerId }) => ({
    as: club.user('admin'),
    feePlayerId,
  }))
  if (!first || !second) throw new Error('There are not two parts.')
  const cash = { paymentId: 'payment-1', amountInCents: 5000, how: 'CASH' } as const
  await call('POST /rest-api/fee/manual-payment/{feePlayerId}', { ...first, body: cash })
  const homes = { one: [as], other: [other], percent: 50 }
  const split = { ...second, body: { homes, all: false, revision: 1 } }
  expect((await call('POST /rest-api/fee/split/{feePlayerId}', split)).status).toBe(200)
  expect((await cancel(club.user('admin'), id)).status).toBe(200)
  expect((await charged()).map(({ amount, state }) => `${amount} ${state}`).toSorted()).toEqual([
    '2500 cancelled',
    '2500 cancelled',
    '5000 cancelled',
  ])
  expect(await balance(club, 'assets:receivable')).toBe(0)
})

it('an online payment of a cancelled registration is refunded once, and is credit until then', async () => {
  const club = await aClub()
  const { nora } = await siblings(club)
  const { playerFeeId = '' } = (await feeOf(nora)) ?? {}
  const paymentId = `${club.organizationId}.y00000000001`
  const part = { paymentId, cents: 10_000, how: 'CARD' as const, paidAt: stamp.at, givenBack: 0 }
  const payment = { provider: 'STRIPE' as const, state: 'paid' as const, parts: [], amount: 10_000, surcharge: 0 }
  const paymentAccountId = `${club.organizationId}.a00000000001`
  await write(
    stamp,
    fees.change({ playerFeeId }, { set: { paid: 10_000 } }),
    feePayments.create({ playerFeeId, ...part }),
    payments.create({ ...payment, paymentId, paymentAccountId, platformCents: 0, ends: stamp.at, returned: 0 }),
  )
  await Promise.all([cancel(club.user('admin'), nora), cancel(club.user('admin'), nora)])
  expect((await refunds.of({ paymentId })).map(({ cents, state }) => [cents, state])).toEqual([[10_000, 'wanted']])
  expect(await balance(club, 'liabilities:credit')).toBe(-10_000)
})

it('a registrar who cannot edit fees can cancel with credit, but not with a refund', async () => {
  const club = await aClub()
  const { nora } = await siblings(club)
  await payCash(club, nora)
  const as = club.user('registrar')
  const person = { userId: as, firstName: 'Rae', lastName: 'Low', flags: ['canManageRegistration' as const] }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, person))
  expect((await cancel(as, nora, 'refund')).status).toBe(403)
  expect((await cancel(as, nora, 'credit')).status).toBe(200)
  expect(await feeOf(nora)).toMatchObject({ state: 'cancelled', cancelledAs: 'credit', paid: 10_000 })
})

it('cancelling is rejected while the player is being added to the team', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [id], 10_000)
  expect((await cancel(club.user('admin'), id)).refusal.code).toBe('conflict')
  expect((await entryOf(id))?.state).toBe('registered')
})

it('entries of the waiting list can be reordered, and places are offered in that order', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club, { registration: { places: 1, waitingList: true } })
  const names = ['Nora', 'Ola', 'Pia', 'Quin']
  const ids: string[] = []
  for (const [i, name] of names.entries()) {
    const as = await aParent(club, name.toLowerCase())
    const { registrationPlayerId } = await fillIn(as, registrationId, name)
    await finalize(as, [registrationPlayerId], 10_000, { wait: i > 0, now: `2026-11-21T18:0${i}:00Z` })
    ids.push(registrationPlayerId)
  }
  const [nora = '', ola = '', pia = '', quin = ''] = ids
  const as = club.user('admin')
  const moveTo = (id: string, place: number) =>
    call('POST /rest-api/register/{registrationId}/waiting', {
      as,
      registrationId,
      body: { registrationPlayerId: id, place },
    })
  const move = (id: string, before: string | null) =>
    call('POST /rest-api/register/{registrationId}/waiting', {
      as,
      registrationId,
      body: { registrationPlayerId: id, before },
    })
  const order = async () => {
    const query = { trackType: 'WAITING' as const }
    const { body } = await call('GET /rest-api/registration/track/{registrationId}', { as, registrationId, query })
    return body.entries.map(({ firstName, waits }) => (waits ? firstName : `(${firstName})`))
  }
  expect(await order()).toEqual(['Ola', 'Pia', 'Quin'])
  await move(quin, pia)
  expect(await order()).toEqual(['Ola', 'Quin', 'Pia'])
  await move(pia, ola)
  await move(pia, ola)
  expect(await order()).toEqual(['Pia', 'Ola', 'Quin'])
  await move(pia, null)
  expect(await order()).toEqual(['Ola', 'Quin', 'Pia'])
  await moveTo(ola, 2)
  expect(await order()).toEqual(['Quin', 'Ola', 'Pia'])
  await moveTo(quin, 99)
  expect(await order()).toEqual(['Ola', 'Pia', 'Quin'])
  await moveTo(pia, 1)
  expect((await moveTo(pia, 0)).status).toBe(400)
  expect((await move(nora, ola)).status).toBe(404)
  await deliverEntry(nora)
  await cancel(as, nora)
  expect(await order()).toEqual(['Ola', 'Quin', '(Pia)'])
})

it('an administrator who follows payments is notified of each once', async () => {
  const club = await aClub()
  const { registrationId, nora } = await siblings(club)
  const userId = club.user('admin')
  const told = { registrationId, userId, name: 'Ada Admin', paymentsToo: true }
  await write(stamp, registrationNotifications.create(told))
  const playerFeeId = await payCash(club, nora)
  const heard = () => deliverTo(hearPaid, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
  await heard()
  await heard()
  const mail = await outbox.get({ mailId: `registration-paid.${playerFeeId}.${userId}` }, { consistent: true })
  expect(mail as OutboxMail).toMatchObject({ letter: 'registrationPaid', to: { userId } })
})

it('all followers of a registration are notified of a new player, even more than fit into one transaction', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const registrationId = await aRegistration(club)
  const told = Array.from({ length: 101 }, (_, i) => `told-${i}-${registrationId}`)
  const about = { registrationId, name: 'Ann', paymentsToo: false, by: as, at: stamp.at, version: 1 }
  vi.spyOn(registrationNotifications, 'of').mockResolvedValue(told.map((userId) => ({ ...about, userId }) as never))
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [id], 10_000)
  const want = vi.spyOn(outbox, 'add')
  await deliverEntry(id)
  await deliverEntry(id)
  expect((await entryOf(id))?.landing).toBe('done')
  const wanted = want.mock.calls.map(([, { letter, to }]) => [letter, 'userId' in to && to.userId].join(' '))
  expect(wanted.toSorted()).toEqual(['registered ' + as, ...told.map((to) => `playerRegistered ${to}`)].toSorted())
})

it('the notification names the player only to current administrators, and links to what they may see', async () => {
  const club = await aClub()
  const [as, coach] = [await aParent(club, 'rosa'), club.user('coach')]
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [registrationPlayerId], 10_000)
  const told = { registrationId, userId: coach, name: 'Coach', paymentsToo: false }
  await write(stamp, registrationNotifications.create(told))
  const message = (userId = coach, language: 'en' | 'es' = 'en') =>
    writers.playerRegistered(
      { registrationPlayerId },
      { to: { userId, email: 'coach@club.example' }, now: stamp.at, say: sayIn(language) },
    )
  vi.stubEnv('SITE_URL', 'https://touchline.example')
  expect((await message())?.subject).toContain('Nora')
  // Administrators get a link to the list of entries, others to what they may see.
  const there = `https://touchline.example/${club.organizationId}/${club.falcons.teamId}`
  expect((await message())?.link?.address).toBe(`${there}/registrations`)
  await write(stamp, registrationNotifications.create({ ...told, userId: club.user('admin') }))
  const link = (await message(club.user('admin')))?.link
  expect(link?.address).toBe(`${there}/team-registration/${registrationId}?step=track`)
  // An erased player has no name to show.
  const playerId = playerOf(registrationPlayerId)
  await write(stamp, registrationEntries.change({ registrationId, playerId }, { set: former }))
  expect((await message(coach, 'es'))?.subject).toBe('Inscripción de Antiguo miembro: Fall season')
  await write(stamp, ...teamAdministrators.dismiss({ userId: coach, teamId: club.falcons.teamId }))
  expect(await message()).toBeUndefined()
})
