import { fullName } from '#shared/rules/names.ts'
import { organizationAdministrators, teamAdministrators } from '../table/administrators.ts'
import { chunks } from '../table/chunks.ts'
import {
  type ConversationMember,
  conversationMembers,
  type MyConversation,
  myConversations,
} from '../table/conversations.ts'
import { type MyOrganization, type MyTeam } from '../table/me.ts'
import { playerAccounts } from '../table/playerAccounts.ts'
import { noPicture, type Profile, userPartition } from '../table/profiles.ts'
import { maxTransactWrites, pages, startingWith } from '../table/table.ts'
import type { Stored, Write } from '../table/writes.ts'
import { corrected, type Target, together } from './corrected.ts'

/** The items that copy a user's profile: administrators and members of conversations. */
export async function* ofProfile(profile: Stored<Profile>) {
  const { userId, firstName, lastName, avatarAt, avatarName } = profile
  const isPlayers = (await playerAccounts.get({ userId }, { consistent: true })) !== undefined
  const picture = isPlayers ? noPicture : { avatarAt, avatarName }
  const shown = { firstName, lastName, ...picture }
  // Conflicts, and so is retried, if the account becomes a player's own in the meantime.
  const holds = isPlayers ? [] : [playerAccounts.checkAbsent({ userId })]
  const holding = function* (writes: Write[]) {
    for (const part of chunks(writes, maxBesideHolds)) yield [...part, ...holds]
  }
  const own = (prefix: string) => ({ pk: userPartition(profile), ...startingWith(prefix), consistent: true })
  for await (const rows of pages<MyOrganization>(own('ME#ORG#'))) {
    const ids = rows.map(({ organizationId }) => ({ userId, organizationId }))
    const found = await together(organizationAdministrators, ids)
    yield* holding(corrected('Profile', 'Organization administrator', organizationAdministrators, found, shown))
  }
  for await (const rows of pages<MyTeam>(own('ME#TEAM#'))) {
    const found = await together(
      teamAdministrators,
      rows.map(({ teamId }) => ({ userId, teamId })),
    )
    yield* holding(corrected('Profile', 'Team administrator', teamAdministrators, found, shown))
  }
  for await (const rows of pages<MyConversation>(own('CONVERSATION#')))
    for (const part of chunks(rows, maxBesideHolds / 2)) yield* holding(await inConversations(profile, part, shown))
}
/** So many copies beside the two conditions under which they are written; those of one conversation come in twos. */
const maxBesideHolds = maxTransactWrites - 2

type Shown = Pick<Profile, 'firstName' | 'lastName'> & Record<keyof typeof noPicture, string | undefined>
/**
 * Their name and picture in conversations, and in the list of the other person of a conversation of two, while they are a member.
 */
async function inConversations({ userId }: Profile, rows: MyConversation[], shown: Shown): Promise<Write[]> {
  const at = (row: MyConversation, who: string) => ({ conversationSid: row.conversationSid, userId: who })
  const members = await together(
    conversationMembers,
    rows.map((row) => at(row, userId)),
  )
  const lists = await together(
    myConversations,
    rows.flatMap((row) => (row.other === undefined ? [] : [at(row, row.other)])),
  )
  const isThere = [['leftSeq', 'not exists']] as const
  const whileThere: Target<ConversationMember, (typeof members)[number][0]> = {
    change: (id, { set }) => conversationMembers.change(id, { set, when: isThere }),
  }
  return members.flatMap(([id, member]) => {
    if (member === undefined || member.leftSeq !== undefined) return []
    const list = lists.filter(([{ conversationSid }]) => conversationSid === id.conversationSid)
    const onList = corrected('Profile', 'My conversation', myConversations, list, { ...shown, title: fullName(shown) })
    const own = corrected('Profile', 'Conversation member', whileThere, [[id, member]], shown)
    return onList.length + own.length === 0
      ? []
      : [...onList, ...(own.length > 0 ? own : [conversationMembers.check(id, isThere)])]
  })
}
