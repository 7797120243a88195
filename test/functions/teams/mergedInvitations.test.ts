import { beforeAll, describe, expect, it } from 'vitest'
import { writers } from '#functions/families/mailWriters.ts'
import { writeLink } from '#functions/http/links.ts'
import { sayIn } from '#functions/mail/say.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { guardians } from '#functions/table/guardians.ts'
import { meOf } from '#functions/table/me.ts'
import { families } from '#functions/table/players.ts'
import { profiles } from '#functions/table/profiles.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { mergeId, miaTwice, sendMerge, undoMerge } from './merging.ts'

const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
const WITHDRAW = 'POST /rest-api/families/player/{playerId}/withdraw'
const READ = 'GET /rest-api/families/player/{playerId}'
const OPEN = 'POST /rest-api/families/invitation/read'
const ACCEPT = 'POST /rest-api/families/invitation/accept'
const email = 'nan@family.example'
const made = '2026-11-21T18:00:00Z'

beforeAll(() => {
  process.env['SITE_URL'] = 'https://app.club.example'
})

const tokenOf = (club: Club, playerId: string, invitationId: string) =>
  writeLink('join', {
    ...{ about: playerId, userId: club.user('admin'), made, ends: '2026-12-21T18:00:00Z' },
    data: [invitationId],
  })
/** Invites Nan to a player; returns the token of the link in her mail. */
async function invite(club: Club, playerId: string, relation: 'own' | 'following' = 'own') {
  const invitationId = newPart('invitation')
  const body = { invitationId, email, name: 'Nan', relation }
  expect((await call(INVITE, { as: club.user('admin'), playerId, body })).status).toBe(200)
  return { invitationId, token: await tokenOf(club, playerId, invitationId) }
}
const accept = (club: Club, token: string, as = 'nan') => call(ACCEPT, { as: club.user(as), body: { token } })
async function accessOf(club: Club, as = 'nan') {
  const { access } = await meOf({ userId: club.user(as) })
  return { own: access.players.map(({ id }) => id), follows: access.following.map(({ id }) => id) }
}
/** The club has recorded Nan and these children as one household. */
async function household(club: Club, children: string[]) {
  const householdId = `${club.organizationId}.h00000000000`
  for (const playerId of children)
    await write(stamp, guardians.create({ playerId, guardianId: newPart('g'), name: 'Nan', email, householdId }))
}

describe('an invitation to the family of a merged player', () => {
  it.each(['own', 'following'] as const)('can still be accepted by its link: %s', async (relation) => {
    const { club, twin, mia } = await miaTwice()
    const { token, invitationId } = await invite(club, twin, relation)
    expect((await sendMerge(club, mergeId(), mia, twin)).status).toBe(200)
    const opened = await call(OPEN, { as: undefined, body: { token } })
    expect(opened.body).toMatchObject({ player: { firstName: 'Mia' }, also: [], relation, state: 'open' })
    const say = sayIn('en')
    const about = { playerId: twin, invitationId }
    expect(await writers.familyInvitation(about, { to: { email }, now: made, say })).toBeDefined()
    expect((await accept(club, token)).status).toBe(200)
    expect(await accessOf(club)).toEqual(relation === 'own' ? { own: [mia], follows: [] } : { own: [], follows: [mia] })
    expect((await accept(club, token)).status).toBe(200)
    expect((await accept(club, token, 'nobody')).refusal.code).toBe('link_used')
  })

  it('is moved back by an undo', async () => {
    const { club, twin, mia } = await miaTwice()
    const { token, invitationId } = await invite(club, twin)
    const there = (playerId: string) => familyInvitations.get({ playerId, invitationId }, { consistent: true })
    const id = mergeId()
    await sendMerge(club, id, mia, twin)
    expect([await there(twin), (await there(mia))?.state]).toEqual([undefined, 'open'])
    expect((await undoMerge(club, id, made)).status).toBe(200)
    expect(await there(mia)).toBeUndefined()
    expect(await there(twin)).toMatchObject({ playerId: twin, playerIds: [twin], email, state: 'open' })
    expect((await accept(club, token)).status).toBe(200)
    expect((await accessOf(club)).own).toEqual([twin])
  })

  it('follows a chain of merges; whoever accepted it becomes family of the invited player after the undos', async () => {
    const { club, twin, mia } = await miaTwice()
    const { token } = await invite(club, twin)
    const [first, second] = [mergeId(), mergeId()]
    await sendMerge(club, first, mia, twin)
    await sendMerge(club, second, club.sam.playerId, mia)
    expect((await accept(club, token)).status).toBe(200)
    expect((await accessOf(club)).own).toEqual([club.sam.playerId])
    expect((await undoMerge(club, second)).status).toBe(200)
    expect((await accessOf(club)).own).toEqual([mia])
    expect((await undoMerge(club, first)).status).toBe(200)
    expect((await accessOf(club)).own).toEqual([twin])
    expect((await families.of({ playerId: twin })).some(({ userId }) => userId === club.user('nan'))).toBe(true)
  })

  it('accepted by a follower of the kept player makes them family of the invited player only, after an undo', async () => {
    const { club, twin, mia } = await miaTwice()
    await families.join(stamp, { playerId: mia, userId: club.user('nan'), relation: 'following' })
    const { token } = await invite(club, twin)
    const id = mergeId()
    await sendMerge(club, id, mia, twin)
    expect((await accept(club, token)).status).toBe(200)
    expect(await accessOf(club)).toEqual({ own: [mia], follows: [] })
    expect((await undoMerge(club, id)).status).toBe(200)
    expect(await accessOf(club)).toEqual({ own: [twin], follows: [mia] })
  })

  it('that was withdrawn, before or after the merge, cannot be accepted', async () => {
    const { club, twin, mia } = await miaTwice()
    const [early, late] = [await invite(club, twin), await invite(club, twin)]
    const withdraw = (playerId: string, invitationId: string) =>
      call(WITHDRAW, { as: club.user('admin'), playerId, body: { invitationId } })
    await withdraw(twin, early.invitationId)
    const id = mergeId()
    await sendMerge(club, id, mia, twin)
    expect((await withdraw(mia, late.invitationId)).status).toBe(200)
    for (const { token } of [early, late]) expect((await accept(club, token)).refusal.code).toBe('invitation_gone')
    await undoMerge(club, id)
    for (const { token } of [early, late]) expect((await accept(club, token)).refusal.code).toBe('invitation_gone')
  })

  it('does not restore access that the club has taken to the kept player', async () => {
    const { club, twin, mia } = await miaTwice()
    const { token } = await invite(club, twin)
    const accessTakenAt = '2026-11-20T12:00:00.000Z'
    await write(stamp, guardians.create({ playerId: mia, guardianId: newPart('g'), name: 'Nan', email, accessTakenAt }))
    await sendMerge(club, mergeId(), mia, twin)
    expect((await accept(club, token)).refusal.code).toBe('invitation_gone')
    expect(await accessOf(club)).toEqual({ own: [], follows: [] })
  })

  it.each(['with the same address', 'with another address of the same guardian'])(
    'to the kept player does not restore, %s, access taken to the removed one, and reopens after an undo',
    async (which) => {
      const { club, twin, mia } = await miaTwice()
      const { token, invitationId } = await invite(club, mia)
      const isSame = which === 'with the same address'
      const known = isSame ? email : `nan-${twin}@work.example`
      const nan = {
        userId: club.user('nan'),
        firstName: 'Nan',
        lastName: 'Moreno',
        email: known,
        emailsBefore: [email],
      }
      const accessTakenAt = '2026-11-20T12:00:00.000Z'
      await write(
        stamp,
        profiles.create(nan),
        ...(isSame ? [] : [emailUsers.create({ email: known, userId: nan.userId })]),
        guardians.create({ playerId: twin, guardianId: newPart('g'), name: 'Nan', email: known, accessTakenAt }),
      )
      const id = mergeId()
      expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
      expect((await accept(club, token)).refusal.code).toBe('invitation_gone')
      expect(await accessOf(club)).toEqual({ own: [], follows: [] })
      expect((await undoMerge(club, id, made)).status).toBe(200)
      const again = await familyInvitations.get({ playerId: mia, invitationId }, { consistent: true })
      expect(again).toMatchObject({ playerId: mia, email, state: 'open' })
      expect((await accept(club, token)).status).toBe(200)
      expect(await accessOf(club)).toEqual({ own: [mia], follows: [] })
    },
  )

  it('is not reopened by an undo if access to the kept player was taken since, under another address', async () => {
    const { club, twin, mia } = await miaTwice()
    const { token, invitationId } = await invite(club, mia)
    const known = `nan-${twin}@work.example`
    const nan = { userId: club.user('nan'), firstName: 'Nan', lastName: 'Moreno', email: known, emailsBefore: [email] }
    const byClub = (playerId: string, at: string, accessTakenAt: string) =>
      guardians.create({ playerId, guardianId: newPart('g'), name: 'Nan', email: at, accessTakenAt })
    await write(
      stamp,
      profiles.create(nan),
      emailUsers.create({ email: known, userId: nan.userId }),
      byClub(twin, email, '2026-11-20T12:00:00.000Z'),
    )
    const id = mergeId()
    expect((await sendMerge(club, id, mia, twin)).status).toBe(200)
    await write(stamp, byClub(mia, known, '2026-11-21T12:00:00.000Z'))
    expect((await undoMerge(club, id, made)).status).toBe(200)
    expect(await familyInvitations.get({ playerId: mia, invitationId }, { consistent: true })).toBeUndefined()
    expect((await accept(club, token)).refusal.code).toBe('invitation_gone')
  })

  it('is rejected for the removed player if it was only sent for the kept one', async () => {
    const { club, twin, mia } = await miaTwice()
    const { invitationId } = await invite(club, mia)
    await sendMerge(club, mergeId(), mia, twin)
    const forged = await tokenOf(club, twin, invitationId)
    expect((await accept(club, forged)).refusal.code).toBe('invitation_gone')
  })

  it('of a sibling names the kept player, also on the sibling’s page', async () => {
    const { club, twin, mia } = await miaTwice()
    const leo = club.leo.playerId
    await household(club, [leo, twin])
    const { token } = await invite(club, leo)
    const id = mergeId()
    await sendMerge(club, id, mia, twin)
    expect((await call(OPEN, { as: undefined, body: { token } })).body.also).toEqual(['Mia'])
    const page = await call(READ, { as: club.user('admin'), playerId: leo, query: {} })
    expect(page.body.invitations.map(({ also }) => also)).toEqual([['Mia']])
    expect((await accept(club, token)).status).toBe(200)
    expect((await accessOf(club)).own.toSorted()).toEqual([leo, mia].toSorted())
    expect((await undoMerge(club, id)).status).toBe(200)
    expect((await accessOf(club)).own.toSorted()).toEqual([leo, twin].toSorted())
  })

  it('that names both players counts once', async () => {
    const { club, twin, mia } = await miaTwice()
    await household(club, [mia, twin])
    const { token, invitationId } = await invite(club, twin)
    const sent = await familyInvitations.get({ playerId: twin, invitationId }, { consistent: true })
    expect(sent?.playerIds.toSorted()).toEqual([mia, twin].toSorted())
    await sendMerge(club, mergeId(), mia, twin)
    expect((await call(OPEN, { as: undefined, body: { token } })).body.also).toEqual([])
    expect((await accept(club, token)).status).toBe(200)
    expect((await accessOf(club)).own).toEqual([mia])
  })
})
