import { fees } from '#functions/table/fees.ts'
import { ledger, type LedgerEntry } from '#functions/table/ledger.ts'
import { registrationEntries } from '#functions/table/registrationEntries.ts'
import { all } from '#functions/table/table.ts'
import { playerOf, registrationOf } from '#shared/ids.ts'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { aParent, aRegistration, fillIn, deliverEntry, option, question, finalize, shirt } from './registering.ts'

export const size = question({
  id: 'question-size',
  answerType: 'OPTIONS_CHOOSE_ONE',
  answers: ['M', 'L'],
  optional: true,
})
export const season = option('option-a', 10_000, 2)
const parts = {
  options: [season, option('option-b', 10_000, 1), option('option-c', 12_000), option('option-d', 4000)],
  addOns: [shirt],
}
type FillOptions = Parameters<typeof fillIn>[3]
export async function registerPlayer(club: Club, cents: number, options: FillOptions = {}, overrides: object = {}) {
  const registrationId = await aRegistration(club, { ...parts, ...overrides })
  const as = await aParent(club, 'rosa')
  const { registrationPlayerId: id } = await fillIn(as, registrationId, 'Nora', { optionIds: ['option-a'], ...options })
  const { status } = await finalize(as, [id], cents)
  if (status !== 200) throw new Error(`The registration could not be submitted: ${status}`)
  await deliverEntry(id)
  return { registrationId, as, id }
}
type ChangeOptions = { optionIds?: string[]; kinds?: string[]; answers?: Record<string, string[]>; revision?: number }
export async function changeChoices(as: string, id: string, priceInCents: number, options: ChangeOptions = {}) {
  const { optionIds = ['option-a'], kinds = [], answers = {} } = options
  const entry = await registrationEntries.get(
    { registrationId: registrationOf(id), playerId: playerOf(id) },
    { consistent: true },
  )
  return call('POST /rest-api/register/{registrationId}/change', {
    as,
    registrationId: registrationOf(id),
    body: {
      registrationPlayerId: id,
      optionIds,
      addOnFormResponses:
        kinds.length === 0
          ? []
          : [
              {
                addOnId: 'shirt',
                quantity: kinds.length,
                registrationPlayerAddOnFormContentList: kinds.map((addOnOptionId) => ({ addOnOptionId })),
              },
            ],
      answers,
      priceInCents,
      revision: options.revision ?? entry?.version ?? 0,
    },
  })
}
export const owedFees = async (id: string) =>
  (await fees.ofPlayer(playerOf(id), { consistent: true })).map(({ amount, paid, state }) => [amount, paid, state])
export const receivable = async ({ organizationId }: Club) =>
  (await all<LedgerEntry>(ledger.of(organizationId)))
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === 'assets:receivable')
    .reduce((sum, { cents }) => sum + cents, 0)
