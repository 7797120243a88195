import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { expect, it } from 'vitest'
import { handler as eraseDue } from '#functions/privacy/eraseHandler.ts'
import { guardians } from '#functions/table/guardians.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { merges } from '#functions/table/merges.ts'
import { playerDetails } from '#functions/table/playerDetails.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { call, userPool } from '../call.ts'
import { newPart, stamp } from '../club.ts'
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
