// own: mail goes to a service of its own
import { expect, it } from 'vitest'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithPost, emailOf } from '../today/coachRequests.ts'

const post = openPost()
const atWork = 'dad@work.example'

let last = 0
/** The club removes Dad's access to Mia; `invite` and `accept` are of new invitations. */
async function dadRemoved() {
  const club = await aClubWithPost()
  const { playerId } = club.mia
  const admin = { as: club.user('admin'), playerId }
  const remove = () =>
    call('POST /rest-api/families/player/{playerId}/remove', { ...admin, body: { userId: club.user('parent') } })
  const invite = (as: 'coach' | 'admin', email: string, more: { relation?: 'following' } = {}) =>
    call('POST /rest-api/families/player/{playerId}/invite', {
      as: club.user(as),
      playerId,
      body: {
        invitationId: `invitation${String(++last).padStart(8, '0')}`,
        ...{ email, name: 'Dad', relation: 'own' as const, ...more },
        ...(as === 'coach' && { teamId: club.falcons.teamId }),
      },
    })
  return { club, remove, invite, dad: emailOf(club, 'parent') }
}

async function accept(club: Club, email: string) {
  await post.deliver()
  const mail = post.mails.findLast(({ to }) => to === email)
  const token = /\/invitation#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  return call('POST /rest-api/families/invitation/accept', { as: club.user('parent'), body: { token } })
}
const accessOf = async (club: Club) => {
  const { body } = await call('GET /api/v1/playersAndTeams', { as: club.user('parent') })
  return [body.players.map(({ name }) => name), body.following.map(({ name }) => name)]
}

it('access that the club has taken is not given back by a coach of a team, but by the club', async () => {
  const { club, remove, invite, dad } = await dadRemoved()
  await remove()
  expect((await invite('coach', dad)).refusal.code).toBe('access_taken_by_club')
  expect((await invite('coach', dad, { relation: 'following' })).status).toBe(200)
  await post.deliver()
  expect((await invite('admin', dad)).status).toBe(200)
  expect((await accept(club, dad)).status).toBe(200)
  expect(await accessOf(club)).toEqual([['Mia Moreno'], []])
})

it('nor by a coach’s invitation to an address that is not known as theirs; the club’s is accepted', async () => {
  const { club, remove, invite } = await dadRemoved()
  await remove()
  expect((await invite('coach', atWork)).status).toBe(200)
  expect((await accept(club, atWork)).refusal.code).toBe('invitation_gone')
  expect(await accessOf(club)).toEqual([[], []])
  expect((await invite('admin', atWork)).status).toBe(200)
  expect((await accept(club, atWork)).status).toBe(200)
  expect(await accessOf(club)).toEqual([['Mia Moreno'], []])
})
