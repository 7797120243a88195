import { describe, expect, it } from 'vitest'
import { isAccessTaken, restoreAccess } from '#functions/access/restoreAccess.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { families, players } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { writeLink } from '#functions/http/links.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { laterInstant, mergeId, miaTwice, sendMerge, undoMerge } from './merging.ts'

const email = 'nan@family.example'
/** A club that knows no address of Nan, who is family of these players. */
async function nanWith(...playerIds: ((known: Awaited<ReturnType<typeof miaTwice>>) => string)[]) {
  const known = await miaTwice()
  const nan = known.club.user('nan')
  await write(stamp, profiles.create({ userId: nan, firstName: 'Nan', lastName: 'Moreno', email }))
  for (const idOf of playerIds) await families.join(stamp, { playerId: idOf(known), userId: nan, relation: 'own' })
  return { ...known, nan }
}
const removeFrom = (club: Club, playerId: string, userId: string, now?: string) =>
  call('POST /rest-api/families/player/{playerId}/remove', {
    ...{ as: club.user('admin'), playerId, body: { userId } },
    ...(now !== undefined && { now }),
  })
const isTaken = async (userId: string, playerId: string) => {
  const player = await players.get({ playerId }, { consistent: true })
  return player && isAccessTaken(userId, player)
}

describe('access that was taken to a player who is merged afterwards', () => {
  it('counts for the kept player, without any fee of the other, until the club lets them in', async () => {
    const { club, twin, mia, nan } = await nanWith(({ twin }) => twin)
    await removeFrom(club, twin, nan)
    await sendMerge(club, mergeId(), mia, twin)
    expect(await isTaken(nan, mia)).toBe(true)
    await write(stamp, ...(await restoreAccess(nan, [mia])))
    expect(await isTaken(nan, mia)).toBe(false)
  })

  it('is not regained by a further merge with a player whose family they are', async () => {
    const { club, twin, mia, nan } = await nanWith(
      ({ twin }) => twin,
      ({ club }) => club.leo.playerId,
    )
    await removeFrom(club, twin, nan)
    await sendMerge(club, mergeId(), mia, twin)
    expect((await sendMerge(club, mergeId(), mia, club.leo.playerId)).refusal.code).toBe('taken_is_family')
  })

  it('is not regained by an earlier invitation to the kept player', async () => {
    const { club, twin, mia, nan } = await nanWith(({ twin }) => twin)
    const invitation = { playerId: mia, invitationId: newPart('invitation') }
    const [invitedAt, removedAt] = ['2026-11-18T12:00:00Z', '2026-11-19T12:00:00Z']
    await write(
      stamp,
      familyInvitations.create({
        ...{ ...invitation, email, name: 'Nan', relation: 'own', playerIds: [mia] },
        ...{ invitedBy: club.user('admin'), invitedAt, state: 'open' },
      }),
    )
    await removeFrom(club, twin, nan, removedAt)
    await sendMerge(club, mergeId(), mia, twin)
    const token = await writeLink('join', {
      ...{ about: mia, userId: nan, made: invitedAt, ends: laterInstant, data: [invitation.invitationId] },
    })
    const accepted = await call('POST /rest-api/families/invitation/accept', { as: nan, body: { token } })
    expect(accepted.refusal.code).toBe('invitation_gone')
    expect(await families.get({ playerId: mia, userId: nan })).toBeUndefined()
  })

  it('taken during the merge, it is taken to both players once that is undone', async () => {
    const { club, twin, mia, nan } = await nanWith(({ twin }) => twin)
    const id = mergeId()
    await sendMerge(club, id, mia, twin)
    expect((await removeFrom(club, mia, nan, '2026-11-25T12:00:00Z')).status).toBe(200)
    expect((await undoMerge(club, id)).status).toBe(200)
    expect([await isTaken(nan, twin), await isTaken(nan, mia)]).toEqual([true, true])
    // Who has left by themselves may be let in.
    expect(await isTaken(club.user('fan'), twin)).toBe(false)
  })
})
