import { beforeEach, describe, expect, it } from 'vitest'
import { writeLink } from '#functions/http/links.ts'
import { organizationAdministrators } from '#functions/table/administrators.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { guardians } from '#functions/table/guardians.ts'
import { meOf } from '#functions/table/me.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { aClub, type Club, newPart, stamp } from '../club.ts'

const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
const ACCEPT = 'POST /rest-api/families/invitation/accept'

it('an invitation with the same id but other data is rejected with saved_before', async () => {
  const club = await aClub()
  const { playerId } = club.mia
  const first = { name: 'Gran', email: 'grna@family.example', relation: 'own' as const }
  const [invitationId, another] = ['a', 'b'].map((letter) => letter.repeat(32))
  const invite = (changes: object = {}) => {
    const body = { invitationId: invitationId ?? '', ...first, ...changes }
    return call(INVITE, { as: club.user('admin'), playerId, body })
  }
  expect((await invite()).status).toBe(200)
  expect((await invite({ email: 'GRNA@family.example' })).status).toBe(200)
  for (const corrected of [{ email: 'gran@family.example' }, { relation: 'following' }, { name: 'Ana' }])
    expect((await invite(corrected)).refusal.code).toBe('saved_before')
  const id = { playerId, invitationId: invitationId ?? '' }
  expect(await familyInvitations.get(id, { consistent: true })).toMatchObject(first)
  expect((await invite({ invitationId: another, email: 'gran@family.example' })).status).toBe(200)
})

describe('an invitation that replaces an open one', () => {
  const gran = { name: 'Gran', email: 'gran@family.example', relation: 'own' as const }
  let club: Club
  let first: string
  /** Sent again by the coach of the Falcons; by others for the club, or for the family. */
  async function invite(as: string, more: { replaces?: string; email?: string; relation?: 'following' } = {}) {
    const invitationId = newPart('invitation')
    const body = { invitationId, ...gran, ...(as === 'coach' && { teamId: club.falcons.teamId }), ...more }
    const { playerId } = club.mia
    return { invitationId, sent: body, ...(await call(INVITE, { as: club.user(as), playerId, body })) }
  }
  const there = (invitationId: string) =>
    familyInvitations.get({ playerId: club.mia.playerId, invitationId }, { consistent: true })
  async function accept(invitationId: string) {
    const [made, ends] = ['2026-11-21T18:00:00Z', '2026-12-21T18:00:00Z']
    const about = { about: club.mia.playerId, userId: club.user('coach'), made, ends }
    const token = await writeLink('join', { ...about, data: [invitationId] })
    expect((await call(ACCEPT, { as: club.user('gran'), body: { token } })).status).toBe(200)
    return (await meOf({ userId: club.user('gran') })).access.players.map(({ id }) => id).toSorted()
  }
  beforeEach(async () => {
    club = await aClub()
    // Sam plays for the Otters, whose players the coach of the Falcons may not edit.
    const householdId = `${club.organizationId}.h00000000000`
    const known = { guardianId: 'g00000000000', name: 'Gran', email: gran.email, householdId }
    for (const { playerId } of [club.mia, club.sam]) await write(stamp, guardians.create({ ...known, playerId }))
    first = (await invite('admin')).invitationId
  })

  it('covers the same children, also those whom the sending coach may not edit', async () => {
    const { invitationId, status } = await invite('coach', { replaces: first })
    expect(status).toBe(200)
    expect(await there(first)).toBeUndefined()
    expect((await there(invitationId))?.playerIds).toEqual([club.mia.playerId, club.sam.playerId])
    expect(await accept(invitationId)).toEqual([club.mia.playerId, club.sam.playerId].toSorted())
  })

  it('covers only children whom its sender may edit, once the first sender has lost their rights', async () => {
    const { organizationId } = club
    await write(
      stamp,
      organizationAdministrators.change({ organizationId, userId: club.user('admin') }, { set: { flags: [] } }),
    )
    const { invitationId } = await invite('coach', { replaces: first })
    expect(await there(invitationId)).toMatchObject({ playerIds: [club.mia.playerId], invitedBy: club.user('coach') })
    expect(await accept(invitationId)).toEqual([club.mia.playerId])
  })

  it('is created once, and allowed at the limit of open invitations', async () => {
    for (let i = 0; i < 11; i++) expect((await invite('admin')).status).toBe(200)
    expect((await invite('admin')).refusal.code).toBe('family_invited')
    const { invitationId, status, sent: body } = await invite('admin', { replaces: first })
    expect(status).toBe(200)
    const { playerId } = club.mia
    expect((await call(INVITE, { as: club.user('admin'), playerId, body })).status).toBe(200)
    expect([await there(first), (await there(invitationId))?.state]).toEqual([undefined, 'open'])
  })

  it('is rejected when that one was accepted, withdrawn, or is not the sender’s to replace', async () => {
    expect((await invite('admin', { replaces: first, email: 'other@family.example' })).refusal.code).toBe(
      'invitation_gone',
    )
    // A family cannot remove an invitation this way that it could not withdraw.
    expect((await invite('parent', { replaces: first, relation: 'following' })).refusal.code).toBe('invitation_gone')
    expect((await invite('parent', { replaces: first })).refusal.code).toBe('not_allowed')
    await accept(first)
    const late = await invite('admin', { replaces: first })
    expect([late.refusal.code, await there(late.invitationId)]).toEqual(['invitation_gone', undefined])
    expect((await invite('admin', { replaces: newPart('invitation') })).refusal.code).toBe('invitation_gone')
    expect((await there(first))?.state).toBe('accepted')
  })
})
