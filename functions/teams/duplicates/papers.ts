import { type LatestAgreements, latestAgreements, type Signature, signatures } from '../../table/agreements.ts'
import type { Merge } from '../../table/merges.ts'
import { playerAccounts } from '../../table/playerAccounts.ts'
import { ifUnchanged, type Stored, type Write } from '../../table/writes.ts'
import { plain, type Side } from './sides.ts'

type Last = NonNullable<LatestAgreements['last']>

/** Identifies the text of an agreement, and whether it was signed for a child: nobody signs that twice for one player. */
const textOf = ({ agreementId, textVersion, ofAge }: Signature) => `${agreementId} ${textVersion} ${ofAge}`

/** The consents for the merged player that the kept player lacks. */
export function papersThatMove(keep: Side, gone: Side): Stored<Signature>[] {
  const there = new Set(keep.signatures.map(textOf))
  return gone.signatures.filter((each) => !there.has(textOf(each)))
}

/** The latest signature of each agreement. */
function lastOf(all: readonly Signature[]): Last {
  const inOrder = all.toSorted((a, b) => (a.signedAt < b.signedAt ? -1 : 1))
  return Object.fromEntries(
    inOrder.map(({ agreementId, textVersion: version, ofAge, name: by, signedAt: at }) => [
      agreementId,
      { version, ofAge, by, at },
    ]),
  )
}

const later = (one: string | undefined, other: string | undefined) => ((one ?? '') > (other ?? '') ? one : other)

/** The change of the kept player's item; undefined if nothing changes. */
export function agreedAfter(keep: Side, gone: Side): LatestAgreements | undefined {
  const moved = papersThatMove(keep, gone)
  const askedAt = later(keep.agreed?.askedAt, gone.agreed?.askedAt)
  if (moved.length === 0 && askedAt === keep.agreed?.askedAt) return undefined
  const last = lastOf([...keep.signatures, ...moved])
  return {
    playerId: keep.player.playerId,
    ...(Object.keys(last).length > 0 && { last }),
    ...(askedAt && { askedAt }),
  }
}

/** Moves consents and the player's own account to the kept player; signatures remain unchanged. */
export function papersAlong(keep: Side, gone: Side): Write[] {
  const { playerId } = keep.player
  const goneId = gone.player.playerId
  const after = agreedAfter(keep, gone)
  return [
    ...gone.signatures.map((each) => signatures.remove({ ...each, playerId: goneId }, 'conflict', ifUnchanged(each))),
    ...papersThatMove(keep, gone).map((each) => signatures.create({ ...(plain(each) as Signature), playerId })),
    ...(gone.agreed ? [latestAgreements.remove({ playerId: goneId }, 'conflict', ifUnchanged(gone.agreed))] : []),
    ...(after
      ? [
          keep.agreed
            ? latestAgreements.change({ playerId }, { set: after, when: ifUnchanged(keep.agreed) })
            : latestAgreements.create(after),
        ]
      : []),
    ...gone.accounts.map(({ userId }) =>
      playerAccounts.change({ userId }, { set: { playerId }, when: [['playerId', '=', goneId]] }),
    ),
  ]
}

/** Restores both players' consents; those given since the merge stay with the kept player. */
export function papersBack({ keepId, goneId, gone, moved, agreedBefore }: Merge, keep: Side): Write[] {
  const { signatures: merged = [], agreed: herRow, accountIds = [] } = gone
  const came = new Set(moved.papers)
  const there = new Map(keep.signatures.map((each) => [textOf(each), each]))
  const family = new Set(keep.family.map(({ userId }) => userId))
  // As stored now, so that an account erased since is not named again.
  const back = merged.flatMap((each): Signature[] => {
    const now = came.has(textOf(each)) ? there.get(textOf(each)) : undefined
    if (now) return [{ ...(plain(now) as Signature), playerId: goneId }]
    return came.has(textOf(each)) || !family.has(each.userId) ? [] : [each]
  })
  const leaves = keep.signatures.filter((each) => came.has(textOf(each)))
  const last = lastOf(keep.signatures.filter((each) => !leaves.includes(each)))
  const isSaid = Object.keys(last).length > 0
  const askedAt = keep.agreed?.askedAt === herRow?.askedAt ? agreedBefore?.askedAt : keep.agreed?.askedAt
  const hersLast = lastOf(back)
  const isEmpty = !isSaid && !askedAt && agreedBefore === undefined
  const changed = moved.papers !== undefined && keep.agreed !== undefined
  return [
    ...leaves.map((each) => signatures.remove({ ...each, playerId: keepId }, 'conflict', ifUnchanged(each))),
    ...back.map((each) => signatures.create(each)),
    ...(herRow
      ? [
          latestAgreements.create({
            playerId: goneId,
            ...(Object.keys(hersLast).length > 0 && { last: hersLast }),
            ...(herRow.askedAt && { askedAt: herRow.askedAt }),
          }),
        ]
      : []),
    ...(changed && keep.agreed
      ? [
          isEmpty
            ? latestAgreements.remove({ playerId: keepId }, 'conflict', ifUnchanged(keep.agreed))
            : latestAgreements.change(
                { playerId: keepId },
                { set: { last: isSaid ? last : undefined, askedAt }, when: ifUnchanged(keep.agreed) },
              ),
        ]
      : []),
    ...keep.accounts
      .filter(({ userId }) => accountIds.includes(userId))
      .map(({ userId }) =>
        playerAccounts.change({ userId }, { set: { playerId: goneId }, when: [['playerId', '=', keepId]] }),
      ),
  ]
}

export const paperIds = (list: readonly Signature[]): string[] => list.map(textOf)
