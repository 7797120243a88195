import { entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { type User, userPartition } from './profiles.ts'
import { all, startingWith } from './table.ts'
import type { Write } from './writes.ts'

type BlockId = User & OrganizationId
/** Blocks a person from a club's chat; read with their rights on every request. */
export type ChatBlock = BlockId & { organizationName: string; blockedAt: string }
const personRows = entity<ChatBlock, BlockId>('Chat block', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#NO-CHAT#${id.organizationId}` }),
})
/** The same row for the club's list. */
type BlockedPerson = BlockId & { blockedAt: string; blockedBy: string }
const clubRows = entity<BlockedPerson, BlockId>('Blocked from chat', {
  key: (id) => ({ pk: `REPORTS#${id.organizationId}`, sk: `BLOCKED#${id.userId}` }),
})

/** Two rows, for the person and for the club, which are written together. */
export const chatBlocks = {
  ...personRows,
  of: (id: OrganizationId) =>
    all<BlockedPerson>({ pk: `REPORTS#${id.organizationId}`, ...startingWith('BLOCKED#'), consistent: true }),
  block: (row: ChatBlock & { blockedBy: string }): Write[] => {
    const { userId, organizationId, organizationName, blockedAt, blockedBy } = row
    const id = { userId, organizationId }
    return [
      personRows.upsert(id, { set: { ...id, organizationName, blockedAt } }),
      clubRows.upsert(id, { set: { ...id, blockedAt, blockedBy } }),
    ]
  },
  unblock: (id: BlockId): Write[] => [personRows.remove(id), clubRows.remove(id)],
  /** After an account was erased with its rights, only the club's row is left to remove. */
  forget: (id: BlockId): Write[] => [personRows.checkAbsent(id), clubRows.remove(id)],
}
