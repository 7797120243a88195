import { eventOf, inviteOf } from '#shared/ids.ts'
import { type Event, summaryOf } from '../../table/events.ts'
import { mergeLater, type Invite } from '../../table/inviteRows.ts'
import { invites } from '../../table/invites.ts'
import { type MergedInvite, type Merge, merges, type CurrentAnswer } from '../../table/merges.ts'
import { type NamedPlayer, players } from '../../table/players.ts'
import { maxTransactWrites, retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { withoutKeys, type Side } from './sides.ts'

/** An invite of the merged player, with the kept player's own to the same event. */
export type Pair = { merged: Stored<Invite>; own: Stored<Invite> | undefined }
/** `postponed`: invites to future events that are moved after the merge; `unmoved`: invites to past events that are not moved. */
export type InviteSplit = { fitting: Pair[]; postponed: Pair[]; unmoved: Pair[] }

const isUpcoming = ({ merged }: Pair, now: string) => merged.end >= now

/** Coming events first, soonest first; then past ones, latest first. */
function orderedPairs(gone: Pick<Side, 'invites'>, keep: Pick<Side, 'invites'>, now: string): Pair[] {
  const own = new Map(keep.invites.map((invite) => [eventOf(invite.inviteId), invite]))
  const pairs = gone.invites.map((merged) => ({ merged, own: own.get(eventOf(merged.inviteId)) }))
  const earlierFirst = (a: Pair, b: Pair) => (a.merged.start < b.merged.start ? -1 : 1)
  const [upcoming, past] = [true, false].map((wantUpcoming) =>
    pairs.filter((pair) => isUpcoming(pair, now) === wantUpcoming),
  )
  return [...(upcoming ?? []).toSorted(earlierFirst), ...(past ?? []).toSorted((a, b) => earlierFirst(b, a))]
}

/** As many as fit into one transaction. */
function takeFitting<Each>(list: readonly Each[], max: number, costOf: (each: Each) => number): Each[] {
  let room = max
  return list.filter((each) => {
    const cost = costOf(each)
    if (room < cost) return false
    room -= cost
    return true
  })
}
const fittingPairs = (player: NamedPlayer, pairs: readonly Pair[], max: number) =>
  takeFitting(pairs, max, (pair) => moveInvites(player, [pair]).length)

export function splitInvites(keep: Side, gone: Side, room: number, now: string): InviteSplit {
  const pairs = orderedPairs(gone, keep, now)
  const fittingNow = fittingPairs(keep.player, pairs, room)
  const remaining = pairs.filter((pair) => !fittingNow.includes(pair))
  return {
    fitting: fittingNow,
    postponed: remaining.filter((pair) => isUpcoming(pair, now)),
    unmoved: remaining.filter((pair) => !isUpcoming(pair, now)),
  }
}

const answerOf = (invite: CurrentAnswer): CurrentAnswer => {
  const { status, answerId, answerName, answeredBy, answeredAt, note, later } = invite
  return { status, answerId, answerName, answeredBy, answeredAt, note, later }
}
/**
 * What an unanswered invite of the kept player takes from the merged player's to the same event: the answer; or, if there is
 * none, that the date was added to their registration later, or was said to be no longer part of it. Neither counts as an
 * acceptance, and the family is mailed when the date is back.
 */
function fieldsFromMerged({ merged, own }: Pair): Partial<CurrentAnswer> | undefined {
  if (own?.status !== 'Pending') return undefined
  if (merged.status !== 'Pending') return answerOf(merged)
  const { later, answerId } = merged
  const isOpened = invites.isReopened(merged)
  return later || isOpened
    ? { ...(later && { later: mergeLater(later, own.later) }), ...(isOpened && { answerId }) }
    : undefined
}

/** Moves invites to the kept player. Of two for the same event the kept player's remains, completed from the other. */
export const moveInvites = ({ playerId, firstName, lastName }: NamedPlayer, pairs: readonly Pair[]): Write[] =>
  pairs.flatMap((pair) => {
    const { merged, own } = pair
    const inviteId = inviteOf(eventOf(merged.inviteId), playerId)
    const set = fieldsFromMerged(pair)
    return [
      invites.remove({ inviteId: merged.inviteId }, 'conflict', ifUnchanged(merged)),
      ...(own ? [] : [invites.create({ ...withoutKeys(merged), inviteId, firstName, lastName })]),
      ...(own && set ? [invites.change({ inviteId }, { set, when: ifUnchanged(own) })] : []),
    ]
  })

/** The data of the invites that is kept for undoing the merge. */
export const invitesRecord = (pairs: readonly Pair[]) => ({
  gone: pairs.map(({ merged }) => withoutEvent(merged)),
  moved: pairs.flatMap(({ merged, own }) => (own ? [] : [merged.inviteId])),
  answers: pairs.flatMap((pair) =>
    pair.own && fieldsFromMerged(pair) ? [{ inviteId: pair.merged.inviteId, before: answerOf(pair.own) }] : [],
  ),
})

function withoutEvent(invite: Stored<Invite>): MergedInvite {
  const event = summaryOf(invite)
  return Object.fromEntries(Object.entries(withoutKeys(invite)).filter(([name]) => !(name in event))) as MergedInvite
}

type MergeId = Pick<Merge, 'organizationId' | 'mergeId'>
/**
 * Moves invites to future events that did not fit into the merge's transaction; each transaction also records what it moves, so that
 * undoing the merge in between moves back exactly these. Idempotent.
 */
export async function movePostponed(stamp: Stamp, id: MergeId, now: string): Promise<void> {
  for (;;) {
    const isDone = await retryOnConflict(async () => {
      const merge = await merges.get(id, { consistent: true })
      if (!merge || merge.undoneAt !== undefined) return true
      const { keepId, goneId, gone, moved } = merge
      const [player, merged, own] = await Promise.all([
        players.get({ playerId: keepId }, { consistent: true }),
        invites.ofPlayer({ playerId: goneId }),
        invites.ofPlayer({ playerId: keepId }),
      ])
      const upcoming = orderedPairs({ invites: merged }, { invites: own }, now).filter((pair) => isUpcoming(pair, now))
      // The kept player was merged into another one meanwhile.
      if (!player || upcoming.length === 0) return true
      const part = fittingPairs(player, upcoming, maxTransactWrites - 2)
      const record = invitesRecord(part)
      const set = {
        gone: { ...gone, invites: [...gone.invites, ...record.gone] },
        moved: {
          ...moved,
          inviteIds: [...moved.inviteIds, ...record.moved],
          answers: [...(moved.answers ?? []), ...record.answers],
        },
      }
      await write(
        stamp,
        merges.change(id, { set, when: ifUnchanged(merge) }),
        players.check({ playerId: keepId }, ifUnchanged(player)),
        ...moveInvites(player, part),
      )
      return part.length === upcoming.length
    })
    if (isDone) return
  }
}

/** The writes that give an invite back to the merged player. */
type InviteRestore = { inviteId: string; writes: Write[] }
export const fittingRestores = (restores: readonly InviteRestore[], max: number): InviteRestore[] =>
  takeFitting(restores, max, ({ writes }) => writes.length)

/**
 * Moves invites back to the restored player with their current answers; those that were removed from the kept player since are left out.
 * What the kept player's invite took over is reset, unless it was answered since.
 */
export function restoreInvites(
  { gone, moved }: Merge,
  keep: Side,
  eventsById: ReadonlyMap<string, Event>,
): InviteRestore[] {
  const { firstName, lastName } = gone.player
  const byEvent = new Map(keep.invites.map((invite) => [eventOf(invite.inviteId), invite]))
  const movedIds = new Set(moved.inviteIds)
  const answersBefore = new Map(moved.answers?.map(({ inviteId, before }) => [inviteId, before]))
  return gone.invites.map((former) => {
    const { inviteId } = former
    const event = eventsById.get(eventOf(inviteId))
    const current = byEvent.get(eventOf(inviteId))
    const isMoved = movedIds.has(inviteId)
    const before = answersBefore.get(inviteId)
    const row = event && (isMoved ? current && withoutKeys(current) : { ...former, ...summaryOf(event) })
    return {
      inviteId,
      writes: [
        ...(current && isMoved
          ? [invites.remove({ inviteId: current.inviteId }, 'conflict', ifUnchanged(current))]
          : []),
        ...(current && before && [former.answerId, before.answerId].includes(current.answerId)
          ? [invites.change({ inviteId: current.inviteId }, { set: answerOf(before), when: ifUnchanged(current) })]
          : []),
        ...(row ? [invites.create({ ...row, inviteId, firstName, lastName })] : []),
      ],
    }
  })
}

/** Removes these invites from the merge's record: they are moved back. */
export function withoutInvites(
  { gone, moved }: Merge,
  restores: readonly InviteRestore[],
): Pick<Merge, 'gone' | 'moved'> {
  const ids = new Set(restores.map(({ inviteId }) => inviteId))
  return {
    gone: { ...gone, invites: gone.invites.filter(({ inviteId }) => !ids.has(inviteId)) },
    moved: {
      ...moved,
      inviteIds: moved.inviteIds.filter((inviteId) => !ids.has(inviteId)),
      ...(moved.answers && { answers: moved.answers.filter(({ inviteId }) => !ids.has(inviteId)) }),
    },
  }
}
