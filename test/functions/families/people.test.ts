// own: mail goes to a service of its own
import { describe, expect, it } from 'vitest'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { families, players } from '#functions/table/players.ts'
import { familyInvitations, familyInvitedCounts } from '#functions/table/familyInvitations.ts'
import { guardians } from '#functions/table/guardians.ts'
import { write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { aClubWithPost, emailOf } from '../today/coachRequests.ts'

const READ = 'GET /rest-api/families/player/{playerId}'
const INVITE = 'POST /rest-api/families/player/{playerId}/invite'
const WITHDRAW = 'POST /rest-api/families/player/{playerId}/withdraw'
const REMOVE = 'POST /rest-api/families/player/{playerId}/remove'
const HIDE = 'POST /rest-api/families/player/{playerId}/hide'
const OPEN = 'POST /rest-api/families/invitation/read'
const ACCEPT = 'POST /rest-api/families/invitation/accept'

const post = openPost()

const familyOf = async (club: Club, as: string) => {
  const coach = as === 'coach' ? { teamId: club.falcons.teamId } : {}
  return (await call(READ, { as: club.user(as), playerId: club.mia.playerId, query: coach })).body
}
let last = 0
async function invite(
  club: Club,
  as: string,
  relation: 'own' | 'following',
  more: { playerId?: string; invitationId?: string; email?: string; name?: string } = {},
) {
  const { playerId = club.mia.playerId, invitationId = `invitation${String(++last).padStart(8, '0')}` } = more
  const { email = 'Gran@Family.example', name = 'Gran' } = more
  const teamId = as === 'coach' ? { teamId: club.falcons.teamId } : {}
  const body = { invitationId, email, name, relation, ...teamId }
  return { invitationId, ...(await call(INVITE, { as: club.user(as), playerId, body })) }
}
/** The club has recorded these children and their grandmother as one household. */
async function household(club: Club, nth = '0', children = [club.mia, club.leo]) {
  const householdId = `${club.organizationId}.h0000000000${nth}`
  const gran = { guardianId: 'g00000000000', name: 'Gran', email: 'gran@family.example', householdId }
  for (const { playerId } of children)
    await write(stamp, guardians.upsert({ playerId, guardianId: gran.guardianId }, { set: { ...gran, playerId } }))
}
async function linkMailed(): Promise<string> {
  await post.deliver()
  return /\/invitation#(\S+)/.exec(post.mails.at(-1)?.text ?? '')?.[1] ?? ''
}
const accept = (club: Club, as: string, token: string) => call(ACCEPT, { as: club.user(as), body: { token } })
const mine = async (club: Club, as: string) => {
  const { body } = await call('GET /api/v1/playersAndTeams', { as: club.user(as) })
  return { players: body.players.map(({ name }) => name), following: body.following.map(({ name }) => name) }
}

describe('an invitation to a family', () => {
  it('by the coach is accepted once, also by an account created later', async () => {
    const club = await aClubWithPost()
    expect((await invite(club, 'coach', 'own')).status).toBe(200)
    const token = await linkMailed()
    expect(post.mails).toHaveLength(1)
    expect(post.mails[0]).toMatchObject({ to: 'gran@family.example', subject: 'Springfield FC: Mia is on Touchline' })
    const opened = await call(OPEN, { as: undefined, body: { token } })
    expect(opened.body).toEqual({
      player: { firstName: 'Mia' },
      also: [],
      club: 'Springfield FC',
      relation: 'own',
      themselves: false,
      state: 'open',
    })
    const taken = await accept(club, 'gran', token)
    expect([taken.status, taken.body.state]).toEqual([200, 'accepted'])
    expect(await mine(club, 'gran')).toEqual({ players: ['Mia Moreno'], following: [] })
    expect((await accept(club, 'gran', token)).status).toBe(200)
    expect((await accept(club, 'nobody', token)).refusal.code).toBe('link_used')
    expect(await mine(club, 'nobody')).toEqual({ players: [], following: [] })
  })

  it('to the player themselves addresses them rather than their family', async () => {
    const club = await aClubWithPost()
    await invite(club, 'admin', 'own', { name: 'mia  MORENO' })
    const token = await linkMailed()
    expect(post.mails.at(-1)?.text).toContain('answer whether you are coming')
    expect(post.mails.at(-1)?.text).not.toContain('family')
    expect((await call(OPEN, { as: undefined, body: { token } })).body.themselves).toBe(true)
  })

  it('is accepted by only one of two concurrent requests', async () => {
    const club = await aClubWithPost()
    await invite(club, 'admin', 'following')
    const token = await linkMailed()
    const both = await Promise.all(['gran', 'nobody'].map((as) => accept(club, as, token)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412])
    const follow = await Promise.all(['gran', 'nobody'].map((as) => mine(club, as)))
    expect(follow.flatMap(({ following }) => following)).toEqual(['Mia Moreno'])
  })

  it('by a family makes a follower; only the club invites family', async () => {
    const club = await aClubWithPost()
    expect((await invite(club, 'parent', 'own')).refusal.code).toBe('not_allowed')
    expect((await invite(club, 'parent', 'following')).status).toBe(200)
    const token = await linkMailed()
    await accept(club, 'gran', token)
    expect(await mine(club, 'gran')).toEqual({ players: [], following: ['Mia Moreno'] })
  })

  it('is rejected from a minor’s own account, also for a sibling, and void once its sender is one', async () => {
    const club = await aClubWithPost()
    const { playerId } = club.leo
    const own = (bornOn: string) =>
      write(
        stamp,
        players.change({ playerId }, { set: { bornOn } }),
        playerAccounts.upsert({ userId: club.user('parent') }, { set: { userId: club.user('parent'), playerId } }),
      )
    await own('2014-05-31')
    expect((await invite(club, 'parent', 'following')).refusal.code).toBe('guardian_does')
    await own('1994-05-31')
    expect((await invite(club, 'parent', 'following')).status).toBe(200)
    // A pending invitation is void once its sender is marked as the child's own account.
    const token = await linkMailed()
    await own('2014-05-31')
    expect((await accept(club, 'gran', token)).refusal.code).toBe('invitation_gone')
  })

  it('is not used up by a family member, unless it was sent to them', async () => {
    const club = await aClubWithPost()
    await invite(club, 'parent', 'following')
    const token = await linkMailed()
    expect((await accept(club, 'parent', token)).refusal.code).toBe('family_already')
    expect((await accept(club, 'gran', token)).status).toBe(200)
    expect(await mine(club, 'gran')).toEqual({ players: [], following: ['Mia Moreno'] })
    await invite(club, 'admin', 'own', { email: emailOf(club, 'parent') })
    expect((await accept(club, 'parent', await linkMailed())).body.state).toBe('accepted')
  })

  it('sent again is mailed once, and cannot be used after it was withdrawn', async () => {
    const club = await aClubWithPost()
    const { invitationId } = await invite(club, 'admin', 'own')
    expect((await invite(club, 'admin', 'own', { invitationId })).status).toBe(200)
    const token = await linkMailed()
    expect(post.mails).toHaveLength(1)
    const { playerId } = club.mia
    await call(WITHDRAW, { as: club.user('admin'), playerId, body: { invitationId } })
    expect((await call(OPEN, { as: undefined, body: { token } })).refusal.code).toBe('invitation_gone')
    expect((await accept(club, 'gran', token)).refusal.code).toBe('invitation_gone')
  })

  it('expires after 30 days, and is rejected when altered', async () => {
    const club = await aClubWithPost()
    await invite(club, 'admin', 'own')
    const token = await linkMailed()
    const late = await call(ACCEPT, { as: club.user('gran'), body: { token }, now: '2026-12-22T18:00:00Z' })
    expect(late.refusal.code).toBe('link_expired')
    expect((await accept(club, 'gran', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).refusal.code).toBe(
      'link_altered',
    )
  })

  it('covers all children of a confirmed household with the same address', async () => {
    const club = await aClubWithPost()
    await household(club)
    const gran = { guardianId: 'g00000000000', name: 'Gran', email: 'gran@family.example' }
    await write(stamp, guardians.create({ ...gran, playerId: club.sam.playerId }))
    await invite(club, 'admin', 'own')
    expect((await familyOf(club, 'admin')).invitations.map(({ also }) => also)).toEqual([['Leo']])
    const token = await linkMailed()
    expect(post.mails.at(-1)?.text).toContain('The invitation is also for Leo.')
    expect((await call(OPEN, { as: undefined, body: { token } })).body.also).toEqual(['Leo'])
    await accept(club, 'gran', token)
    expect((await mine(club, 'gran')).players.toSorted()).toEqual(['Leo Moreno', 'Mia Moreno'])
  })

  it('to a sibling does not restore access to a child from whom the guardian was removed', async () => {
    const club = await aClubWithPost()
    await household(club)
    await invite(club, 'admin', 'own')
    await accept(club, 'gran', await linkMailed())
    const { playerId } = club.mia
    await call(REMOVE, { as: club.user('gran'), playerId: club.leo.playerId, body: { userId: club.user('gran') } })
    await household(club, '1')
    await invite(club, 'admin', 'own', { playerId: club.leo.playerId })
    const token = await linkMailed()
    await call(REMOVE, { as: club.user('admin'), playerId, body: { userId: club.user('gran') } })
    await accept(club, 'gran', token)
    expect((await mine(club, 'gran')).players).toEqual(['Leo Moreno'])
    await call(REMOVE, { as: club.user('gran'), playerId: club.leo.playerId, body: { userId: club.user('gran') } })
    await invite(club, 'admin', 'own', { playerId: club.leo.playerId })
    await accept(club, 'gran', await linkMailed())
    expect((await mine(club, 'gran')).players).toEqual(['Leo Moreno'])
  })

  it('by a coach does not cover a child of another team', async () => {
    const club = await aClubWithPost()
    await household(club, '0', [club.mia, club.sam])
    await invite(club, 'coach', 'own')
    expect((await familyOf(club, 'coach')).invitations.map(({ also }) => also)).toEqual([[]])
    await accept(club, 'gran', await linkMailed())
    expect((await mine(club, 'gran')).players).toEqual(['Mia Moreno'])
  })

  it('is void once its sender has lost the right to invite', async () => {
    const club = await aClubWithPost()
    await invite(club, 'coach', 'own')
    const byCoach = await linkMailed()
    await write(
      stamp,
      teamAdministrators.change({ teamId: club.falcons.teamId, userId: club.user('coach') }, { set: { flags: [] } }),
    )
    expect((await call(OPEN, { as: undefined, body: { token: byCoach } })).refusal.code).toBe('invitation_gone')
    expect((await accept(club, 'gran', byCoach)).refusal.code).toBe('invitation_gone')
    await invite(club, 'parent', 'following')
    const byParent = await linkMailed()
    await write(stamp, ...families.limitRights({ playerId: club.mia.playerId, userId: club.user('parent') }, ['sees']))
    expect((await accept(club, 'gran', byParent)).refusal.code).toBe('invitation_gone')
    await write(stamp, ...families.leave({ playerId: club.mia.playerId, userId: club.user('parent'), relation: 'own' }))
    expect((await accept(club, 'gran', byParent)).refusal.code).toBe('invitation_gone')
    expect(await mine(club, 'gran')).toEqual({ players: [], following: [] })
  })

  it('is deleted with its removed sender or addressee', async () => {
    const club = await aClubWithPost()
    const { playerId } = club.mia
    const remove = (whom: string) =>
      call(REMOVE, { as: club.user('admin'), playerId, body: { userId: club.user(whom) } })
    await invite(club, 'parent', 'following')
    await invite(club, 'parent2', 'following')
    await invite(club, 'admin', 'own', { email: emailOf(club, 'parent') })
    expect((await familyOf(club, 'admin')).invitations).toHaveLength(3)
    expect((await remove('parent')).status).toBe(200)
    expect((await familyOf(club, 'admin')).invitations.map(({ relation }) => relation)).toEqual(['following'])
  })

  it.each([
    ['one user', 99, 'parent', 'too_many_sent'],
    ['one club', 499, undefined, 'too_many_invitations'],
  ] as const)(
    'is limited per day for %s: after %i only one more is accepted, even if that is withdrawn',
    async (_whose, sent, who, code) => {
      const club = await aClubWithPost()
      const { playerId } = club.mia
      const { organizationId } = club
      const on = { organizationId, day: '2026-11-21', ...(who && { userId: club.user(who) }) }
      await write(stamp, familyInvitedCounts.upsert(on, { set: { invited: sent } }))
      const once = await invite(club, 'parent', 'following')
      expect(once.status).toBe(200)
      const { invitationId } = once
      expect((await invite(club, 'parent', 'following', { invitationId })).status).toBe(200)
      await call(WITHDRAW, { as: club.user('parent'), playerId, body: { invitationId } })
      expect((await invite(club, 'parent', 'following')).refusal.code).toBe(code)
      expect((await familyOf(club, 'parent')).invitations).toEqual([])
      expect((await familyInvitedCounts.get(on))?.invited).toBe(sent + 1)
    },
  )

  it('is rejected beyond twelve open ones; accepting one makes room', async () => {
    const club = await aClubWithPost()
    const sent = []
    for (let i = 0; i < 13; i++) sent.push(await invite(club, 'admin', 'following'))
    expect(sent.map(({ status }) => status)).toEqual([...Array<number>(12).fill(200), 412])
    const id = { playerId: club.mia.playerId, invitationId: sent[0]!.invitationId }
    const set = { state: 'accepted' as const, acceptedBy: club.user('fan') }
    await write(stamp, familyInvitations.change(id, { set }))
    expect((await invite(club, 'admin', 'following')).status).toBe(200)
  })
})

describe('a family', () => {
  it('sees its members and followers, and the other home’s address unless it is hidden', async () => {
    const club = await aClubWithPost()
    const seen = async (as: string) => (await familyOf(club, as)).people.map(({ userId, email }) => [userId, email])
    const [parent, parent2, fan] = ['parent', 'parent2', 'fan'].map(club.user)
    expect(await seen('parent2')).toEqual([
      [parent2, null],
      [parent, emailOf(club, 'parent')],
      [fan, null],
    ])
    await call(HIDE, {
      as: club.user('parent'),
      playerId: club.mia.playerId,
      body: { userId: club.user('parent'), hidden: true },
    })
    expect(await seen('parent2')).toEqual([
      [parent2, null],
      [parent, null],
      [fan, null],
    ])
    expect(await seen('parent')).toContainEqual([parent, emailOf(club, 'parent')])
    expect(await seen('coach')).toContainEqual([parent, emailOf(club, 'parent')])
    await call(HIDE, {
      as: club.user('parent'),
      playerId: club.mia.playerId,
      body: { userId: club.user('parent'), hidden: false },
    })
    expect(await seen('parent2')).toContainEqual([parent, emailOf(club, 'parent')])
  })

  it.each([
    ['coach', 'parent', 200],
    ['admin', 'fan', 200],
    ['parent', 'fan', 200],
    ['parent', 'parent', 200],
    ['parent', 'parent2', 403],
    ['fan', 'parent', 403],
    ['nobody', 'fan', 403],
  ])('%s removing the access of %s gets %i', async (as, whom, status) => {
    const club = await aClubWithPost()
    const { playerId } = club.mia
    const teamId = as === 'coach' ? { teamId: club.falcons.teamId } : {}
    const answer = await call(REMOVE, { as: club.user(as), playerId, body: { userId: club.user(whom), ...teamId } })
    expect(answer.status).toBe(status)
    const left = (await families.of({ playerId })).map(({ userId }) => userId)
    expect(left.includes(club.user(whom))).toBe(status !== 200)
    // The very next call reflects it.
    const { players, following } = await mine(club, whom)
    expect([...players, ...following].length).toBe(status === 200 ? 0 : 1)
  })
})
