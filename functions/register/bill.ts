import { outstandingOf } from '#shared/rules/fees.ts'
import { type Part, reductionNames } from '#shared/rules/register/price.ts'
import { type MailMessage, quoted } from '../mail/message.ts'
import { dayText, moneyText, type Say } from '../mail/say.ts'
import { fees } from '../table/fees.ts'
import { partFeeIdOf, type RegistrationEntry } from '../table/registrationEntries.ts'

/** An amount as text. */
export const amountText = (cents: number, say: Say) => (cents === 0 ? say('free', 'gratis') : moneyText(cents, say))

const reductionText = (name: string, say: Say): string =>
  name === reductionNames.sibling
    ? say(name, 'Descuento por hermanos')
    : name === reductionNames.earlyBird
      ? say(name, 'Inscripción temprana')
      : name

/** When the parts are due; nothing for a single part that is paid online, which is paid already. */
const duePartsOf = ({ parts, payBy, state }: RegistrationEntry): readonly Part[] =>
  parts.length > 1 || (payBy === 'BILL' && state === 'registered') ? parts : []

/** What is still outstanding of the fees of an entry, by due day. */
export async function outstandingParts(entry: RegistrationEntry): Promise<Part[]> {
  const ids = entry.parts.map((_, i) => ({ playerFeeId: partFeeIdOf(entry, i) }))
  const chargedFees = await fees.getMany(ids, { consistent: true })
  return chargedFees.flatMap((fee) => (fee ? [{ amountInCents: outstandingOf(fee), dueOn: fee.dueOn }] : []))
}

/** The lines of a bill: what was chosen and what it costs. `due`: what is outstanding, if that differs from what was charged. */
export const billLines = (
  entry: RegistrationEntry,
  say: Say,
  due = duePartsOf(entry),
): NonNullable<MailMessage['facts']> => [
  ...entry.lines.map(
    ({ name, quantity, cents }) =>
      [`${quoted(name)}${quantity > 1 ? ` × ${quantity}` : ''}`, amountText(cents, say)] as const,
  ),
  ...entry.reductions.map(
    ({ name, cents }) => [quoted(reductionText(name, say)), `−${moneyText(cents, say)}`] as const,
  ),
  ['Total', amountText(entry.priceInCents, say)],
  ...(entry.deposit ? [[say('Deposit', 'Depósito'), `−${moneyText(entry.deposit.cents, say)}`] as const] : []),
  ...due
    .filter(({ amountInCents }) => amountInCents > 0)
    .map(
      ({ amountInCents, dueOn }) =>
        [`${say('Due', 'Vence')} ${dayText(dueOn, say)}`, moneyText(amountInCents, say)] as const,
    ),
]
