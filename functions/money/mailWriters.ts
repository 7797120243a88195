import { feeOf, instalmentFeeOf, organizationOf, playerFeeOf, playerOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { outstandingOf, partsIn } from '#shared/rules/fees.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import type { Writer } from '../mail/writer.ts'
import { type Fee, fees } from '../table/fees.ts'
import { organizations } from '../table/organizations.ts'
import { familyOfFee } from '../table/feeFamilies.ts'
import { guardiansWith } from '../table/players.ts'
import { autopay } from './autopayMail.ts'
import { feeMail } from './feeMail.ts'
import { givenBack } from './refundMail.ts'
import { pendingCentsByFee } from './pendingPayments.ts'
import { notCome } from './paymentFailedMail.ts'
import { processor } from './processorMail.ts'
import { manualReceipt, receipt } from './receipt/receiptMail.ts'

/**
 * The mail about a fee; undefined if nothing is owed any more, a payment is on its way, or the reader no longer pays for the
 * player or belongs to the other home.
 */
const fee: Writer<'fee'> = async ({ playerFeeId, payId }, { to: { userId }, now, say }) => {
  if (!userId) return undefined
  const [fee, member, club] = await Promise.all([
    fees.get({ playerFeeId }, { consistent: true }),
    familyOfFee(playerFeeId).then((family) => family.find((each) => each.userId === userId)),
    organizations.get({ organizationId: organizationOf(playerFeeId) }),
  ])
  if (!fee || !club || !member || outstandingOf(fee) <= 0) return undefined
  if (guardiansWith([member], 'pays').length === 0 || !isAskedOf(fee, userId)) return undefined
  if ((await pendingCentsByFee([fee])).size > 0) return undefined
  const later = (await laterParts(fee)).filter((part) => isAskedOf(part, userId))
  return feeMail(fee, { club: club.name, later, today: dayIn(now, club.timezone), payId, say })
}

/** The later instalments of the same fee that are still owed. */
async function laterParts({ playerFeeId, name, dueOn }: Fee): Promise<Fee[]> {
  const first = feeOf(playerFeeId)
  const ids = Array.from({ length: partsIn(name) }, (_, i) => instalmentFeeOf(first, i))
  if (ids.length < 2 || !ids.includes(first)) return []
  const found = await fees.getMany(ids.map((id) => ({ playerFeeId: playerFeeOf(id, playerOf(playerFeeId)) })))
  return found.filter((part) => part !== undefined).filter((part) => part.dueOn > dueOn && outstandingOf(part) > 0)
}

export const writers = { fee, autopay, receipt, manualReceipt, notCome, givenBack, processor }
