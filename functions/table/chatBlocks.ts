import { entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { type User, userPartition } from './profiles.ts'
import { all, startingWith } from './table.ts'
import type { Write } from './writes.ts'

type BlockId = User & OrganizationId
/** That somebody is shut out of a club's chat: read with what they may do, on every request. */
export type ChatBlock = BlockId & { organizationName: string; blockedAt: string }
const blocks = entity<ChatBlock, BlockId>('Chat block', {
  key: (id) => ({ pk: userPartition(id), sk: `ME#NO-CHAT#${id.organizationId}` }),
})
/** The same, as the club looks it up. */
type Blocked = BlockId & { blockedAt: string; blockedBy: string }
const blocked = entity<Blocked, BlockId>('Blocked from chat', {
  key: (id) => ({ pk: `REPORTS#${id.organizationId}`, sk: `BLOCKED#${id.userId}` }),
})

/** One row each for the person and the club, written together. */
export const chatBlocks = {
  ...blocks,
  of: (id: OrganizationId) =>
    all<Blocked>({ pk: `REPORTS#${id.organizationId}`, ...startingWith('BLOCKED#'), consistent: true }),
  block: (row: ChatBlock & { blockedBy: string }): Write[] => {
    const { userId, organizationId, organizationName, blockedAt, blockedBy } = row
    const id = { userId, organizationId }
    return [
      blocks.upsert(id, { set: { ...id, organizationName, blockedAt } }),
      blocked.upsert(id, { set: { ...id, blockedAt, blockedBy } }),
    ]
  },
  unblock: (id: BlockId): Write[] => [blocks.remove(id), blocked.remove(id)],
  /** Of whose account was erased, with what they may do, the club’s row alone is left. */
  forget: (id: BlockId): Write[] => [blocks.checkAbsent(id), blocked.remove(id)],
}
