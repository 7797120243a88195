import { eventOf, inviteOf } from '#shared/ids.ts'
import { type Event, summaryOf } from '../../table/events.ts'
import { mergeLater, type Invite } from '../../table/inviteRows.ts'
import { invites } from '../../table/invites.ts'
import { type MergedInvite, type Merge, merges, type CurrentAnswer } from '../../table/merges.ts'
import { type NamedPlayer, players } from '../../table/players.ts'
import { maxTransactWrites, retryOnConflict, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { plain, type Side } from './sides.ts'

/** An invite of the merged player, with the kept player's own to the same event. */
export type Pair = { merged: Stored<Invite>; own: Stored<Invite> | undefined }
/** `rest`: invites to future events that are moved after the merge; `left`: invites to past events that are not moved. */
export type Along = { taken: Pair[]; rest: Pair[]; left: Pair[] }

const isComing = ({ merged }: Pair, now: string) => merged.end >= now

/** Coming events first, soonest first; then past ones, latest first. */
function inOrder(gone: Pick<Side, 'invites'>, keep: Pick<Side, 'invites'>, now: string): Pair[] {
  const own = new Map(keep.invites.map((invite) => [eventOf(invite.inviteId), invite]))
  const pairs = gone.invites.map((merged) => ({ merged, own: own.get(eventOf(merged.inviteId)) }))
  const earlierFirst = (a: Pair, b: Pair) => (a.merged.start < b.merged.start ? -1 : 1)
  const [coming, past] = [true, false].map((when) => pairs.filter((pair) => isComing(pair, now) === when))
  return [...(coming ?? []).toSorted(earlierFirst), ...(past ?? []).toSorted((a, b) => earlierFirst(b, a))]
}

/** As many as fit into one transaction. */
function fitting<Each>(list: readonly Each[], max: number, costOf: (each: Each) => number): Each[] {
  let room = max
  return list.filter((each) => {
    const wanted = costOf(each)
    if (room < wanted) return false
    room -= wanted
    return true
  })
}
const fittingPairs = (player: NamedPlayer, pairs: readonly Pair[], max: number) =>
  fitting(pairs, max, (pair) => invitesAlong(player, [pair]).length)

export function invitesThatFit(keep: Side, gone: Side, room: number, now: string): Along {
  const pairs = inOrder(gone, keep, now)
  const taken = fittingPairs(keep.player, pairs, room)
  const others = pairs.filter((pair) => !taken.includes(pair))
  return {
    taken,
    rest: others.filter((pair) => isComing(pair, now)),
    left: others.filter((pair) => !isComing(pair, now)),
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
function ofMerged({ merged, own }: Pair): Partial<CurrentAnswer> | undefined {
  if (own?.status !== 'Pending') return undefined
  if (merged.status !== 'Pending') return answerOf(merged)
  const { later, answerId } = merged
  const isOpened = invites.isReopened(merged)
  return later || isOpened
    ? { ...(later && { later: mergeLater(later, own.later) }), ...(isOpened && { answerId }) }
    : undefined
}

/** Moves invites to the kept player. Of two for the same event the kept player's remains, completed from the other. */
export const invitesAlong = ({ playerId, firstName, lastName }: NamedPlayer, pairs: readonly Pair[]): Write[] =>
  pairs.flatMap((pair) => {
    const { merged, own } = pair
    const inviteId = inviteOf(eventOf(merged.inviteId), playerId)
    const set = ofMerged(pair)
    return [
      invites.remove({ inviteId: merged.inviteId }, 'conflict', ifUnchanged(merged)),
      ...(own ? [] : [invites.create({ ...(plain(merged) as Invite), inviteId, firstName, lastName })]),
      ...(own && set ? [invites.change({ inviteId }, { set, when: ifUnchanged(own) })] : []),
    ]
  })

/** The data of the invites that is kept for undoing the merge. */
export const invitesKept = (pairs: readonly Pair[]) => ({
  gone: pairs.map(({ merged }) => withoutEvent(merged)),
  moved: pairs.flatMap(({ merged, own }) => (own ? [] : [merged.inviteId])),
  answers: pairs.flatMap((pair) =>
    pair.own && ofMerged(pair) ? [{ inviteId: pair.merged.inviteId, before: answerOf(pair.own) }] : [],
  ),
})

function withoutEvent(invite: Stored<Invite>): MergedInvite {
  const event = summaryOf(invite)
  return Object.fromEntries(Object.entries(plain(invite)).filter(([name]) => !(name in event))) as MergedInvite
}

type MergeId = Pick<Merge, 'organizationId' | 'mergeId'>
/**
 * Moves invites to future events that did not fit into the merge's transaction; each transaction also records what it moves, so that
 * undoing the merge in between moves back exactly these. Idempotent.
 */
export async function moveRest(stamp: Stamp, id: MergeId, now: string): Promise<void> {
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
      const coming = inOrder({ invites: merged }, { invites: own }, now).filter((pair) => isComing(pair, now))
      // The kept player was merged into another one meanwhile.
      if (!player || coming.length === 0) return true
      const part = fittingPairs(player, coming, maxTransactWrites - 2)
      const kept = invitesKept(part)
      const set = {
        gone: { ...gone, invites: [...gone.invites, ...kept.gone] },
        moved: {
          ...moved,
          inviteIds: [...moved.inviteIds, ...kept.moved],
          answers: [...(moved.answers ?? []), ...kept.answers],
        },
      }
      await write(
        stamp,
        merges.change(id, { set, when: ifUnchanged(merge) }),
        players.check({ playerId: keepId }, ifUnchanged(player)),
        ...invitesAlong(player, part),
      )
      return part.length === coming.length
    })
    if (isDone) return
  }
}

/** The writes that give an invite back to the merged player. */
type Back = { inviteId: string; writes: Write[] }
export const fittingBack = (back: readonly Back[], max: number): Back[] =>
  fitting(back, max, ({ writes }) => writes.length)

/**
 * Moves invites back to the restored player with their current answers; those that were removed from the kept player since are left out.
 * What the kept player's invite took over is reset, unless it was answered since.
 */
export function invitesBack({ gone, moved }: Merge, keep: Side, there: ReadonlyMap<string, Event>): Back[] {
  const { firstName, lastName } = gone.player
  const byEvent = new Map(keep.invites.map((invite) => [eventOf(invite.inviteId), invite]))
  const cameAlong = new Set(moved.inviteIds)
  const answered = new Map(moved.answers?.map(({ inviteId, before }) => [inviteId, before]))
  return gone.invites.map((was) => {
    const { inviteId } = was
    const event = there.get(eventOf(inviteId))
    const now = byEvent.get(eventOf(inviteId))
    const isMoved = cameAlong.has(inviteId)
    const before = answered.get(inviteId)
    const row = event && (isMoved ? now && (plain(now) as Invite) : { ...was, ...summaryOf(event) })
    return {
      inviteId,
      writes: [
        ...(now && isMoved ? [invites.remove({ inviteId: now.inviteId }, 'conflict', ifUnchanged(now))] : []),
        ...(now && before && [was.answerId, before.answerId].includes(now.answerId)
          ? [invites.change({ inviteId: now.inviteId }, { set: answerOf(before), when: ifUnchanged(now) })]
          : []),
        ...(row ? [invites.create({ ...row, inviteId, firstName, lastName })] : []),
      ],
    }
  })
}

/** Removes these invites from the merge's record: they are moved back. */
export function withoutInvites({ gone, moved }: Merge, back: readonly Back[]): Pick<Merge, 'gone' | 'moved'> {
  const ids = new Set(back.map(({ inviteId }) => inviteId))
  return {
    gone: { ...gone, invites: gone.invites.filter(({ inviteId }) => !ids.has(inviteId)) },
    moved: {
      ...moved,
      inviteIds: moved.inviteIds.filter((inviteId) => !ids.has(inviteId)),
      ...(moved.answers && { answers: moved.answers.filter(({ inviteId }) => !ids.has(inviteId)) }),
    },
  }
}
