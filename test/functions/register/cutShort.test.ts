// own: expired holds are looked for in the whole table
import { expect, it } from 'vitest'
import { handler as landing } from '#functions/register/landHandler.ts'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { handler as hearPaid } from '#functions/register/paidHandler.ts'
import { fees } from '#functions/table/fees.ts'
import { files } from '#functions/table/files.ts'
import { outbox } from '#functions/table/outbox.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { refunds } from '#functions/table/payments.ts'
import { registrationDrafts, registrationEntries } from '#functions/table/registrationEntries.ts'
import { registrationNotifications, registrations } from '#functions/table/registrations.ts'
import { write } from '#functions/table/table.ts'
import { playerOf } from '#shared/ids.ts'
import { firstQuestions } from '#shared/rules/registrations/questions.ts'
import { call } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { aJpeg } from '../pictures.ts'
import { deliverTo } from '../workers.ts'
import { atEachWrite, takenPlaces } from './eachWrite.ts'
import { aParent, aRegistration, entryOf, fillIn, paidOnline, question, finalize } from './registering.ts'

it('saving, changing and discarding a draft with a file is idempotent when interrupted at any write', async () => {
  const club = await aClub()
  const as = await aParent(club, 'rosa')
  const questions = [...firstQuestions, question({ id: 'card', answerType: 'FILE_ATTACHMENT' })]
  const registrationId = await aRegistration(club, { questions })
  const aFile = async () => {
    const file = new File([new Uint8Array(aJpeg())], 'card.jpg', { type: 'image/jpeg' })
    const put = await call('POST /rest-api/register/{registrationId}/file', { as, registrationId, body: { file } })
    return put.body.fileId
  }
  const aboutOf = async (fileId: string) => (await files.get({ fileId }, { consistent: true }))?.about
  const draftOf = async () => (await registrationDrafts.of({ registrationId, userId: as })).drafts
  let [first, second, again] = ['', '', '']
  const fill = (card: string) => fillIn(as, registrationId, 'Nora', { again, answers: { card: [card] } })
  const saved = await atEachWrite(
    async () => {
      first = await aFile()
      again = `${registrationId}.${newPart('p')}`
      return () => fill(first)
    },
    async (nth) => {
      const drafts = (await draftOf()).filter(({ playerId }) => playerId === playerOf(again))
      expect([nth, drafts.map(({ answers }) => answers['card']), await aboutOf(first)]).toEqual([nth, [[first]], again])
      // As many drafts as a family may have.
      const body = { registrationId, registrationPlayerId: again }
      await call('DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}', { as, ...body })
    },
  )
  const changed = await atEachWrite(
    async () => {
      again = `${registrationId}.${newPart('p')}`
      first = await aFile()
      await fill(first)
      second = await aFile()
      return () => fill(second)
    },
    async (nth) => {
      expect([nth, await aboutOf(first), await aboutOf(second)]).toEqual([nth, undefined, again])
      const gone = { as, registrationId, registrationPlayerId: again }
      await call('DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}', gone)
    },
  )
  const thrown = await atEachWrite(
    async () => {
      again = `${registrationId}.${newPart('p')}`
      first = await aFile()
      await fill(first)
      const gone = { as, registrationId, registrationPlayerId: again }
      return () => call('DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId}', gone)
    },
    async (nth) => expect([nth, await draftOf(), await aboutOf(first)]).toEqual([nth, [], undefined]),
  )
  expect([saved, changed, thrown].every((writes) => writes >= 1)).toBe(true)
})

it('payments in time or late, expired holds and added places have one outcome when interrupted at any write', async () => {
  const club = await aClub()
  const paymentAccountId = `${club.organizationId}.a00000000001`
  const account = { provider: 'STRIPE' as const, perMille: 29, cents: 30, active: true, chargesEnabled: true }
  await write(stamp, paymentAccounts.create({ paymentAccountId, ...account }))
  const [as, ben] = [await aParent(club, 'rosa'), await aParent(club, 'ben')]
  const online = { acceptPayments: true, mainPaymentAccountId: paymentAccountId, places: 1, waitingList: true }
  let [registrationId, id, other] = ['', '', '']
  const admin = club.user('admin')
  /** The only place, currently being paid. */
  async function held() {
    registrationId = await aRegistration(club, { registration: online })
    await write(
      stamp,
      registrationNotifications.create({ registrationId, userId: admin, name: 'Admin', paymentsToo: true }),
    )
    id = (await fillIn(as, registrationId, 'Nora')).registrationPlayerId
    await finalize(as, [id], 10_000, { payBy: 'ONLINE' })
    const body = { registrationPlayerIds: [id] }
    await call('POST /rest-api/register/{registrationId}/payment-intent', { as, registrationId, body })
    const [fee] = await fees.ofPlayer(playerOf(id), { consistent: true })
    return fee?.playerFeeId ?? ''
  }
  async function waits(by: string, name: string) {
    const { registrationPlayerId } = await fillIn(by, registrationId, name)
    await finalize(by, [registrationPlayerId], 10_000, { wait: true })
    return registrationPlayerId
  }
  const hear = (playerFeeId: string) =>
    deliverTo(hearPaid, { ...fees.key({ playerFeeId }), kind: 'Fee', change: 'changed' })
  let playerFeeId = ''
  const stands = async () => {
    const all = await fees.ofPlayer(playerOf(id), { consistent: true })
    return [(await entryOf(id))?.state, all.map(({ state, paid }) => [state, paid]), await takenPlaces(registrationId)]
  }

  let payment = { paymentId: '' }
  const inTime = await atEachWrite(
    async () => {
      playerFeeId = await held()
      payment = await paidOnline(id, { heard: false })
      return () => hear(playerFeeId)
    },
    async (nth) => {
      const mail = await outbox.get({ mailId: `registration-paid.${playerFeeId}.${admin}` }, { consistent: true })
      expect([nth, ...(await stands()), mail?.letter]).toEqual([
        nth,
        'registered',
        [['open', 10_000]],
        1,
        'registrationPaid',
      ])
    },
  )
  const tooLate = await atEachWrite(
    async () => {
      playerFeeId = await held()
      await write(stamp, fees.change({ playerFeeId }, { set: { paying: 'payment-1' } }))
      await lapse({ time: '2026-11-21T18:20:00Z' })
      other = (await fillIn(ben, registrationId, 'Ola')).registrationPlayerId
      await finalize(ben, [other], 10_000)
      payment = await paidOnline(id, { heard: false })
      await write(stamp, fees.change({ playerFeeId }, { set: { paying: undefined } }))
      return () => hear(playerFeeId)
    },
    async (nth) => {
      const back = (await refunds.of(payment)).map(({ cents }) => cents)
      const mail = await outbox.get({ mailId: `place-lost.${playerFeeId}` }, { consistent: true })
      expect([nth, ...(await stands()), back, mail?.letter]).toEqual([
        nth,
        'cancelled',
        [['cancelled', 0]],
        1,
        [10_000],
        'placeLost',
      ])
    },
  )
  const lapsed = await atEachWrite(
    async () => {
      playerFeeId = await held()
      other = await waits(ben, 'Ola')
      return () => lapse({ time: '2026-11-21T18:20:00Z' })
    },
    async (nth) => {
      // If it was cut after releasing the place, the worker that is told about it offers the place.
      const key = registrationEntries.key({ registrationId, playerId: playerOf(id) })
      await deliverTo(landing, { ...key, kind: 'Registration entry', change: 'changed' })
      expect([nth, ...(await stands()), (await entryOf(other))?.state]).toEqual([nth, 'cancelled', [], 1, 'offered'])
    },
  )
  const raised = await atEachWrite(
    async () => {
      await held()
      other = await waits(ben, 'Ola')
      id = await waits(ben, 'Pia')
      await write(stamp, registrations.change({ registrationId }, { set: { places: 3 } }))
      const heard = { ...registrations.key({ registrationId }), kind: 'Registration', change: 'changed' } as const
      return () => deliverTo(landing, heard)
    },
    async (nth) => {
      const states = [(await entryOf(other))?.state, (await entryOf(id))?.state]
      expect([nth, ...states, await takenPlaces(registrationId)]).toEqual([nth, 'offered', 'offered', 3])
    },
  )
  expect([inTime, tooLate, lapsed, raised].every((writes) => writes >= 1)).toBe(true)
})
