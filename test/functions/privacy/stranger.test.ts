import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { expect, it } from 'vitest'
import { gather } from '#functions/privacy/gather.ts'
import { threadOfKey } from '#functions/support/threads.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { guardians } from '#functions/table/guardians.ts'
import { profiles } from '#functions/table/profiles.ts'
import { supportMessages, allSupportRows, supportPlace } from '#functions/table/support.ts'
import { write } from '#functions/table/table.ts'
import { call, userPool } from '../call.ts'
import { aClub, newPart, stamp } from '../club.ts'
import { eraseUser } from './eraseUser.ts'

const ANSWER = 'POST /rest-api/staff/support/{threadId}'
const newKey = () => crypto.randomUUID().replaceAll('-', '')
const addressOf = (name: string) => `${name}-${crypto.randomUUID()}@asked.example`
const visit = (key: string, messageId: string, email: string, text: string) =>
  call('POST /rest-api/support/visitor', { as: undefined, body: { key, messageId, email, text } })

it('support questions asked before signing in are copied for, and erased with, the account of that address', async () => {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const userId = crypto.randomUUID()
  const [email, old, other] = [addressOf('now'), addressOf('old'), addressOf('other')]
  const [own, mixed, earlier, others] = [newKey(), newKey(), newKey(), newKey()]
  await write(
    stamp,
    profiles.create({ userId, email, emailsBefore: [old], firstName: 'Uma', lastName: 'Roy' }),
    emailUsers.create({ email, userId }),
  )
  await visit(own, 'message-1', email.replace('now', 'NOW'), 'Is there a place left?')
  await call(ANSWER, {
    ...{ as: 'stella', groups: ['ROLE_ADMIN'], threadId: threadOfKey(own) },
    body: { messageId: 'answer-01', text: 'There is.' },
  })
  // On a device that someone else has also written from, using this address.
  await visit(mixed, 'message-1', email, 'What does it cost?')
  const threadId = threadOfKey(mixed)
  const more = {
    threadId,
    messageId: 'message-2',
    seq: 2,
    place: supportPlace(2),
    from: 'person' as const,
    email: other,
  }
  await write(stamp, supportMessages.create({ ...more, text: 'What another one asked', sentAt: stamp.at }))
  await visit(earlier, 'message-1', old, 'What whoever has that address asked')
  await visit(others, 'message-1', other, 'What another one asked')

  const copied = async (as: string) =>
    ((await gather(as, async () => {}))['Support message'] ?? []).map((message) => (message as { text: string }).text)
  expect(await copied(userId)).toEqual(['Is there a place left?', 'There is.'])
  // Someone who merely claims the address gets nothing.
  const liar = crypto.randomUUID()
  await write(stamp, profiles.create({ userId: liar, email, firstName: 'Lia', lastName: 'Roy' }))
  expect(await copied(liar)).toEqual([])

  await eraseUser(userId)
  const left = await Promise.all(
    [own, mixed, earlier, others].map(async (key) => (await allSupportRows({ threadId: threadOfKey(key) })).length),
  )
  expect(left).toEqual([0, 0, 0, 2])
})

it('erasing an account leaves what clubs know of its address if that belongs to another account by now', async () => {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const [club, before, now] = [await aClub(), crypto.randomUUID(), crypto.randomUUID()]
  const email = addressOf('passed-on')
  const guardian = { playerId: club.mia.playerId, guardianId: newPart('g'), name: 'Nora Roy', email }
  await write(
    stamp,
    // Its next start would take over its new address.
    profiles.create({ userId: before, email, firstName: 'Uma', lastName: 'Roy' }),
    profiles.create({ userId: now, email, firstName: 'Nora', lastName: 'Roy' }),
    emailUsers.create({ email, userId: now }),
    guardians.create(guardian),
  )
  await eraseUser(before)
  expect(await guardians.get(guardian, { consistent: true })).toMatchObject({ email })
  await eraseUser(now)
  expect(await guardians.get(guardian, { consistent: true })).toBeUndefined()
})
