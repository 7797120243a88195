import { describe, expect, it } from 'vitest'
import { restoreAccess } from '#functions/access/restoreAccess.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { guardians } from '#functions/table/guardians.ts'
import { meOf } from '#functions/table/me.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { mergeId, miaTwice, sendMerge } from './merging.ts'

const email = 'nan@family.example'
const nanOf = (club: Club, address = email) => {
  const userId = club.user('nan')
  return profiles.create({ userId, firstName: 'Nan', lastName: 'Moreno', email: address })
}
/** The club has taken Nan's access to one player, and she is family of the other. */
async function taken(club: Club, from: string, of: string, relation: 'own' | 'following' = 'own') {
  await write(
    stamp,
    guardians.create({ playerId: from, guardianId: newPart('g'), name: 'Nan', email, accessTakenAt: stamp.at }),
  )
  await families.join(stamp, { playerId: of, userId: club.user('nan'), relation })
}
const preview = (club: Club, keepId: string, goneId: string) =>
  call('GET /rest-api/duplicates/{orgId}/preview', {
    as: club.user('admin'),
    orgId: club.organizationId,
    query: { keepId, goneId },
  })

describe('a guardian whose access the club has taken', () => {
  it.each(['kept', 'gone'])('does not regain it by a merge: access taken to the player who is %s', async (which) => {
    const { club, twin, mia } = await miaTwice()
    await write(stamp, nanOf(club))
    await taken(club, mia, twin)
    const [keep, gone] = which === 'kept' ? [mia, twin] : [twin, mia]
    expect((await preview(club, keep, gone)).refusal.code).toBe('taken_is_family')
    expect((await sendMerge(club, mergeId(), keep, gone)).refusal.code).toBe('taken_is_family')
    const { access } = await meOf({ userId: club.user('nan') })
    expect(access.players.map(({ id }) => id)).toEqual([twin])
    // Once she is removed there, a merge makes her family of neither.
    const body = { userId: club.user('nan') }
    await call('POST /rest-api/families/player/{playerId}/remove', { as: club.user('admin'), playerId: twin, body })
    expect((await sendMerge(club, mergeId(), keep, gone)).status).toBe(200)
    expect((await meOf({ userId: club.user('nan') })).access.players).toEqual([])
  })

  it('is also recognized by the address of an earlier invitation', async () => {
    const { club, twin, mia } = await miaTwice()
    await write(stamp, nanOf(club, 'nan@work.example'))
    await taken(club, mia, twin)
    await write(
      stamp,
      familyInvitations.create({
        ...{ playerId: mia, invitationId: newPart('invitation'), email, name: 'Nan', relation: 'own' },
        ...{ playerIds: [mia], invitedBy: club.user('admin'), invitedAt: stamp.at },
        ...{ state: 'accepted', acceptedBy: club.user('nan') },
      }),
    )
    expect((await sendMerge(club, mergeId(), mia, twin)).refusal.code).toBe('taken_is_family')
  })

  it('is also recognized by their account, if the club knows no address of theirs, until it lets them in again', async () => {
    const { club, twin, mia } = await miaTwice()
    const nan = club.user('nan')
    const userId = { userId: nan }
    const admin = { as: club.user('admin'), playerId: mia }
    await write(stamp, nanOf(club))
    await families.join(stamp, { playerId: mia, ...userId, relation: 'own' })
    await call('POST /rest-api/families/player/{playerId}/remove', { ...admin, body: userId })
    await families.join(stamp, { playerId: twin, ...userId, relation: 'own' })
    expect((await sendMerge(club, mergeId(), mia, twin)).refusal.code).toBe('taken_is_family')
    const letIn = await restoreAccess(nan, [mia])
    await write(stamp, ...letIn)
    expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
  })

  it('does not prevent a merge when let in again since, or only following the other player', async () => {
    const { club, twin, mia } = await miaTwice()
    await write(stamp, nanOf(club))
    await taken(club, mia, twin)
    await families.join(stamp, { playerId: mia, userId: club.user('nan'), relation: 'own' })
    expect((await preview(club, mia, twin)).status).toBe(200)
    const other = await miaTwice()
    await write(stamp, nanOf(other.club))
    await taken(other.club, other.mia, other.twin, 'following')
    expect((await preview(other.club, other.mia, other.twin)).status).toBe(200)
  })
})

it('a player cannot be created under the id of a merged player', async () => {
  const { club, twin, mia } = await miaTwice()
  expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
  const add = (as: string, orgUnitId: string) =>
    call('POST /api/v1/addPlayersToTeam', {
      as: club.user(as),
      body: { orgUnitId, playersToAdd: [{ playerId: twin, firstName: 'Mia', lastName: 'Moreno' }] },
    })
  expect((await add('coach', club.falcons.teamId)).refusal.code).toBe('already_there')
  expect((await add('admin', club.organizationId)).refusal.code).toBe('already_there')
  expect(await players.get({ playerId: twin }, { consistent: true })).toBeUndefined()
})
