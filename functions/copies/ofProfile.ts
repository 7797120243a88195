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
import { copyCorrections, type Target, readWithIds } from './copyCorrections.ts'

/** The items that copy a user's profile: administrators and members of conversations. */
export async function* ofProfile(profile: Stored<Profile>) {
  const { userId, firstName, lastName, avatarAt, avatarName } = profile
  const isPlayerAccount = (await playerAccounts.get({ userId }, { consistent: true })) !== undefined
  const picture = isPlayerAccount ? noPicture : { avatarAt, avatarName }
  const copiedFields = { firstName, lastName, ...picture }
  // Conflicts, and so is retried, if the account becomes a player's own in the meantime.
  const conditions = isPlayerAccount ? [] : [playerAccounts.checkAbsent({ userId })]
  const withConditions = function* (writes: Write[]) {
    for (const part of chunks(writes, maxPerWrite)) yield [...part, ...conditions]
  }
  const ownRange = (prefix: string) => ({ pk: userPartition(profile), ...startingWith(prefix), consistent: true })
  for await (const rows of pages<MyOrganization>(ownRange('ME#ORG#'))) {
    const ids = rows.map(({ organizationId }) => ({ userId, organizationId }))
    const found = await readWithIds(organizationAdministrators, ids)
    yield* withConditions(
      copyCorrections('Profile', 'Organization administrator', organizationAdministrators, found, copiedFields),
    )
  }
  for await (const rows of pages<MyTeam>(ownRange('ME#TEAM#'))) {
    const found = await readWithIds(
      teamAdministrators,
      rows.map(({ teamId }) => ({ userId, teamId })),
    )
    yield* withConditions(copyCorrections('Profile', 'Team administrator', teamAdministrators, found, copiedFields))
  }
  for await (const rows of pages<MyConversation>(ownRange('CONVERSATION#')))
    for (const part of chunks(rows, maxPerWrite / 2))
      yield* withConditions(await inConversations(profile, part, copiedFields))
}
/** So many copies beside the two conditions under which they are written; those of one conversation come in twos. */
const maxPerWrite = maxTransactWrites - 2

type CopiedFields = Pick<Profile, 'firstName' | 'lastName'> & Record<keyof typeof noPicture, string | undefined>
/**
 * Their name and picture in conversations, and in the list of the other person of a conversation of two, while they are a member.
 */
async function inConversations(
  { userId }: Profile,
  rows: MyConversation[],
  copiedFields: CopiedFields,
): Promise<Write[]> {
  const idOf = (row: MyConversation, who: string) => ({ conversationSid: row.conversationSid, userId: who })
  const members = await readWithIds(
    conversationMembers,
    rows.map((row) => idOf(row, userId)),
  )
  const lists = await readWithIds(
    myConversations,
    rows.flatMap((row) => (row.other === undefined ? [] : [idOf(row, row.other)])),
  )
  const membershipCondition = [['leftSeq', 'not exists']] as const
  const memberTarget: Target<ConversationMember, (typeof members)[number][0]> = {
    change: (id, { set }) => conversationMembers.change(id, { set, when: membershipCondition }),
  }
  return members.flatMap(([id, member]) => {
    if (member === undefined || member.leftSeq !== undefined) return []
    const list = lists.filter(([{ conversationSid }]) => conversationSid === id.conversationSid)
    const listWrites = copyCorrections('Profile', 'My conversation', myConversations, list, {
      ...copiedFields,
      title: fullName(copiedFields),
    })
    const memberWrites = copyCorrections('Profile', 'Conversation member', memberTarget, [[id, member]], copiedFields)
    return listWrites.length + memberWrites.length === 0
      ? []
      : [
          ...listWrites,
          ...(memberWrites.length > 0 ? memberWrites : [conversationMembers.check(id, membershipCondition)]),
        ]
  })
}
