import { organizationOf } from '#shared/ids.ts'
import { dayIn } from '#shared/rules/days.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { isAskedOf } from '#shared/rules/splitting.ts'
import type { Writer } from '../mail/writer.ts'
import { fees } from '../table/fees.ts'
import { organizations } from '../table/organizations.ts'
import { familyOfFee } from '../table/feeFamilies.ts'
import { guardiansWith } from '../table/players.ts'
import { autopay } from './autopayLetter.ts'
import { feeLetter } from './feeLetter.ts'
import { manualReceipt, receipt } from './receipt/receiptLetter.ts'

/** Nothing is said of a fee on which nothing is owed any more, nor to who does not pay for the player any more, nor to the other home. */
const fee: Writer<'fee'> = async ({ playerFeeId, payId }, { to: { userId }, now, say }) => {
  if (!userId) return undefined
  const [fee, member, club] = await Promise.all([
    fees.get({ playerFeeId }, { consistent: true }),
    familyOfFee(playerFeeId).then((family) => family.find((each) => each.userId === userId)),
    organizations.get({ organizationId: organizationOf(playerFeeId) }),
  ])
  if (!fee || !club || !member || outstandingOf(fee) <= 0) return undefined
  if (guardiansWith([member], 'pays').length === 0 || !isAskedOf(fee, userId)) return undefined
  return feeLetter(fee, { club: club.name, today: dayIn(now, club.timezone), payId, say })
}

export const letters = { fee, autopay, receipt, manualReceipt }
