// own: each job handles all that is due in the table
import { afterEach, expect, it, vi } from 'vitest'
import { handler as cleanChats } from '#functions/chat/retentionHandler.ts'
import { handler as queueEmails } from '#functions/email/dueHandler.ts'
import { handler as createDigests } from '#functions/mail/digestHandler.ts'
import { handler as remindOfFees } from '#functions/money/remindHandler.ts'
import { handler as lapse } from '#functions/register/lapsedHandler.ts'
import { sqs } from '#functions/runtime/queues.ts'
import { handler as countFigures } from '#functions/staff/figuresHandler.ts'
import { handler as remindOfTrials } from '#functions/subscriptions/remindHandler.ts'
import { handler as mailSupport } from '#functions/support/dueHandler.ts'
import { chatRules } from '#functions/table/chatRules.ts'
import { clubLines } from '#functions/table/clubLines.ts'
import { conversations } from '#functions/table/conversations.ts'
import { digests } from '#functions/table/digests.ts'
import { emails } from '#functions/table/emails.ts'
import { feeReminders } from '#functions/table/feeReminders.ts'
import { fees } from '#functions/table/fees.ts'
import { figures } from '#functions/table/figures.ts'
import { organizations } from '#functions/table/organizations.ts'
import { type RegistrationEntry, registrationEntries } from '#functions/table/registrationEntries.ts'
import { subscriptions } from '#functions/table/subscriptions.ts'
import { supportThreads } from '#functions/table/support.ts'
import { write } from '#functions/table/table.ts'
import { playerFeeOf } from '#shared/ids.ts'
import { aClub, newPart, stamp } from './club.ts'
import { putIn } from './copy.ts'
import { aClubWithFee, charge } from './money/charging.ts'
import { runScheduled } from './workers.ts'

/** What fails does not stop the rest of a scheduled job, nor is the rest left over; the run fails at its end, which raises an alarm. */

/** It is 10 am in Chicago. */
const now = '2026-11-21T16:00:00.000Z'
const consistent = { consistent: true }
/** More than a page that was read at once. */
const many = Array.from({ length: 103 }, (_, i) => i)

afterEach(() => void vi.restoreAllMocks())
const failure = () => {
  throw new TypeError('broken')
}
/** Two clubs, in the order of the lists of all clubs. */
const inOrder = <Club extends { organizationId: string }>(clubs: Club[]) =>
  clubs.toSorted((a, b) => (a.organizationId < b.organizationId ? -1 : 1)) as [Club, Club]

it('reminders of fees go on after one that fails, also in other clubs', async () => {
  const made = async () => {
    const { club } = await aClubWithFee()
    const feeIds = ['a', 'b'].map(() => `${club.falcons.teamId}.${newPart('d')}`)
    for (const feeId of feeIds) await charge(club, { feeId, dueOn: '2026-11-21' })
    await write(stamp, feeReminders.create({ organizationId: club.organizationId, days: [0] }))
    return { ...club, charged: feeIds.map((feeId) => ({ playerFeeId: playerFeeOf(feeId, club.mia.playerId) })) }
  }
  const [first, second] = inOrder([await made(), await made()])
  const { change } = fees
  const broken = first.charged[0]?.playerFeeId
  vi.spyOn(fees, 'change').mockImplementation((id, ...how) =>
    id.playerFeeId === broken ? failure() : change(id, ...how),
  )
  await expect(runScheduled(remindOfFees, now)).rejects.toThrow('1 clubs')
  const found = await fees.getMany([...first.charged, ...second.charged], consistent)
  expect(found.map((fee) => fee?.toldAt)).toEqual([undefined, now, now, now])
})

it('reminders of fees go on after a club that cannot be read', async () => {
  const { club } = await aClubWithFee()
  const feeId = `${club.falcons.teamId}.${newPart('d')}`
  await charge(club, { feeId, dueOn: '2026-11-21' })
  await write(
    stamp,
    feeReminders.create({ organizationId: `o${'0'.repeat(11)}`, days: [0] }),
    feeReminders.create({ organizationId: club.organizationId, days: [0] }),
  )
  const { get } = organizations
  vi.spyOn(organizations, 'get').mockImplementation((id, ...how) =>
    id.organizationId.endsWith('000') ? Promise.reject(new Error('broken')) : get(id, ...how),
  )
  await expect(runScheduled(remindOfFees, now)).rejects.toThrow('1 clubs')
  const charged = await fees.get({ playerFeeId: playerFeeOf(feeId, club.mia.playerId) }, consistent)
  expect(charged?.toldAt).toBe(now)
})

it('digests of other readers are made after one fails', async () => {
  const userIds = many.map((i) => `reader-${String(i).padStart(3, '0')}`)
  await putIn(
    stamp,
    userIds.map((userId) => digests.create({ userId, dueAt: '2026-11-21T15:00:00.000Z' })),
  )
  const { remove } = digests
  vi.spyOn(digests, 'remove').mockImplementation((id, ...how) =>
    id.userId === userIds[0] ? failure() : remove(id, ...how),
  )
  await expect(runScheduled(createDigests, now)).rejects.toThrow('1 digests')
  const left = await digests.getMany(
    userIds.map((userId) => ({ userId })),
    consistent,
  )
  expect(left.flatMap((row) => (row ? [row.userId] : []))).toEqual([userIds[0]])
})

it('due emails are queued after one that is not taken by the queue', async () => {
  const emailIds = ['1', '2', '3'].map((each) => `o${'1'.repeat(11)}.m${each.repeat(11)}`)
  const row = {
    state: 'waiting',
    authorId: 'writer',
    subject: '',
    beginning: '',
    to: { teamIds: [] as string[] },
  } as const
  const names = { orgUnitName: '', organizationName: '', timezone: 'UTC', from: '', listedAt: stamp.at }
  await putIn(
    stamp,
    emailIds.map((emailId) => emails.create({ ...row, ...names, emailId, dueAt: now })),
  )
  const queued: string[] = []
  vi.spyOn(sqs, 'send').mockImplementation((({ input }: { input: { MessageBody: string } }) => {
    if (input.MessageBody.includes(emailIds[0] ?? '')) return Promise.reject(new Error('broken'))
    queued.push((JSON.parse(input.MessageBody) as { pk: string }).pk)
    return Promise.resolve({})
  }) as never)
  await expect(runScheduled(queueEmails, now)).rejects.toThrow('1 emails')
  expect(queued.toSorted()).toEqual(emailIds.slice(1).map((emailId) => emails.key({ emailId }).pk))
})

it('support threads are mailed however many are due, and after one that fails', async () => {
  const threadIds = many.map((i) => `asker-${String(i).padStart(3, '0')}`)
  const row = { state: 'answered', seq: 2, readSeq: 1, lastText: '', day: '2026-11-21', onDay: 1 } as const
  await putIn(
    stamp,
    threadIds.map((threadId, i) =>
      supportThreads.create({
        ...{ ...row, threadId, since: stamp.at, lastAt: stamp.at },
        mailAt: new Date(Date.parse('2026-11-21T15:00:00Z') + i).toISOString(),
      }),
    ),
  )
  const { change } = supportThreads
  vi.spyOn(supportThreads, 'change').mockImplementation((id, ...how) =>
    id.threadId === threadIds[0] ? failure() : change(id, ...how),
  )
  await expect(runScheduled(mailSupport, now)).rejects.toThrow('1 support threads')
  const found = await supportThreads.getMany(
    threadIds.map((threadId) => ({ threadId })),
    consistent,
  )
  expect(found.flatMap((thread) => (thread?.mailAt === undefined ? [] : [thread.threadId]))).toEqual([threadIds[0]])
})

it('registration entries are settled however many there are', async () => {
  const { organizationId } = await aClub()
  const registrationId = `${organizationId}.${newPart('r')}`
  const entries = many.map((i): RegistrationEntry => {
    const at = new Date(Date.parse('2026-11-21T15:00:00Z') + i).toISOString()
    return {
      ...{ registrationId, playerId: `${organizationId}.${newPart('p')}`, userId: 'rosa', isNew: true },
      ...{ firstName: 'Nora', lastName: 'Moreno', optionIds: [], addOns: [], answers: { name: ['Nora'] }, signed: [] },
      ...{ payBy: 'NONE', absorbFees: true, parts: [], feeId: '', state: 'cancelled', discountInCents: 0 },
      ...{ totalInCents: 0, feeInCents: 0, registeredAt: at, place: `ENTRY#${at}`, answersGoAt: at },
    } as never
  })
  await putIn(
    stamp,
    entries.map((entry) => registrationEntries.create(entry)),
  )
  const { change } = registrationEntries
  vi.spyOn(registrationEntries, 'change').mockImplementation((id, ...how) =>
    id.playerId === entries[0]?.playerId ? failure() : change(id, ...how),
  )
  await expect(runScheduled(lapse, now)).rejects.toThrow('1 registration entries')
  const left = await registrationEntries.getMany(entries, consistent)
  expect(left.flatMap((entry) => (entry?.answersGoAt === undefined ? [] : [entry.playerId]))).toEqual([
    entries[0]?.playerId,
  ])
})

it('holds of places are looked at however many have lapsed', async () => {
  const { organizationId } = await aClub()
  const registrationId = `${organizationId}.${newPart('r')}`
  const ids = many.map(() => ({ registrationId, playerId: `${organizationId}.${newPart('p')}` }))
  await putIn(
    stamp,
    ids.map((id) => registrationEntries.create({ ...id, heldUntil: '2026-11-21T15:00:00.000Z' } as never)),
  )
  const read = vi.spyOn(registrationEntries, 'get')
  await runScheduled(lapse, now)
  const readIds = new Set(read.mock.calls.map(([{ playerId }]) => playerId))
  expect(ids.filter(({ playerId }) => !readIds.has(playerId))).toEqual([])
})

it('clubs whose trial ends soon are mailed after one that fails', async () => {
  const clubs = inOrder([await aClub(), await aClub()])
  const row = { plan: 'monthly', priceId: 'p', teams: 2, status: 'trialing', attempt: 1, startedBy: 'x' } as never
  await putIn(
    stamp,
    clubs.map(({ organizationId }) =>
      subscriptions.create({ ...(row as object), organizationId, trialEnd: '2026-11-22' } as never),
    ),
  )
  const { change } = subscriptions
  vi.spyOn(subscriptions, 'change').mockImplementation((id, ...how) =>
    id.organizationId === clubs[0].organizationId ? failure() : change(id, ...how),
  )
  await expect(runScheduled(remindOfTrials, now)).rejects.toThrow('1 clubs')
  const told = (await subscriptions.getMany(clubs, consistent)).map((found) => found?.toldDaysBefore)
  expect(told).toEqual([undefined, 1])
})

it('the figures of the day are stored though the line of one club cannot be written', async () => {
  const clubs = [await aClub(), await aClub()] as const
  const { upsert } = clubLines
  vi.spyOn(clubLines, 'upsert').mockImplementation((id, ...how) =>
    id.organizationId === clubs[0].organizationId ? failure() : upsert(id, ...how),
  )
  await expect(runScheduled(countFigures, now)).rejects.toThrow('1 clubs')
  expect(await clubLines.get(clubs[1], consistent)).toMatchObject({ name: 'Springfield FC' })
  expect((await figures.get({ day: '2026-11-21' }, consistent))?.clubs).toBeGreaterThanOrEqual(2)
})

it('old chat messages of other clubs are deleted after those of one club cannot be read', async () => {
  const clubs = [await aClub(), await aClub()]
  await putIn(
    stamp,
    clubs.map(({ organizationId }) => chatRules.create({ organizationId, limited: organizationId, keepMonths: 12 })),
  )
  const read = vi.spyOn(conversations, 'ofClub').mockImplementationOnce(failure)
  await expect(runScheduled(cleanChats, now)).rejects.toThrow('1 clubs')
  expect(new Set(read.mock.calls.map(([organizationId]) => organizationId))).toEqual(
    new Set(clubs.map(({ organizationId }) => organizationId)),
  )
})
