// own: mail goes to a service of its own
import { describe, expect, it } from 'vitest'
import { signatures } from '#functions/table/agreements.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import { guardians } from '#functions/table/guardians.ts'
import { families, players } from '#functions/table/players.ts'
import { playerAccounts } from '#functions/table/playerAccounts.ts'
import { noCard, savedCards } from '#functions/table/savedCards.ts'
import { update, write } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import { openPost } from '../mail/post.ts'
import { aChattingClub, emailOf } from './chatting.ts'

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

describe('an account is not said to be a child’s', () => {
  it.each<[string, (club: Club) => Promise<unknown>]>([
    [
      'that has agreed to something for the player',
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
      'that has said who sees the player’s pictures',
      ({ mia: { playerId }, user }) =>
        update(stamp, players.change({ playerId }, { set: { picturesSaid: { userId: user('kid'), at: stamp.at } } })),
    ],
    [
      'from whose card the club takes what is due',
      ({ organizationId, user }) => {
        const card = { ...noCard, organizationId, userId: user('kid'), paymentAccountId: 'account', method: 'pm_1' }
        return write(stamp, savedCards.create(card))
      },
    ],
    [
      'that came by an invitation to the family',
      (club) => write(stamp, familyInvitations.create(invited(club, 'Pat'))),
    ],
    [
      'whose address the club knows as a grown-up’s',
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

  it('but one that came by an invitation to the player themselves is', async () => {
    const club = await joined()
    const { firstName, lastName } = club.mia
    await write(stamp, familyInvitations.create(invited(club, `${firstName} ${lastName}`)))
    expect((await mark(club)).status).toBe(200)
  })
})

it('who is said to be a child is told so, and so is who edits the players of the club', async () => {
  const club = await joined()
  expect((await mark(club)).status).toBe(200)
  await post.deliver()
  const to = (name: string) => post.mails.filter((mail) => mail.to === emailOf(club, name))
  expect(to('kid').map(({ subject }) => subject)).toEqual([
    expect.stringContaining('your account is taken for a child’s'),
  ])
  expect(to('kid')[0]?.text).toContain('they can take that back')
  expect(to('admin').map(({ subject }) => subject)).toEqual([
    expect.stringContaining('an account is taken for a child’s'),
  ])
  expect(to('parent2')).toEqual([])
})

describe('who is taken off the family', () => {
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

  it('by the club is no child of theirs any more; by a coach, or by themselves, they are', async () => {
    expect(await isMarked(await joined(), 'admin')).toBe(false)
    const club = await joined()
    expect(await isMarked(club, 'coach', { teamId: club.falcons.teamId })).toBe(true)
    expect(await isMarked(await joined(), 'kid')).toBe(true)
  })
})
