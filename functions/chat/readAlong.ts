import type { chat } from '#shared/api/chat.ts'
import { organizationOf } from '#shared/ids.ts'
import { type Access, playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { isReadAlong } from '#shared/rules/chatSafety.ts'
import { earliestDayAnywhere } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { conversationMembers, conversations, type Member, myConversations } from '../table/conversations.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { players } from '../table/players.ts'
import { requireChatAllowed, chatSwitches } from './access.ts'
import { isBlockedIn } from './grounds.ts'
import { byNewest, conversationCard, withFirstNames } from './lists.ts'
import { isIn } from './membership.ts'
import { pageOf } from './messages.ts'
import { guardiansOf } from './safety.ts'

type Call<K extends keyof typeof chat> = CallOf<typeof chat, K>

/** A child's accounts, if the user is their guardian and the club lets guardians of children of that age read along. */
async function readableAccounts(userId: string, playerId: string, now: string): Promise<string[]> {
  const accounts = (await playerAccounts.of(playerId)).map((account) => account.userId)
  if (accounts.length === 0) return []
  const [guardians, player, { readAlongUntil }] = await Promise.all([
    guardiansOf(playerId),
    players.get({ playerId }, { consistent: true }),
    chatSwitches(organizationOf(playerId)),
  ])
  const isAllowed = guardians.includes(userId) && isReadAlong(player?.bornOn, readAlongUntil, earliestDayAnywhere(now))
  return isAllowed ? accounts : []
}

const ownChildren = (access: Access) => playersWith(access, 'sees').filter(({ id }) => !isBlockedIn(access, id))

export async function listReadAlong({ userId, me, now }: Call<'GET /rest-api/chat/read-along'>) {
  const { access } = await me
  const found = await Promise.all(
    ownChildren(access).map(async ({ id: playerId, firstName, lastName }) => {
      const accounts = await readableAccounts(userId, playerId, now)
      const lists = await Promise.all(
        accounts.map(async (child) => {
          const rows = await myConversations.of({ userId: child })
          const ofClub = rows.filter((row) => organizationOf(row.conversationSid) === organizationOf(playerId))
          return (await withFirstNames(ofClub.toSorted(byNewest), child)).map((each) => ({
            ...conversationCard(each, userId),
            unread: 0,
            isNew: false,
            named: false,
            muted: false,
          }))
        }),
      )
      const name = fullName({ firstName, lastName })
      return accounts.length > 0 ? [{ playerId, name, conversations: lists.flat() }] : []
    }),
  )
  return { children: found.flat() }
}

export async function readAlong({
  userId,
  me,
  now,
  params: { playerId, conversationSid },
  query: { cursor },
}: Call<'GET /rest-api/chat/read-along/{playerId}/{conversationSid}'>) {
  requireChatAllowed((await me).access, playerId)
  const accounts = await readableAccounts(userId, playerId, now)
  if (accounts.length === 0) throw new Problem('not_allowed')
  const [child] = await currentMembers(conversationSid, accounts)
  if (!child) throw new Problem('not_found')
  const [{ members }, listEntry, page] = await Promise.all([
    conversations.withMembers({ conversationSid }),
    myConversations.get({ conversationSid, userId: child.userId }),
    pageOf({ ...child, conversationSid, now }, cursor),
  ])
  return {
    friendlyName: listEntry?.title ?? '',
    people: members.map((member) => ({ userId: member.userId, name: fullName(member) })),
    ...page,
  }
}

/** The current members of a conversation among these accounts. */
async function currentMembers(conversationSid: string, accounts: readonly string[]): Promise<Member[]> {
  const rows = await conversationMembers.getMany(
    accounts.map((each) => ({ conversationSid, userId: each })),
    { consistent: true },
  )
  return rows.filter((row): row is Member => row !== undefined && isIn(row))
}

/** The user's own children in a conversation, as far as they may read along there. */
export async function childrenIn(
  conversationSid: string,
  { access, now }: { access: Access; now: string },
): Promise<Member[]> {
  const ofClub = ownChildren(access).filter(({ id }) => organizationOf(id) === organizationOf(conversationSid))
  const accounts = await Promise.all(ofClub.map(({ id }) => readableAccounts(access.userId, id, now)))
  return currentMembers(conversationSid, accounts.flat())
}

/** Whether any child among these members may have guardians reading along. */
export async function isReadAlongIn(members: readonly Member[], until: number, now: string): Promise<boolean> {
  const playerIds = members.flatMap((member) => (isIn(member) && member.minor !== undefined ? [member.minor] : []))
  const playerRows = await players.getMany(playerIds.map((playerId) => ({ playerId })))
  return playerRows.some((player) => player && isReadAlong(player.bornOn, until, earliestDayAnywhere(now)))
}
