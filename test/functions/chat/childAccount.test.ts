// own: mail goes to a service of its own
import { describe, expect, it } from 'vitest'
import { handler as requested } from '#functions/today/requestedHandler.ts'
import { organizationAdministrators, teamAdministrators } from '#functions/table/administrators.ts'
import { signatures } from '#functions/table/agreements.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { guardians } from '#functions/table/guardians.ts'
import { families, players } from '#functions/table/players.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { noCard, savedCards } from '#functions/table/savedCards.ts'
import { profiles } from '#functions/table/profiles.ts'
import { update, write } from '#functions/table/table.ts'
import { fullName } from '#shared/rules/names.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { sentRequests } from '../today/coachRequests.ts'
import { deliverTo } from '../workers.ts'
import { aChattingClub, createConversation, deliverPeople, emailOf, peopleIn, sendMessage } from './chatting.ts'

const MARK = 'PUT /rest-api/chat/player-account/{playerId}'
const post = openPost()

const joined = async () => {
  const club = await aChattingClub()
  await families.join(stamp, { playerId: club.mia.playerId, userId: club.user('kid'), relation: 'own' })
  return club
}
const mark = (club: Club) =>
  call(MARK, { as: club.user('parent'), playerId: club.mia.playerId, body: { userId: club.user('kid') } })

const invited = ({ mia: { playerId }, user }: Club, name: string) => ({
  playerId,
  playerIds: [playerId],
  invitationId: 'invitation00000001',
  email: 'somebody@home.example',
  name,
  relation: 'own' as const,
  invitedBy: user('admin'),
  invitedAt: stamp.at,
  state: 'accepted' as const,
  acceptedBy: user('kid'),
})

describe('marking a family account as the child’s own is rejected for an account', () => {
  it.each<[string, (club: Club) => Promise<unknown>]>([
    [
      'that has signed an agreement for the player',
      ({ organizationId, mia: { playerId }, user }) =>
        write(
          stamp,
          signatures.create({
            ...{ agreementId: `${organizationId}.a00000000001`, playerId, textVersion: 1, ofAge: false },
            ...{ userId: user('kid'), name: 'Pat', signedAt: stamp.at, from: '' },
          }),
        ),
    ],
    [
      'that has decided who sees the player’s pictures',
      ({ mia: { playerId }, user }) =>
        update(stamp, players.change({ playerId }, { set: { picturesSaid: { userId: user('kid'), at: stamp.at } } })),
    ],
    [
      'whose saved card the club charges',
      ({ organizationId, user }) => {
        const card = { ...noCard, organizationId, userId: user('kid'), paymentAccountId: 'account', method: 'pm_1' }
        return write(stamp, savedCards.create(card))
      },
    ],
    [
      'that joined by an invitation to the family',
      (club) => write(stamp, familyInvitations.create(invited(club, 'Pat'))),
    ],
    [
      'whose address the club has stored for a guardian',
      (club) =>
        write(
          stamp,
          guardians.create({
            ...{ playerId: club.mia.playerId, guardianId: 'g00000000001', name: 'Pat' },
            email: emailOf(club, 'kid').toUpperCase(),
          }),
        ),
    ],
  ])('%s', async (_which, has) => {
    const club = await joined()
    await has(club)
    expect((await mark(club)).refusal?.code).toBe('account_of_guardian')
  })

  it('but accepted for an account invited as the player', async () => {
    const club = await joined()
    const { firstName, lastName } = club.mia
    await write(stamp, familyInvitations.create(invited(club, `${firstName} ${lastName}`)))
    expect((await mark(club)).status).toBe(200)
  })
})

describe('an account that joined by its own request to the club', () => {
  const GRANT = 'POST /rest-api/today/requests/{requestId}/grant'
  /** The kid’s account asks the administrator, who lets it in as family. */
  const letIn = async ({ firstName = 'Pat' } = {}) => {
    const club = await aChattingClub()
    const [admin, kid] = [club.user('admin'), club.user('kid')]
    await update(stamp, profiles.change({ userId: kid }, { set: { firstName, lastName: club.mia.lastName } }))
    await call('POST /api/v1/requestInvite', {
      as: kid,
      body: { email: emailOf(club, 'admin'), playerName: fullName(club.mia) },
    })
    for (const sent of await sentRequests(kid)) await deliverTo(requested, sent)
    const { body } = await call('GET /rest-api/today/requests', { as: admin })
    const granted = await call(GRANT, {
      ...{ as: admin, requestId: body.requests[0]?.id ?? '' },
      body: { playerId: club.mia.playerId, teamId: club.falcons.teamId, relation: 'own' },
    })
    expect(granted.status).toBe(200)
    return club
  }

  it('can be marked as the child’s by an administrator only, not by family or a coach', async () => {
    const club = await letIn()
    expect((await mark(club)).refusal?.code).toBe('account_of_guardian')
    const { playerId } = club.mia
    const body = { userId: club.user('kid') }
    const byCoach = await call(MARK, {
      ...{ as: club.user('coach'), playerId },
      body: { ...body, teamId: club.falcons.teamId },
    })
    expect(byCoach.refusal?.code).toBe('account_of_guardian')
    // An administrator who is also family counts as family here.
    await families.join(stamp, { playerId, userId: club.user('admin'), relation: 'own' })
    expect((await call(MARK, { as: club.user('admin'), playerId, body })).refusal?.code).toBe('account_of_guardian')
    await write(stamp, ...families.leave({ playerId, userId: club.user('admin'), relation: 'own' }))
    expect((await call(MARK, { as: club.user('admin'), playerId, body })).status).toBe(200)
  })

  it('can be marked by family if it has the player’s name', async () => {
    const { mia } = await aChattingClub()
    expect((await mark(await letIn({ firstName: mia.firstName }))).status).toBe(200)
  })
})

it('an account that registered the player can be marked by an administrator only, and is told by mail', async () => {
  const club = await aChattingClub()
  const { playerId } = club.mia
  const userId = club.user('kid')
  await families.join(stamp, { playerId, userId, relation: 'own', came: 'registered' })
  await update(stamp, profiles.change({ userId }, { set: { firstName: 'Pat', lastName: 'Moreno' } }))
  expect((await mark(club)).refusal?.code).toBe('account_of_guardian')
  expect((await call(MARK, { as: club.user('admin'), playerId, body: { userId } })).status).toBe(200)
  await post.deliver()
  expect(post.mails.filter(({ to }) => to === emailOf(club, 'kid')).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('your account was marked as a child’s'),
  ])
})

describe('the account of a young coach', () => {
  const markBy = (club: Club, as: string) =>
    call(MARK, { as: club.user(as), playerId: club.mia.playerId, body: { userId: club.user('kid') } })
  /** The kid coaches the Otters. */
  const aYoungCoach = async () => {
    const club = await joined()
    const coach = { userId: club.user('kid'), firstName: 'Mia', lastName: 'Moreno', flags: ['chatEnabled' as const] }
    await write(
      stamp,
      ...teamAdministrators.appoint(club.otters, coach),
      players.change({ playerId: club.mia.playerId }, { set: { bornOn: '2010-05-01' } }),
    )
    return { club, coach }
  }

  it('can be marked as the child’s by the club, not by family, and counts as a child in chat', async () => {
    const { club } = await aYoungCoach()
    const [kid, parent] = [club.user('kid'), club.user('sams')]
    await families.join(stamp, { playerId: club.sam.playerId, userId: parent, relation: 'own' })
    await deliverPeople(club, 'kid', 'sams')
    const { body } = await createConversation(club, kid, { userIds: [parent] })
    const { conversationSid } = body
    expect((await sendMessage(conversationSid, parent, 'Alone with the coach')).status).toBe(200)
    expect((await markBy(club, 'parent')).refusal.code).toBe('account_of_adult')
    expect((await markBy(club, 'admin')).status).toBe(200)
    expect((await sendMessage(conversationSid, parent, 'Alone with a child')).refusal.code).toBe('chat_stopped')
    // With a coach, their own guardians come along.
    const next = await createConversation(club, club.user('trainer'), { userIds: [kid] })
    expect(await peopleIn(next.body.conversationSid, kid)).toEqual(['Carmen', 'Mia', 'Paula', 'Peter'])
  })

  it('cannot be marked if they also run the club, or coach in another one', async () => {
    const { club, coach } = await aYoungCoach()
    const other = await aChattingClub()
    await write(stamp, ...teamAdministrators.appoint(other.falcons, coach))
    expect((await markBy(club, 'admin')).refusal.code).toBe('account_of_adult')
    await write(stamp, ...teamAdministrators.dismiss({ teamId: other.falcons.teamId, userId: coach.userId }))
    await write(stamp, ...organizationAdministrators.appoint(club.organization, coach))
    expect((await markBy(club, 'admin')).refusal.code).toBe('account_of_adult')
  })
})

it('marking an account is mailed to it and to administrators who edit players', async () => {
  const club = await joined()
  expect((await mark(club)).status).toBe(200)
  await post.deliver()
  const to = (name: string) => post.mails.filter((mail) => mail.to === emailOf(club, name))
  expect(to('kid').map(({ subject }) => subject)).toEqual([
    expect.stringContaining('your account was marked as a child’s'),
  ])
  expect(to('kid')[0]?.text).toContain('they can undo this')
  expect(to('admin').map(({ subject }) => subject)).toEqual([
    expect.stringContaining('an account was marked as a child’s'),
  ])
  expect(to('parent2')).toEqual([])
})

describe('the mark of an account that leaves the family', () => {
  const REMOVE = 'POST /rest-api/families/player/{playerId}/remove'
  const isMarked = async (club: Club, as: string, body = {}) => {
    const [userId, { playerId }] = [club.user('kid'), club.mia]
    await mark(club)
    const { body: seen } = await call('GET /rest-api/families/player/{playerId}', {
      as: club.user('admin'),
      playerId,
      query: {},
    })
    expect(seen.people.filter(({ isPlayers }) => isPlayers).map((each) => each.userId)).toEqual([userId])
    const { status } =
      as === 'kid'
        ? await call('POST /rest-api/families/leave', { as: userId, body: { playerId } })
        : await call(REMOVE, { as: club.user(as), playerId, body: { userId, ...body } })
    expect(status).toBe(200)
    return (await playerAccounts.get({ userId }, { consistent: true })) !== undefined
  }

  it('is removed when an administrator removes the account, but stays when a coach does or the account leaves', async () => {
    expect(await isMarked(await joined(), 'admin')).toBe(false)
    const club = await joined()
    expect(await isMarked(club, 'coach', { teamId: club.falcons.teamId })).toBe(true)
    expect(await isMarked(await joined(), 'kid')).toBe(true)
  })
})
