// own: mail goes to a service of its own
import { expect, it } from 'vitest'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { meOf } from '#functions/table/me.ts'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithPost, emailOf } from '../today/coachRequests.ts'
import { aRow, importRows } from './importing.ts'

const post = openPost()

const invitationId = 'invitation00000001'
const invite = (club: Club, playerId: string, unlessReached: boolean, email = emailOf(club, 'parent')) =>
  call('POST /rest-api/families/player/{playerId}/invite', {
    ...{ as: club.user('admin'), playerId },
    body: { invitationId, email, name: 'Dad', relation: 'own', unlessReached },
  })

/** The club has taken Dad's access to Mia, and imports him afterwards, without having known an address of his. */
async function dadImported(email?: string) {
  const club = await aClubWithPost()
  const dad = email ?? emailOf(club, 'parent')
  const { playerId } = club.mia
  const admin = { as: club.user('admin') }
  await call('POST /rest-api/families/player/{playerId}/remove', {
    ...{ ...admin, playerId, body: { userId: club.user('parent') } },
  })
  const shared = { guardians: [{ name: 'Dad', email: dad }], household: 'Moreno' }
  await importRows(
    club,
    ['Mia Moreno', 'Leo Moreno'].map((name, i) => aRow(i + 2, name, shared)),
  )
  return { club, admin, dad }
}

it('a guardian whose access was taken is not offered for bulk invitations if the club enters them only afterwards', async () => {
  const { club, admin, dad } = await dadImported()
  const offered = async () => {
    const asked = { ...admin, orgUnitId: club.organizationId, query: {} }
    const { players } = (await call('GET /rest-api/families/uninvited/{orgUnitId}', asked)).body
    return players.flatMap(({ id, grownUps }) => (grownUps.some(({ email }) => email === dad) ? [id] : []))
  }
  expect(await offered()).toEqual([club.leo.playerId])
  expect((await invite(club, club.mia.playerId, true)).refusal.code).toBe('access_taken')
  const { contacts } = (
    await call('GET /rest-api/families/player/{playerId}', { ...admin, playerId: club.mia.playerId, query: {} })
  ).body
  expect(contacts).toMatchObject([{ email: dad, accessTakenAt: expect.stringMatching(/^2026-11-21T/) }])
  // It is the club's decision on the player's own page.
  expect((await invite(club, club.mia.playerId, false)).status).toBe(200)
})

it('an invitation to another child of their household is not for that player', async () => {
  const { club } = await dadImported()
  const { playerId } = club.leo
  expect((await invite(club, playerId, true)).status).toBe(200)
  expect((await familyInvitations.get({ playerId, invitationId }))?.playerIds).toEqual([playerId])
})

it('nor does one that was sent to an address that is not their account’s give them that player', async () => {
  const { club, dad } = await dadImported('dad@work.example')
  const as = club.user('parent')
  expect((await invite(club, club.leo.playerId, true, dad)).status).toBe(200)
  await post.deliver()
  const token = /\/invitation#(\S+)/.exec(post.mails.findLast(({ to }) => to === dad)?.text ?? '')?.[1] ?? ''
  expect((await call('POST /rest-api/families/invitation/accept', { as, body: { token } })).status).toBe(200)
  expect((await meOf({ userId: as })).access.players.map(({ id }) => id)).toEqual([club.leo.playerId])
})
