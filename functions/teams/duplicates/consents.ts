import { type LatestAgreements, latestAgreements, type Signature, signatures } from '../../table/agreements.ts'
import type { Merge } from '../../table/merges.ts'
import { playerAccounts } from '../../table/playerAccounts.ts'
import { ifUnchanged, type Stored, type Write } from '../../table/writes.ts'
import { withoutKeys, type Side } from './sides.ts'

type Last = NonNullable<LatestAgreements['last']>

/** Identifies the text of an agreement, and whether it was signed for a child: nobody signs that twice for one player. */
const textOf = ({ agreementId, textVersion, ofAge }: Signature) => `${agreementId} ${textVersion} ${ofAge}`

/** The consents for the merged player that the kept player lacks. */
export function movedConsents(keep: Side, gone: Side): Stored<Signature>[] {
  const keptTexts = new Set(keep.signatures.map(textOf))
  return gone.signatures.filter((each) => !keptTexts.has(textOf(each)))
}

/** The latest signature of each agreement. */
function lastOf(all: readonly Signature[]): Last {
  const chronological = all.toSorted((a, b) => (a.signedAt < b.signedAt ? -1 : 1))
  return Object.fromEntries(
    chronological.map(({ agreementId, textVersion: version, ofAge, name: by, signedAt: at }) => [
      agreementId,
      { version, ofAge, by, at },
    ]),
  )
}

const laterOf = (one: string | undefined, other: string | undefined) => ((one ?? '') > (other ?? '') ? one : other)

/** The change of the kept player's item; undefined if nothing changes. */
export function agreedAfter(keep: Side, gone: Side): LatestAgreements | undefined {
  const movedSignatures = movedConsents(keep, gone)
  const askedAt = laterOf(keep.agreed?.askedAt, gone.agreed?.askedAt)
  if (movedSignatures.length === 0 && askedAt === keep.agreed?.askedAt) return undefined
  const last = lastOf([...keep.signatures, ...movedSignatures])
  return {
    playerId: keep.player.playerId,
    ...(Object.keys(last).length > 0 && { last }),
    ...(askedAt && { askedAt }),
  }
}

/** Moves consents and the player's own account to the kept player; signatures remain unchanged. */
export function moveConsents(keep: Side, gone: Side): Write[] {
  const { playerId } = keep.player
  const goneId = gone.player.playerId
  const after = agreedAfter(keep, gone)
  return [
    ...gone.signatures.map((each) => signatures.remove({ ...each, playerId: goneId }, 'conflict', ifUnchanged(each))),
    ...movedConsents(keep, gone).map((each) => signatures.create({ ...withoutKeys(each), playerId })),
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
export function restoreConsents({ keepId, goneId, gone, moved, agreedBefore }: Merge, keep: Side): Write[] {
  const { signatures: merged = [], agreed: mergedAgreed, accountIds = [] } = gone
  const movedTexts = new Set(moved.papers)
  const signaturesByText = new Map(keep.signatures.map((each) => [textOf(each), each]))
  const family = new Set(keep.family.map(({ userId }) => userId))
  // As stored now, so that an account erased since is not named again.
  const restored = merged.flatMap((each): Signature[] => {
    const current = movedTexts.has(textOf(each)) ? signaturesByText.get(textOf(each)) : undefined
    if (current) return [{ ...withoutKeys(current), playerId: goneId }]
    return movedTexts.has(textOf(each)) || !family.has(each.userId) ? [] : [each]
  })
  const leavingSignatures = keep.signatures.filter((each) => movedTexts.has(textOf(each)))
  const last = lastOf(keep.signatures.filter((each) => !leavingSignatures.includes(each)))
  const hasLast = Object.keys(last).length > 0
  const askedAt = keep.agreed?.askedAt === mergedAgreed?.askedAt ? agreedBefore?.askedAt : keep.agreed?.askedAt
  const restoredLast = lastOf(restored)
  const isEmpty = !hasLast && !askedAt && agreedBefore === undefined
  const isChanged = moved.papers !== undefined && keep.agreed !== undefined
  return [
    ...leavingSignatures.map((each) => signatures.remove({ ...each, playerId: keepId }, 'conflict', ifUnchanged(each))),
    ...restored.map((each) => signatures.create(each)),
    ...(mergedAgreed
      ? [
          latestAgreements.create({
            playerId: goneId,
            ...(Object.keys(restoredLast).length > 0 && { last: restoredLast }),
            ...(mergedAgreed.askedAt && { askedAt: mergedAgreed.askedAt }),
          }),
        ]
      : []),
    ...(isChanged && keep.agreed
      ? [
          isEmpty
            ? latestAgreements.remove({ playerId: keepId }, 'conflict', ifUnchanged(keep.agreed))
            : latestAgreements.change(
                { playerId: keepId },
                { set: { last: hasLast ? last : undefined, askedAt }, when: ifUnchanged(keep.agreed) },
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
