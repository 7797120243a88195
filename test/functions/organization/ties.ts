import { writeLink } from '#functions/http/links.ts'
import type { Library } from '#functions/table/libraries.ts'
import type { Me } from '#functions/table/me.ts'
import { type Flag, guardianRights, hasRight } from '#shared/permissions.ts'
import { call } from '../call.ts'
import { type Club, stamp } from '../club.ts'
import type { Dice } from '../dice.ts'

/**
 * Access to a child, a conversation or the library, one line each: being a guardian of a player, with each right not taken away,
 * or a follower; being in a conversation; having something shared with the user, a team, a player or the whole club.
 */
type Ties = ReadonlySet<string>
export type Standing = { may: Record<string, Record<'club' | 'falcons' | 'otters', Flag[]>>; ties: Ties }

const ofPlayers = ({ access: { players, following } }: Me): string[] => [
  ...players.flatMap(({ id, ...guardianFields }) => [
    `guards ${id}`,
    ...guardianRights.filter((right) => hasRight(guardianFields, right)).map((right) => `guards ${id}: ${right}`),
  ]),
  ...following.map(({ id }) => `follows ${id}`),
]

/** What is read per user: their rights and their conversations. */
export type UserView = { me: Me; talks: readonly { conversationSid: string }[] }

/** The ties of these users, by their names in the club, and of its library. */
export function tiesOf(people: readonly (readonly [name: string, seen: UserView])[], { tree }: Library): Ties {
  const userTies = people.flatMap(([name, { me, talks }]) =>
    [...ofPlayers(me), ...talks.map(({ conversationSid }) => `is in ${conversationSid}`)].map(
      (tie) => `${name} ${tie}`,
    ),
  )
  const shareTies = Object.entries(tree).flatMap(([id, { shares = {} }]) =>
    Object.entries(shares).map(([party, access]) => `${party} has ${id}: ${access}`),
  )
  return new Set([...userTies, ...shareTies])
}

type Invitation = { token: string; relation: 'own' | 'following'; by: string }
/** A successful call: its caller, the standing before it, and the invitation it used. */
type PerformedCall = { club: Club; key: string; by: string; before: Standing; invitation?: Invitation | undefined }

/** Whether a user may edit players of the Falcons. */
const edits = ({ may }: Standing, name: string) =>
  (['club', 'falcons'] as const).some((place) => may[name]?.[place].includes('canEditPlayers'))
const isMembership = (tie: string) => / is in /.test(tie)

/** Which calls may create which ties, and for whom. No other call creates any. */
const mayCreateTie: Record<string, (tie: string, done: PerformedCall) => boolean> = {
  // For the holder of the link, to the child it is about, as far as its sender still has the right to invite.
  'POST /rest-api/families/invitation/accept': (tie, { club, by, before, invitation }) => {
    const { relation, by: sender = '' } = invitation ?? {}
    const { playerId } = club.mia
    if (relation === 'own') return tie.startsWith(`${by} guards ${playerId}`) && edits(before, sender)
    const isFamily = before.ties.has(`${sender} guards ${playerId}: sees`)
    return tie === `${by} follows ${playerId}` && (isFamily || edits(before, sender))
  },
  // Restores the rights that the club had taken from a guardian.
  'PUT /rest-api/families/player/{playerId}/rights': (tie, { club, by, before }) =>
    tie.startsWith(`parent guards ${club.mia.playerId}: `) && by !== 'parent' && edits(before, by),
  'POST /rest-api/chat/create/dm': isMembership,
  'POST /rest-api/chat/conversations/{conversationSid}/people': isMembership,
  'POST /rest-api/chat/teams/{teamId}': (tie, { by }) => isMembership(tie) && tie.startsWith(`${by} `),
  // Users own what they add.
  'POST /rest-api/academy/storage/organization': (tie, { club, by }) =>
    tie.startsWith(`user:${club.user(by)} has `) && tie.endsWith(': OWNER'),
  // Users who may edit the club's teams own its library; others can share no more than their own access.
  'POST /rest-api/academy/storage/share/organization/{orgId}': (tie, { club, by, before }) => {
    const [, id, access] = / has (\S+): (\w+)$/.exec(tie) ?? []
    const hasTie = (each: string) => before.ties.has(`user:${club.user(by)} has ${id}: ${each}`)
    return before.may[by]?.club.includes('canEditTeam') || hasTie('OWNER') || (hasTie('EDITOR') && access !== 'OWNER')
  },
}

/** New ties that this call may not create. */
export const unexpectedTies = (performed: PerformedCall, after: Standing): string[] =>
  [...after.ties].filter(
    (tie) => !performed.before.ties.has(tie) && mayCreateTie[performed.key]?.(tie, performed) !== true,
  )

const share = 'POST /rest-api/academy/storage/share/organization/{orgId}'
/** A library folder that its creator may share. */
export async function aFolder(club: Club, by: string): Promise<string> {
  const body = { organizationId: club.organizationId, name: 'Drills', type: 'DIRECTORY' } as const
  const response = await call('POST /rest-api/academy/storage/organization', { as: club.user(by), body })
  return response.body.id
}

type TieOptions = { by: string; other: string; folder: string; sent: Invitation[] }
type TieResult = { key: string; status: number; invitation?: Invitation }
/** Makes one of these requests at random, valid for any caller; `sent` are the invitations that can be accepted. */
export function createTie(club: Club, dice: Dice, { by, other, folder, sent }: TieOptions): Promise<TieResult> {
  const [as, { playerId }, { teamId }, orgId] = [club.user(by), club.mia, club.falcons, club.organizationId]
  const invitationId = crypto.randomUUID().replaceAll('-', '')
  const relation = dice.pick(['own', 'following'] as const)
  const invitation = dice.pick(sent)
  const accessType = dice.pick(['VIEWER', 'EDITOR', 'OWNER'] as const)
  const missingRights = dice.subset(guardianRights)
  const toResult = <Key extends string>(key: Key, answer: Promise<{ status: number }>, fields = {}) =>
    answer.then(({ status }) => ({ key, status, ...fields }))
  const invites = async () => {
    const body = { invitationId, email: `${club.user(other)}@club.example`, name: 'Gran', relation, teamId }
    const key = 'POST /rest-api/families/player/{playerId}/invite'
    const { status } = await call(key, { as, playerId, body })
    const link = { about: playerId, userId: as, made: stamp.at, ends: '2026-12-01T12:00:00.000Z', data: [invitationId] }
    if (status === 200) sent.push({ token: await writeLink('join', link), relation, by })
    return { key, status }
  }
  if (invitation && dice.percent(40)) {
    const key = 'POST /rest-api/families/invitation/accept'
    return toResult(key, call(key, { as, body: { token: invitation.token } }), { invitation })
  }
  const rights = 'PUT /rest-api/families/player/{playerId}/rights'
  const directMessageRoute = 'POST /rest-api/chat/create/dm'
  const users = [club.user(other)]
  return dice.pick([
    invites,
    () =>
      toResult(
        rights,
        call(rights, { as, playerId, body: { userId: club.user('parent'), lacks: missingRights, teamId } }),
      ),
    () =>
      toResult(
        directMessageRoute,
        call(directMessageRoute, { as, body: { organizationId: orgId, userIds: users, teamId } }),
      ),
    () =>
      toResult(
        share,
        call(share, {
          as,
          orgId,
          body: { storageItemId: folder, added: { admins: users.map((userId) => ({ userId, accessType })) } },
        }),
      ),
  ])()
}
