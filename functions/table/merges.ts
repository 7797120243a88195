import type { GuardianRight } from '#shared/permissions.ts'
import { addHours } from '#shared/rules/days.ts'
import type { AccessType } from '#shared/rules/shares.ts'
import type { Agreed, Signature } from './agreements.ts'
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
export type Limit = { userId: string; before: GuardianRight[]; after: GuardianRight[] }
/** An invite without what its event says, which may be something else by the time it comes back. */
export type GoneInvite = Omit<Invite, keyof EventSummary> & Partial<EventSummary>
/** What stands as the answer to an invite, or as what was asked. */
export type StandingAnswer = Pick<
  Invite,
  'status' | 'answerId' | 'answerName' | 'answeredBy' | 'answeredAt' | 'note' | 'later'
>
type On = { teamId: string; row: TeamPlayer }
/** For how many hours two players can be made again of one. */
export const mergeHours = timeToLive.Merge.hours

/**
 * That two players were made one. `gone` is all that there was of the one who went; `moved` what of it the kept one has by it
 * and did not have before; `filled` what else of the kept one it changed, with what stood there.
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
    rows: On[]
    /** Those that were taken along or dropped, since the kept one is invited there too. */
    invites: GoneInvite[]
    signatures?: Signature[]
    agreed?: Agreed
    /** Whose own account this player’s was. */
    accountIds?: string[]
    /** The places on registrations that had put them on their teams by then. */
    landed?: string[]
    /** What they had to do; what was answered moves, or is the kept one’s. */
    tasks?: AssignedTask[]
  }
  moved: {
    teamIds: string[]
    userIds: string[]
    raised: string[]
    guardianIds: string[]
    /** Guardians of the kept one whose access was taken from the other alone; since when. */
    noted?: { guardianId: string; accessTakenAt: string }[]
    /** Invitations to be the other's family that could still be taken up. */
    invitations?: string[]
    inviteIds: string[]
    /**
     * Invites of the other of which the kept one, who had not answered, has the answer or how they were asked; and what stood there before.
     */
    answers?: { inviteId: string; before: StandingAnswer }[]
    /** What the kept one's guardians may not do, before the merge and as it left them. */
    limits?: Limit[]
    /** What was agreed to for them, by agreement, version and age. */
    papers?: string[]
    /** What was to be done by them: the assignments. */
    tasks?: string[]
    /** The ids under which the kept one has fees by it. */
    also?: string[]
    /** What was shared with them: folders, items and recordings, as what, and as what with the kept one before. */
    shares?: { id: string; hers: AccessType; own?: AccessType }[]
  }
  filled: {
    player: Partial<Player>
    playerBefore: Partial<Player>
    details: PlayerDetails
    detailsBefore: PlayerDetails
  }
  /** When it was taken back: nothing else is said of it any more. */
  undoneAt?: string
  /** The teams of the kept one, once both were one. */
  keptTeamIds?: string[]
  /** What had been agreed to last for the kept one. */
  agreedBefore?: Agreed
  /** Tasks of the kept one that gave way to the other’s. */
  tasksBefore?: AssignedTask[]
  /** Open invitations to the kept one’s family of those whose access to the other had been taken. */
  closed?: FamilyInvitation[]
}

export const merges = {
  ...entity<Merge, MergeId>('Merge', {
    key: ({ organizationId, mergeId }) => ({ pk: organizationPartition({ organizationId }), sk: `MERGE#${mergeId}` }),
  }),
  /** What was merged in a club and can still be taken back. */
  of: async (organizationId: string, now: string) => {
    const range = { pk: organizationPartition({ organizationId }), ...startingWith('MERGE#'), consistent: true }
    return (await all<Merge>(range)).filter((merge) => isOpen(merge, now))
  },
}
/** Rows go within two days of their end: until then they are there and over. */
export const isOpen = ({ mergedAt, undoneAt }: Merge, now: string): boolean =>
  undoneAt === undefined && now < addHours(mergedAt, mergeHours)

/** What is left of one that was taken back, so that whoever asks for that again, because a reply was lost, is told that it is so. */
export const undone = ({ goneId: playerId }: Merge, undoneAt: string): Partial<Merge> => {
  const player = { playerId, firstName: '', lastName: '', teams: [] }
  const none = { family: [], guardians: [], invitations: [], rows: [], invites: [] }
  return {
    undoneAt,
    keptName: '',
    goneName: '',
    gone: { player, details: undefined, ...none },
    moved: { teamIds: [], userIds: [], raised: [], guardianIds: [], inviteIds: [] },
    filled: { player: {}, playerBefore: {}, details: {}, detailsBefore: {} },
    keptTeamIds: undefined,
    agreedBefore: undefined,
    tasksBefore: undefined,
    closed: undefined,
  }
}
