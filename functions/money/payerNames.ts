import { fees, type ListedFee } from '../table/fees.ts'
import { profiles } from '../table/profiles.ts'

/**
 * The payers' names by fee id, of the fees in a list that are one home's part of a split fee, since the parts look alike. Which fees are
 * parts is in the list's index; only these are read.
 */
export async function payerNamesOf(listed: readonly ListedFee[]): Promise<ReadonlyMap<string, string[]>> {
  const parts = listed.filter(({ type }) => type === 'part').map((fee) => ({ playerFeeId: fees.idOf(fee) }))
  const found = (await fees.getMany(parts)).flatMap((fee) => (fee?.payers ? [{ ...fee, payers: fee.payers }] : []))
  const names = await profiles.namesOf(found.flatMap(({ payers }) => payers))
  return new Map(
    found.map(({ playerFeeId, payers }) => [
      playerFeeId,
      payers.flatMap((userId) => {
        const name = names.get(userId)
        return name === undefined ? [] : [name]
      }),
    ]),
  )
}
