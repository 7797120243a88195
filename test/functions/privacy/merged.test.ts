import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { expect, it } from 'vitest'
import { handler as eraseDue } from '#functions/privacy/eraseHandler.ts'
import { gather } from '#functions/privacy/gather.ts'
import { guardians } from '#functions/table/guardians.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { merges } from '#functions/table/merges.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { leftPlaces } from '#functions/table/leftPlaces.ts'
import { families, playerPartition, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { all, write } from '#functions/table/table.ts'
import { call, userPool } from '../call.ts'
import { newPart, stamp } from '../club.ts'
import { aRegistration, entryOf, fillIn, letLand, sendOff } from '../register/registering.ts'
import { agrees, mergeId, miaTwice, send, undo } from '../teams/merging.ts'

it('what is kept of a merge names nobody whose account was erased, and can be taken back without them', async () => {
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
  await agrees(userId, twin, [`${organizationId}.${newPart('w')}`], stamp.at)
  const id = mergeId()
  expect((await send(club, id, mia, twin)).status).toBe(200)
  const said = async () => JSON.stringify(await merges.get({ organizationId, mergeId: id }, { consistent: true }))
  for (const word of [name, email, userId]) expect(await said()).toContain(word)

  await call('POST /rest-api/privacy/erasure', { as: userId, now: '2026-11-01T18:00:00.000Z' })
  await eraseDue({ time: '2026-11-08T18:00:00.000Z' })
  for (const word of [name, email]) expect(await said()).not.toContain(word)
  expect((await undo(club, id)).status).toBe(200)
  const again = await playerDetails.get({ playerId: twin }, { consistent: true })
  expect(again?.contacts?.map((each) => each.name)).toEqual(['Aunt'])
  expect((await families.of({ playerId: twin })).map((each) => each.userId)).not.toContain(userId)
})

it('a place that came along by a merge is in the copy of who may see and pay it, and says nothing more of whose account was erased', async () => {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const { club, twin, mia } = await miaTwice()
  const [userId, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@gone.example`]
  await write(stamp, profiles.create({ userId, email, firstName: 'Uma', lastName: 'Roy' }))
  await families.join(stamp, { playerId: twin, userId, relation: 'own' })
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(userId, registrationId, 'Zelda', { playerId: twin })
  expect((await sendOff(userId, [registrationPlayerId], 10_000)).status).toBe(200)
  const copied = async (as: string) =>
    ((await gather(as, async () => {}))['Registration entry'] ?? []).map(
      (entry) => (entry as { ownerId?: string }).ownerId,
    )
  expect(await copied(club.user('parent'))).toEqual([])
  await letLand(registrationPlayerId)
  expect((await send(club, mergeId(), mia, twin)).status).toBe(200)
  expect(await copied(club.user('parent'))).toEqual([mia])
  expect(await copied(club.user('fan'))).toEqual([mia])

  for (const other of await families.of({ playerId: mia }))
    if (other.userId !== userId) await write(stamp, ...families.leave({ ...other, playerId: mia }))
  await call('POST /rest-api/privacy/erasure', { as: userId, now: '2026-11-01T18:00:00.000Z' })
  await eraseDue({ time: '2026-11-08T18:00:00.000Z' })
  expect((await entryOf(registrationPlayerId))?.answers).toEqual({})
})

it('who had left the club before is named nowhere there once their account is erased', async () => {
  userPool.on(AdminDeleteUserCommand).resolves({})
  const { club, twin, mia } = await miaTwice()
  const { organizationId } = club
  const [userId, email] = [crypto.randomUUID(), `${crypto.randomUUID()}@gone.example`]
  const name = 'Quimby-Zanzibar'
  await write(stamp, profiles.create({ userId, email, firstName: name, lastName: name }))
  await families.join(stamp, { playerId: twin, userId, relation: 'own' })
  await write(stamp, guardians.create({ playerId: twin, guardianId: 'g9', name, email }))
  const agreementId = `${organizationId}.${newPart('w')}`
  await agrees(userId, twin, [agreementId], stamp.at)
  const registrationId = await aRegistration(club)
  const { registrationPlayerId } = await fillIn(userId, registrationId, 'Zelda', { playerId: twin })
  expect((await sendOff(userId, [registrationPlayerId], 10_000)).status).toBe(200)
  await letLand(registrationPlayerId)
  const id = mergeId()
  expect((await send(club, id, mia, twin)).status).toBe(200)
  const left = await call('POST /rest-api/families/leave', { as: userId, body: { playerId: mia } })
  expect(left.status).toBe(200)

  await call('POST /rest-api/privacy/erasure', { as: userId, now: '2026-11-01T18:00:00.000Z' })
  await eraseDue({ time: '2026-11-08T18:00:00.000Z' })
  const merge = await merges.get({ organizationId, mergeId: id }, { consistent: true })
  const signed = await all({ pk: playerPartition({ playerId: mia }), from: ' ', to: '~', consistent: true })
  for (const word of [name, email]) {
    expect(JSON.stringify(merge)).not.toContain(word)
    expect(JSON.stringify(signed)).not.toContain(word)
    expect(JSON.stringify((await entryOf(registrationPlayerId))?.signed)).not.toContain(word)
  }
  expect(await leftPlaces.of({ userId })).toEqual([])
  expect((await undo(club, id)).status).toBe(200)
})
