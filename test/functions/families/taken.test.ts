// own: mail goes to a service of its own
import { describe, expect, it } from 'vitest'
import { guardians } from '#functions/table/guardians.ts'
import { write } from '#functions/table/table.ts'
import type { GuardianRight } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithPost, emailOf } from '../today/coachRequests.ts'
import { aRow, importRows, undo } from './importing.ts'

const INVITE = 'POST /rest-api/families/player/{playerId}/invite'

const post = openPost()

let last = 0
/** `unlessReached`: as part of inviting all families that are not here yet. */
async function invite(
  club: Club,
  email: string,
  { playerId = club.mia.playerId, unlessReached = false, now = '2026-11-21T18:00:00Z' } = {},
) {
  const invitationId = `invitation${String(++last).padStart(8, '0')}`
  const body = { invitationId, email, name: 'Dad', relation: 'own' as const, unlessReached }
  return call(INVITE, { as: club.user('admin'), playerId, body, now })
}
const together = { unlessReached: true }
/** Uses the link of the last mail to an address. */
async function useLink(club: Club, as: string, email: string) {
  await post.deliver()
  const mail = post.mails.findLast(({ to }) => to === email)
  const token = /\/invitation#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return call('POST /rest-api/families/invitation/accept', { as: club.user(as), body: { token } })
}
async function accept(club: Club, as: string, email = emailOf(club, as)) {
  expect((await useLink(club, as, email)).status).toBe(200)
}
const known = (club: Club, { playerId }: { playerId: string }, email: string, householdId?: string) =>
  write(
    stamp,
    guardians.create({ playerId, guardianId: newPart('g'), name: 'Dad', email, ...(householdId && { householdId }) }),
  )
const takeAway = (club: Club, whom = 'parent', now?: string) =>
  call('POST /rest-api/families/player/{playerId}/remove', {
    as: club.user('admin'),
    playerId: club.mia.playerId,
    body: { userId: club.user(whom) },
    ...(now && { now }),
  })
const leave = (club: Club, as: string, now?: string) =>
  call('POST /rest-api/families/leave', {
    as: club.user(as),
    body: { playerId: club.mia.playerId },
    ...(now && { now }),
  })
const limit = (club: Club, whose: string, lacks: GuardianRight[]) =>
  call('PUT /rest-api/families/player/{playerId}/rights', {
    as: club.user('admin'),
    playerId: club.mia.playerId,
    body: { userId: club.user(whose), lacks },
  })

/** The people that "Invite families" offers for a player. */
async function offered({ user, organizationId, mia }: Club, { playerId } = mia) {
  const asked = { as: user('admin'), orgUnitId: organizationId, query: {} }
  const { players } = (await call('GET /rest-api/families/uninvited/{orgUnitId}', asked)).body
  return players.flatMap(({ id, grownUps }) => (id === playerId ? grownUps.map(({ email }) => email) : []))
}
/** The people on the page of Mia's family, with when their access was taken. */
async function onPage({ user, mia }: Club) {
  const asked = { as: user('admin'), playerId: mia.playerId, query: {} }
  const { contacts } = (await call('GET /rest-api/families/player/{playerId}', asked)).body
  return contacts.map(({ email, accessTakenAt }) => [email, accessTakenAt] as const)
}
const players = async (club: Club, as: string) =>
  (await call('GET /api/v1/playersAndTeams', { as: club.user(as) })).body.players.map(({ name }) => name)

describe('a guardian whose access the club has taken', () => {
  it('is not offered for bulk invitations, but can be invited individually', async () => {
    const club = await aClubWithPost()
    const dad = emailOf(club, 'parent')
    await known(club, club.mia, dad)
    await known(club, club.mia, 'aunt@club.example')
    expect((await takeAway(club)).status).toBe(200)
    expect(await offered(club)).toEqual(['aunt@club.example'])
    expect((await invite(club, dad, together)).refusal.code).toBe('access_taken')
    expect(new Map(await onPage(club))).toEqual(
      new Map([
        ['aunt@club.example', null],
        [dad, expect.stringMatching(/^2026-11-21T/)],
      ]),
    )
    expect((await invite(club, dad)).status).toBe(200)
    await accept(club, 'parent')
    expect(await players(club, 'parent')).toEqual(['Mia Moreno'])
    await leave(club, 'parent')
    expect(await onPage(club)).toContainEqual([dad, null])
  })

  it('is also recognized by the address of their invitation', async () => {
    const club = await aClubWithPost()
    await known(club, club.mia, 'dad@work.example')
    await invite(club, 'dad@work.example')
    await accept(club, 'nobody', 'dad@work.example')
    await takeAway(club, 'nobody')
    expect(await offered(club)).toEqual([])
    expect((await invite(club, 'dad@work.example', together)).refusal.code).toBe('access_taken')
  })

  it.each([
    [[], true],
    [['answers'], false],
  ] as [GuardianRight[], boolean][])(
    'is not one who has left voluntarily: with the rights %j removed before leaving, being offered is %s',
    async (lacks, isOffered) => {
      const club = await aClubWithPost()
      const dad = emailOf(club, 'parent')
      await known(club, club.mia, dad)
      await limit(club, 'parent', lacks)
      await leave(club, 'parent')
      expect((await offered(club)).includes(dad)).toBe(isOffered)
      expect((await invite(club, dad, together)).status).toBe(isOffered ? 200 : 412)
    },
  )

  it.each(['taken away', 'left with limited rights'] as const)(
    'does not return by an invitation that was sent to another address before: %s',
    async (how) => {
      const club = await aClubWithPost()
      const [home, work] = [emailOf(club, 'nobody'), `work.${emailOf(club, 'nobody')}`]
      for (const email of [home, work]) await invite(club, email)
      await accept(club, 'nobody', home)
      const then = '2026-11-21T18:05:00Z'
      await limit(club, 'nobody', ['sees'])
      await (how === 'taken away' ? takeAway(club, 'nobody', then) : leave(club, 'nobody', then))
      expect((await useLink(club, 'nobody', work)).refusal.code).toBe('invitation_gone')
      expect(await players(club, 'nobody')).toEqual([])
      // Somebody else who has that address is let in, and they themselves by a new invitation.
      await invite(club, home, { now: '2026-11-21T18:10:00Z' })
      await accept(club, 'nobody', home)
      await accept(club, 'fan', work)
      expect(await players(club, 'nobody')).toEqual(['Mia Moreno'])
    },
  )

  it('does not regain access by an invitation to a sibling in the same imported household', async () => {
    const club = await aClubWithPost()
    const dad = emailOf(club, 'parent')
    const rows = ['Mia Moreno', 'Leo Moreno'].map((name, i) =>
      aRow(i + 2, name, { guardians: [{ name: 'Dad', email: dad }], household: 'Moreno' }),
    )
    await importRows(club, rows)
    await takeAway(club)
    await importRows(club, rows)
    const row = (await guardians.of(club.mia)).find(({ email }) => email === dad)
    expect(row).toMatchObject({ householdId: expect.any(String), accessTakenAt: expect.any(String) })
    expect(await offered(club)).toEqual([])
    expect(await offered(club, club.leo)).toEqual([dad])
    expect((await invite(club, dad, { ...club.leo, ...together })).body).toEqual({})
    await accept(club, 'parent')
    expect(await players(club, 'parent')).toEqual(['Leo Moreno'])
  })

  it('is still recognized after the import that recorded them was undone and repeated', async () => {
    const club = await aClubWithPost()
    const dad = emailOf(club, 'parent')
    const rows = [aRow(2, 'Mia Moreno', { guardians: [{ name: 'Dad', email: dad }] })]
    const done = await importRows(club, rows)
    await takeAway(club)
    await undo(done)
    await importRows(club, rows)
    expect(await offered(club)).toEqual([])
  })
})
