import type { GuardianRight } from '#shared/permissions.ts'
import { addHours } from '#shared/rules/days.ts'
import type { AccessType } from '#shared/rules/shares.ts'
import type { LatestAgreements, Signature } from './agreements.ts'
import type { AssignedTask } from './assignments.ts'
import { entity } from './entity.ts'
import type { EventSummary } from './events.ts'
import type { FamilyInvitation } from './familyInvitations.ts'
import type { Guardian } from './guardians.ts'
import type { Invite } from './inviteRows.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'
import type { PlayerDetails } from './playerDetails.ts'
import type { Family, Player } from './players.ts'
import { timeToLive } from './retention.ts'
import type { TeamPlayer } from './rosterRows.ts'
import { all, startingWith } from './table.ts'

type MergeId = OrganizationId & { mergeId: string }
export type RightsLimit = { userId: string; before: GuardianRight[]; after: GuardianRight[] }
/** An invite without its event's summary, which may have changed by the time it is restored. */
export type MergedInvite = Omit<Invite, keyof EventSummary> & Partial<EventSummary>
/** The current answer to an invite, and how it was asked. */
export type CurrentAnswer = Pick<
  Invite,
  'status' | 'answerId' | 'answerName' | 'answeredBy' | 'answeredAt' | 'note' | 'later'
>
type RosterEntry = { teamId: string; row: TeamPlayer }
/** For how many hours two players can be made again of one. */
export const mergeHours = timeToLive.Merge.hours

/**
 * A merge of two players. `gone` is everything that the removed player had; `moved` is what the kept one got from it without
 * having had it before; `filled` is what else was changed on the kept one, with the previous values.
 */
export type Merge = MergeId & {
  keepId: string
  goneId: string
  keptName: string
  goneName: string
  mergedAt: string
  gone: {
    player: Player
    details: PlayerDetails | undefined
    family: Family[]
    guardians: Guardian[]
    invitations: FamilyInvitation[]
    rows: RosterEntry[]
    /** Those that were merged or dropped because the kept one is invited to the same event. */
    invites: MergedInvite[]
    signatures?: Signature[]
    agreed?: LatestAgreements
    /** The users whose own account was this player's. */
    accountIds?: string[]
    /** The registration places that had put them on their teams by then. */
    landed?: string[]
    /** Their assignments; answers are moved, unless the kept one has answered. */
    tasks?: AssignedTask[]
  }
  moved: {
    teamIds: string[]
    userIds: string[]
    raised: string[]
    guardianIds: string[]
    /** Guardians of the kept one whose access was revoked only for the other; since when. */
    noted?: { guardianId: string; accessTakenAt: string }[]
    /** Open invitations to the other's family. */
    invitations?: string[]
    inviteIds: string[]
    /**
     * Invites of the other of which the kept one, who had not answered, has the answer or how they were asked; and what stood there before.
     */
    answers?: { inviteId: string; before: CurrentAnswer }[]
    /** The limits of the kept one's guardians, before and after the merge. */
    limits?: RightsLimit[]
    /** The other's signatures, by agreement, version and age. */
    papers?: string[]
    /** The other's assignments. */
    tasks?: string[]
    /** The ids under which the kept one got fees. */
    also?: string[]
    /**
     * Folders, items and recordings that were shared with the other: with which access, and with which access for the kept one
     * before.
     */
    shares?: { id: string; hers: AccessType; own?: AccessType }[]
  }
  filled: {
    player: Partial<Player>
    playerBefore: Partial<Player>
    details: PlayerDetails
    detailsBefore: PlayerDetails
  }
  /** When it was undone; the rest of the row is cleared then. */
  undoneAt?: string
  /** The teams of the kept one after the merge. */
  keptTeamIds?: string[]
  /** The kept one's latest agreements before the merge. */
  agreedBefore?: LatestAgreements
  /** Assignments of the kept one that were replaced by the other's. */
  tasksBefore?: AssignedTask[]
  /** Open invitations to the kept one's family, closed for people whose access to the other had been revoked. */
  closed?: FamilyInvitation[]
}

export const merges = {
  ...entity<Merge, MergeId>('Merge', {
    key: ({ organizationId, mergeId }) => ({ pk: organizationPartition({ organizationId }), sk: `MERGE#${mergeId}` }),
  }),
  /** The merges in a club that can still be undone. */
  of: async (organizationId: string, now: string) => {
    const range = { pk: organizationPartition({ organizationId }), ...startingWith('MERGE#'), consistent: true }
    return (await all<Merge>(range)).filter((merge) => canBeUndone(merge, now))
  },
}
/** DynamoDB removes a row within two days after it expires; until then it exists but is over. */
export const canBeUndone = ({ mergedAt, undoneAt }: Merge, now: string): boolean =>
  undoneAt === undefined && now < addHours(mergedAt, mergeHours)

/** What remains of an undone merge, so that a repeated request, after a lost response, still succeeds. */
export const undoneMerge = ({ goneId: playerId }: Merge, undoneAt: string): Partial<Merge> => {
  const player = { playerId, firstName: '', lastName: '', teams: [] }
  const emptyLists = { family: [], guardians: [], invitations: [], rows: [], invites: [] }
  return {
    undoneAt,
    keptName: '',
    goneName: '',
    gone: { player, details: undefined, ...emptyLists },
    moved: { teamIds: [], userIds: [], raised: [], guardianIds: [], inviteIds: [] },
    filled: { player: {}, playerBefore: {}, details: {}, detailsBefore: {} },
    keptTeamIds: undefined,
    agreedBefore: undefined,
    tasksBefore: undefined,
    closed: undefined,
  }
}
