import type { pay } from '#shared/api/money/pay.ts'
import { organizationOf, playerOf } from '#shared/ids.ts'
import { playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import { isChildAccount } from '../../people/childAccount.ts'
import type { CallOf } from '../../serve.ts'
import { type Fee, fees } from '../../table/fees.ts'
import { mayBeAskedFor } from '../../access/fees.ts'
import { meOf } from '../../table/me.ts'
import { familyLink, newPayId, type PayLink, payLinkHours, payLinks } from '../../table/payments.ts'
import { familyOfFee } from '../../table/feeFamilies.ts'
import { type Family, guardiansWith } from '../../table/players.ts'
import { update, write } from '../../table/table.ts'
import type { Stored } from '../../table/writes.ts'

/** Creates a payment link for the fees of the caller's own players in a club. */
export async function makeFamilyLink({
  body: { orgId: organizationId },
  userId,
  stamp,
}: CallOf<typeof pay, 'POST /rest-api/fee/payment-link'>) {
  const link = familyLink(stamp.at, organizationId, userId)
  await write(stamp, payLinks.create(link))
  return { payId: link.payId }
}

/** A payment link for one fee: a valid one if there is any, or a new one. */
export async function makeFeeLink({
  params: { feePlayerId },
  stamp,
  me,
}: CallOf<typeof pay, 'POST /rest-api/fee/pay-link/{feePlayerId}'>) {
  const [fee, links, { access }] = await Promise.all([
    fees.get({ playerFeeId: feePlayerId }, { consistent: true }),
    payLinks.of(feePlayerId),
    me,
  ])
  if (!fee || !mayBeAskedFor(access, fee)) throw new Problem('not_found')
  if (outstandingOf(fee) <= 0) throw new Problem('fee_settled')
  const validLink = links.findLast((link) => isValid(link, addHours(stamp.at, 24)) && showsFee(link, fee))
  if (validLink) return { payId: validLink.payId }
  const payId = newPayId()
  const organizationId = organizationOf(feePlayerId)
  const newLinkFields = { madeAt: stamp.at, ends: addHours(stamp.at, payLinkHours) }
  await write(
    stamp,
    payLinks.create({ payId, organizationId, playerFeeIds: [feePlayerId], about: feePlayerId, ...newLinkFields }),
  )
  return { payId }
}

/** Whether a link may show a fee: not if the fee was split after the link was made, since the other home may have it. */
const showsFee = ({ madeAt }: PayLink, { payers, splitAt = '' }: Fee) => payers === undefined || madeAt >= splitAt

const isValid = ({ revokedAt, ends }: PayLink, now: string) => revokedAt === undefined && now < ends

/** Revokes the payment links of a fee. */
export async function revokeLinks({
  params: { feePlayerId },
  stamp,
  me,
}: CallOf<typeof pay, 'DELETE /rest-api/fee/pay-link/{feePlayerId}'>) {
  const [fee, allLinks, { access }] = await Promise.all([
    fees.get({ playerFeeId: feePlayerId }),
    payLinks.of(feePlayerId),
    me,
  ])
  if (!fee || !mayBeAskedFor(access, fee)) throw new Problem('not_found')
  const links = allLinks.filter((link) => isValid(link, stamp.at))
  for (const { payId } of links) await update(stamp, payLinks.change({ payId }, { set: { revokedAt: stamp.at } }))
  return { takenBack: links.length }
}

/** The link with this id. Throws `pay_link_gone` or `pay_link_expired`. */
export async function readValidLink(payId: string, now: string): Promise<Stored<PayLink>> {
  const link = await payLinks.get({ payId }, { consistent: true })
  if (!link || link.revokedAt !== undefined) throw new Problem('pay_link_gone')
  if (now >= link.ends) throw new Problem('pay_link_expired')
  return link
}

/** Whether a link is of a child's own account, which cannot pay. */
export const isLinkOfChild = async ({ userId }: PayLink, now: string): Promise<boolean> =>
  userId !== undefined && (await isChildAccount(userId, now))

/** The families of the players of these fees, by player id. */
export async function familiesOf(playerFeeIds: readonly string[]): Promise<ReadonlyMap<string, readonly Family[]>> {
  const byPlayer = new Map(playerFeeIds.map((playerFeeId) => [playerOf(playerFeeId), playerFeeId]))
  const found = await Promise.all(
    [...byPlayer].map(async ([playerId, playerFeeId]) => [playerId, await familyOfFee(playerFeeId)] as const),
  )
  return new Map(found)
}

/** Whether a fee can be paid by a link; `families`: the families by player id. */
export function isPaidBy(link: PayLink, fee: Fee, families: Awaited<ReturnType<typeof familiesOf>>): boolean {
  const { organizationId, userId, playerFeeIds = [] } = link
  const { playerFeeId } = fee
  if (organizationOf(playerFeeId) !== organizationId) return false
  if (userId === undefined) return playerFeeIds.includes(playerFeeId) && showsFee(link, fee)
  const payers = guardiansWith(families.get(playerOf(playerFeeId)) ?? [], 'pays')
  return payers.some((member) => member.userId === userId) && isAskedOf(fee, userId)
}

/** The fees that a link is for: those of the user's own players in the club, or the ones it names. */
export async function feesOfLink(link: PayLink): Promise<Stored<Fee>[]> {
  const { organizationId, userId, playerFeeIds = [] } = link
  if (userId === undefined) {
    const found = await fees.getMany(
      playerFeeIds.map((playerFeeId) => ({ playerFeeId })),
      { consistent: true },
    )
    const existing = found.filter((fee) => fee !== undefined)
    const visibleFees = existing.filter((fee) => showsFee(link, fee))
    if (visibleFees.length === 0 && existing.length > 0) throw new Problem('pay_link_gone')
    return visibleFees
  }
  const players = playersWith((await meOf({ userId })).access, 'pays')
  const clubPlayers = players.filter(({ id }) => organizationOf(id) === organizationId)
  const playerFees = await Promise.all(
    clubPlayers.map(({ id, also = [] }) => fees.ofPlayers([id, ...also], { consistent: true })),
  )
  return playerFees.flat().filter((fee) => isAskedOf(fee, userId))
}
