import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { expect, it } from 'vitest'
import { gather } from '#functions/privacy/gather.ts'
import { signatures } from '#functions/table/agreements.ts'
import { invites } from '#functions/table/invites.ts'
import { guardians } from '#functions/table/guardians.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { merges } from '#functions/table/merges.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { leftPlaces } from '#functions/table/leftPlaces.ts'
import { families, playerPartition, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { all, write } from '#functions/table/table.ts'
import { inviteOf } from '#shared/ids.ts'
import { call, userPool } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { aRegistration, entryOf, fillIn, deliverEntry, finalize } from '../register/registering.ts'
import { addAgreed, mergeId, miaTwice, sendMerge, undoMerge } from '../teams/merging.ts'
import { eraseUser } from './eraseUser.ts'

it('an erasure removes the user from a merge record, which can still be undone', async () => {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const { club, twin, mia } = await miaTwice()
  const { organizationId } = club
  const [userId, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@gone.example`]
  const name = 'Quimby-Zanzibar'
  await write(stamp, profiles.create({ userId, email, firstName: name, lastName: name }))
  await families.join(stamp, { playerId: twin, userId, relation: 'own' })
  const contact = { name, relation: 'Parent', email, phone: '' }
  await write(
    stamp,
    playerDetails.change(
      { playerId: twin },
      { set: { contacts: [contact, { ...contact, name: 'Aunt', email: 'a@x.test' }] } },
    ),
    players.change({ playerId: twin }, { set: { contacts: [name, 'Aunt'] } }),
    guardians.create({ playerId: twin, guardianId: 'g9', name, email }),
    familyInvitations.create({
      ...{ playerId: twin, invitationId: 'i1', email, name, relation: 'own', playerIds: [twin] },
      ...{ invitedBy: club.user('coach'), state: 'open', invitedAt: stamp.at },
    } as never),
  )
  await addAgreed(userId, twin, [`${organizationId}.${newPart('w')}`], stamp.at)
  const id = mergeId()
  expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
  const said = async () => JSON.stringify(await merges.get({ organizationId, mergeId: id }, { consistent: true }))
  for (const word of [name, email, userId]) expect(await said()).toContain(word)

  await eraseUser(userId)
  for (const word of [name, email]) expect(await said()).not.toContain(word)
  expect((await undoMerge(club, id)).status).toBe(200)
  const again = await playerDetails.get({ playerId: twin }, { consistent: true })
  expect(again?.contacts?.map((each) => each.name)).toEqual(['Aunt'])
  expect((await families.of({ playerId: twin })).map((each) => each.userId)).not.toContain(userId)
})

it('a registration moved by a merge is in the copies of those who may see it, and its answers are erased', async () => {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const { club, twin, mia } = await miaTwice()
  const [userId, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@gone.example`]
  await write(stamp, profiles.create({ userId, email, firstName: 'Uma', lastName: 'Roy' }))
  await families.join(stamp, { playerId: twin, userId, relation: 'own' })
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(userId, registrationId, 'Zelda', { playerId: twin })
  expect((await finalize(userId, [registrationPlayerId], 10_000)).status).toBe(200)
  const copied = async (as: string) =>
    ((await gather(as, async () => {}))['Registration entry'] ?? []).map(
      (entry) => (entry as { ownerId?: string }).ownerId,
    )
  expect(await copied(club.user('parent'))).toEqual([])
  await deliverEntry(registrationPlayerId)
  expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
  expect(await copied(club.user('parent'))).toEqual([mia])
  expect(await copied(club.user('fan'))).toEqual([mia])

  for (const other of await families.of({ playerId: mia }))
    if (other.userId !== userId) await write(stamp, ...families.leave({ ...other, playerId: mia }))
  await eraseUser(userId)
  expect((await entryOf(registrationPlayerId))?.answers).toEqual({})
})

it('an erasure removes traces of a user who had left the club before', async () => {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const { club, twin, mia } = await miaTwice()
  const { organizationId } = club
  const [userId, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@gone.example`]
  const name = 'Quimby-Zanzibar'
  await write(stamp, profiles.create({ userId, email, firstName: name, lastName: name }))
  await families.join(stamp, { playerId: twin, userId, relation: 'own' })
  await write(stamp, guardians.create({ playerId: twin, guardianId: 'g9', name, email }))
  const agreementId = `${organizationId}.${newPart('w')}`
  await addAgreed(userId, twin, [agreementId], stamp.at)
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(userId, registrationId, 'Zelda', { playerId: twin })
  expect((await finalize(userId, [registrationPlayerId], 10_000)).status).toBe(200)
  await deliverEntry(registrationPlayerId)
  const id = mergeId()
  expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
  const left = await call('POST /rest-api/families/leave', { as: userId, body: { playerId: mia } })
  expect(left.status).toBe(200)

  await eraseUser(userId)
  const merge = await merges.get({ organizationId, mergeId: id }, { consistent: true })
  const signed = await all({ pk: playerPartition({ playerId: mia }), from: ' ', to: '~', consistent: true })
  for (const word of [name, email]) {
    expect(JSON.stringify(merge)).not.toContain(word)
    expect(JSON.stringify(signed)).not.toContain(word)
    expect(JSON.stringify((await entryOf(registrationPlayerId))?.signed)).not.toContain(word)
  }
  expect(await leftPlaces.of({ userId })).toEqual([])
  expect((await undoMerge(club, id)).status).toBe(200)
})

const name = 'Quimby-Zanzibar'
/** A guardian of both, by that name. */
async function aRelative(playerId: string) {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const [userId, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@gone.example`]
  await write(stamp, profiles.create({ userId, email, firstName: name, lastName: name }))
  await families.join(stamp, { playerId, userId, relation: 'own' })
  const erase = () => eraseUser(userId)
  return { userId, email, erase }
}
const said = async (playerId: string) =>
  JSON.stringify(await all({ pk: playerPartition({ playerId }), from: ' ', to: '~', consistent: true }))

it('an erasure removes traces of a user who had left a player merged afterwards', async () => {
  const { club, twin, mia } = await miaTwice()
  const { userId, erase } = await aRelative(twin)
  const agreementId = `${club.organizationId}.${newPart('w')}`
  const at = { agreementId, textVersion: 1, ofAge: false }
  await write(stamp, signatures.create({ ...at, playerId: twin, userId, name, signedAt: stamp.at, from: '' }))
  expect((await call('POST /rest-api/families/leave', { as: userId, body: { playerId: twin } })).status).toBe(200)
  expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
  expect(await said(mia)).toContain(name)
  await erase()
  expect(await said(mia)).not.toContain(name)
})

it('an erasure removes texts about two players who were merged for a while', async () => {
  const { club, twin, mia } = await miaTwice()
  const { userId, erase } = await aRelative(twin)
  const id = mergeId()
  expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
  const inviteId = club.invite(club.mia)
  await write(stamp, invites.change({ inviteId }, { set: { note: name, answeredBy: userId } }))
  expect((await undoMerge(club, id)).status).toBe(200)
  expect((await families.of({ playerId: mia })).map((member) => member.userId)).not.toContain(userId)
  expect(await said(mia)).toContain(name)
  await erase()
  expect(await said(mia)).not.toContain(name)
})

it('an invite left under a merged player is in that family’s copy, and anonymized by an erasure', async () => {
  const { club, twin, mia, scrimmage } = await miaTwice()
  const { userId, erase } = await aRelative(twin)
  expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
  const inviteId = inviteOf(scrimmage.eventId, twin)
  const there = await invites.between(mia, '2026', '2027')
  const moved = there.find((each) => each.inviteId === inviteOf(scrimmage.eventId, mia))
  if (!moved) throw new Error('The invite was not moved.')
  await write(stamp, invites.create({ ...moved, inviteId, note: name, answeredBy: userId, kind: undefined } as never))
  const copied = async (as: string) =>
    ((await gather(as, async () => {}))['Invite'] ?? []).filter(
      (each) => (each as { inviteId: string }).inviteId === inviteId,
    )
  // The merged player's family has it in their copy, as far as the club lets them see the remaining player.
  expect(await copied(club.user('dad'))).toMatchObject([{ name: scrimmage.name, status: 'Accepted', note: name }])
  expect(await copied(club.user('parent'))).toEqual([])
  await write(stamp, ...families.limitRights({ playerId: mia, userId: club.user('dad') }, ['answers', 'sees']))
  const [limited] = await copied(club.user('dad'))
  expect(limited).toMatchObject({ name: scrimmage.name })
  for (const told of ['status', 'note', 'answeredBy']) expect(limited).not.toHaveProperty(told)
  await erase()
  expect(await said(twin)).not.toContain(name)
})
