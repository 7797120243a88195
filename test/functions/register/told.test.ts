import { expect, it, vi } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { writers } from '#functions/register/mailWriters.ts'
import { handler as hearPaid } from '#functions/register/paidHandler.ts'
import { type Fee, fees } from '#functions/table/fees.ts'
import { myOrganizations } from '#functions/table/me.ts'
import { outbox } from '#functions/table/outbox.ts'
import { registrationNotifications } from '#functions/table/registrations.ts'
import { sessions } from '#functions/table/sessions.ts'
import { update, write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import { aClub, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'
import { aParent, aRegistration, fillIn, deliverEntry, finalize } from './registering.ts'

const heard = (playerFeeId: string) =>
  deliverTo(hearPaid, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
const told = async (playerFeeId: string, userId: string) =>
  (await outbox.get({ mailId: `registration-paid.${playerFeeId}.${userId}` }, { consistent: true })) !== undefined

type Case = [what: string, set: Partial<Fee>, isTold: boolean]
it.each<Case>([
  ['is partly paid', { paid: 4000 }, false],
  ['is waived', { waived: 10_000 }, false],
  ['is cancelled after it was paid', { state: 'cancelled', paid: 10_000 }, false],
  ['is partly paid and otherwise waived', { paid: 4000, waived: 6000 }, true],
  ['is fully paid', { paid: 10_000 }, true],
])(
  'an administrator who follows payments is notified of a fully paid fee only: one that %s',
  async (_, set, isTold) => {
    const club = await aClub()
    const as = await aParent(club, 'rosa')
    const registrationId = await aRegistration(club)
    const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora')
    await finalize(as, [id], 10_000)
    await deliverEntry(id)
    const [wants, wantsNot] = [club.user('admin'), club.user('coach')]
    const known = { registrationId, name: 'Demo' }
    await write(stamp, registrationNotifications.create({ ...known, userId: wants, paymentsToo: true }))
    await write(stamp, registrationNotifications.create({ ...known, userId: wantsNot, paymentsToo: false }))
    const [{ playerFeeId } = { playerFeeId: '' }] = await fees.ofPlayer(playerOf(id), { consistent: true })
    await write(stamp, fees.change({ playerFeeId }, { set }))
    await heard(playerFeeId)
    expect([await told(playerFeeId, wants), await told(playerFeeId, wantsNot)]).toEqual([isTold, false])
  },
)

it('the notification of an installment or of one home’s part says that a part has been paid', async () => {
  vi.stubEnv('SITE_URL', 'https://touchline.test')
  const club = await aClub()
  const [as, userId] = [await aParent(club, 'rosa'), club.user('admin')]
  const items = ['2026-11-01', '2026-12-01'].map((dueDate) => ({ percent: 50, dueDate }))
  const registrationId = await aRegistration(club, { installments: { paymentPlanEnabled: true, items } })
  await write(stamp, registrationNotifications.create({ registrationId, userId, name: 'Ada', paymentsToo: true }))
  const toldOf = async (firstName: string, byPlan: boolean, set: Partial<Fee>) => {
    const { registrationPlayerId: id } = await fillIn(as, registrationId, firstName)
    await call('POST /rest-api/register/{registrationId}/payment-plan', { as, registrationId, body: { byPlan } })
    expect((await finalize(as, [id], 10_000)).status).toBe(200)
    await deliverEntry(id)
    const [{ playerFeeId } = { playerFeeId: '' }] = await fees.ofPlayer(playerOf(id), { consistent: true })
    await write(stamp, fees.change({ playerFeeId }, { set }))
    const to = { to: { userId, email: 'ada@club.example' }, now: stamp.at }
    const about = { registrationPlayerId: id, playerFeeId }
    const said = await Promise.all(
      (['en', 'es'] as const).map((language) => writers.registrationPaid(about, { ...to, say: sayIn(language) })),
    )
    return said.map((letter) => letter?.paragraphs)
  }
  expect(await toldOf('Nora', false, { paid: 10_000 })).toEqual([
    ['Nora’s registration for Fall season has been paid.'],
    ['Se ha pagado la inscripción de Nora en Fall season.'],
  ])
  const part = (name: string) => [
    [`Part of ${name}’s registration for Fall season has been paid.`],
    [`Se ha pagado una parte de la inscripción de ${name} en Fall season.`],
  ]
  expect(await toldOf('Ola', true, { paid: 5000 })).toEqual(part('Ola'))
  expect(await toldOf('Pia', false, { amount: 6000, paid: 6000, splitAt: stamp.at })).toEqual(part('Pia'))
  vi.unstubAllEnvs()
})

it('the list of notified administrators has only current ones, by their current names', async () => {
  const club = await aClub()
  const registrationId = await aRegistration(club)
  const coach = {
    userId: club.user('trainer'),
    firstName: 'Tess',
    lastName: 'Okafor',
    flags: ['canEditPlayers' as const],
  }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, coach))
  const as = club.user('admin')
  for (const userId of [as, coach.userId])
    await call('POST /rest-api/registration/notifications/{registrationId}', {
      ...{ as, registrationId, body: { userId, paymentsToo: false } },
    })
  const listed = async () => {
    const { body } = await call('GET /rest-api/registration/notifications/{registrationId}', { as, registrationId })
    return body.notifications.map(({ name }) => name)
  }
  expect(await listed()).toEqual(['admin Okafor', 'Tess Okafor'])
  const named = { userId: coach.userId, ...club.falcons }
  await update(stamp, teamAdministrators.change(named, { set: { lastName: 'Zuma' } }))
  expect(await listed()).toContain('Tess Zuma')
  await write(stamp, ...teamAdministrators.dismiss(named))
  expect(await listed()).toEqual(['admin Okafor'])
})

it('a manager gets no notification while the club requires a second factor that they lack', async () => {
  const club = await aClub()
  const [as, userId] = [await aParent(club, 'rosa'), club.user('admin')]
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(as, registrationId, 'Nora')
  await finalize(as, [registrationPlayerId], 10_000)
  await deliverEntry(registrationPlayerId)
  await write(stamp, registrationNotifications.create({ registrationId, userId, name: 'Ada', paymentsToo: true }))
  const [{ playerFeeId } = { playerFeeId: '' }] = await fees.ofPlayer(playerOf(registrationPlayerId), {
    consistent: true,
  })
  await write(stamp, fees.change({ playerFeeId }, { set: { paid: 10_000 } }))
  vi.stubEnv('SITE_URL', 'https://touchline.test')
  const reader = { to: { userId, email: 'ada@club.example' }, now: stamp.at, say: sayIn('en') }
  const isTold = async () => {
    const about = { registrationPlayerId, playerFeeId }
    const mails = await Promise.all([writers.playerRegistered(about, reader), writers.registrationPaid(about, reader)])
    return mails.map((mail) => mail !== undefined)
  }
  expect(await isTold()).toEqual([true, true])
  const mine = { userId, organizationId: club.organizationId }
  await update(stamp, myOrganizations.change(mine, { set: { adminSecondFactor: true } }))
  expect(await isTold()).toEqual([false, false])
  await write(stamp, sessions.upsert({ userId }, { set: { secondFactorSince: stamp.at } }))
  expect(await isTold()).toEqual([true, true])
  vi.unstubAllEnvs()
})
