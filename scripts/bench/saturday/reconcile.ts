import type { Acknowledged } from './acts.ts'
import type { Item } from './units.ts'

type Mail = { subject: string; to: string[] }
/** A charge at the stand-in for Stripe. */
export type Charge = { id: string; status: string; metadata: Record<string, string> }
type Reconciliation = {
  lost: string[]
  doubled: string[]
  /** Work that is still pending. */
  unsettled: string[]
  /** Charges at Stripe that are not booked, and the other way round. */
  uneven: string[]
  /** Mails passed to the mail service whose reply was lost: they are not sent again, see functions/mail. */
  unknownMails: number
}

/** The number of mails whose outcome is unknown. */
export const mailsInDoubt = (items: readonly Item[]): number =>
  findMailsInDoubt((kind) => items.filter((item) => item.kind === kind)).length

type ExternalRecords = { mails: readonly Mail[]; charges: readonly Charge[] }
/** Compares what was acknowledged to people with the table, and both with sent mails and charges. */
export function reconcile(
  items: readonly Item[],
  acknowledged: readonly Acknowledged[],
  { mails, charges }: ExternalRecords,
): Reconciliation {
  const byKind = Map.groupBy(items, ({ kind }) => String(kind))
  const itemsOfKind = (kind: string) => byKind.get(kind) ?? []
  const lost: string[] = []
  const reportLost = (record: object) => lost.push(`Lost: ${JSON.stringify(record)}`)
  const answered = new Map(itemsOfKind('Invite').map((row) => [`${String(row.pk)} ${String(row.sk)}`, row.status]))
  const messageKeys = new Set(itemsOfKind('Message').map(({ sk }) => String(sk)))
  const entries = itemsOfKind('Registration entry')
  const recipients = Map.groupBy(itemsOfKind('Email recipient'), ({ pk }) => String(pk))
  const addresses = addressesOf(itemsOfKind, mails)
  const payments = new Map(itemsOfKind('Payment').map((row) => [String(row.pk), row]))
  const answers = acknowledged.filter((each) => each.what === 'answer')
  // The last acknowledged answer of an invite counts.
  const last = new Map(answers.map((each) => [each.inviteId, each]))
  for (const each of last.values()) if (answered.get(placeOfInvite(each.inviteId)) !== each.status) reportLost(each)
  for (const each of acknowledged) {
    if (each.what === 'message' && !messageKeys.has(`MESSAGE#${each.messageSid}`)) reportLost(each)
    if (each.what === 'email' && recipients.get(`MAIL#${each.emailId}`)?.length !== each.people) reportLost(each)
    if (each.what === 'email' && addresses(each.emailId).size < each.people)
      reportLost({ ...each, what: 'mails of an email' })
    if (each.what === 'payment' && payments.get(`PAYMENT#${each.paymentId}`)?.state !== 'paid') reportLost(each)
    const child = each.what === 'registration' ? each.registrationPlayerId.split('.').at(-1) : undefined
    if (
      each.what === 'registration' &&
      !entries.some(({ pk, sk }) => pk === `REGISTRATION#${each.registrationId}` && sk === `ENTRY#${child}`)
    )
      reportLost(each)
  }
  return {
    lost,
    doubled: findDoubled(itemsOfKind, mails),
    unsettled: findUnsettled(itemsOfKind),
    uneven: findUneven(itemsOfKind, charges),
    unknownMails: findMailsInDoubt(itemsOfKind).length,
  }
}

function placeOfInvite(inviteId: string): string {
  const parts = inviteId.split('.')
  const player = `${parts[0]}.${parts.at(-1)}`
  return `PLAYER#${player} INVITE#${parts.slice(0, -1).join('.')}`
}

type ItemsOfKind = (kind: string) => Item[]

/**
 * The recipients of an email, including those whose mail has an unknown outcome or is combined with others of that day
 * under another subject.
 */
function addressesOf(itemsOfKind: ItemsOfKind, mails: readonly Mail[]): (emailId: string) => Set<string> {
  const bySubject = Map.groupBy(mails, ({ subject }) => subject)
  const isWithOthers = ({ state, subject }: Item) => subject === undefined && (state === 'held' || state === 'sent')
  const unfinishedMails = itemsOfKind('Outbox').filter((row) => row.state === 'sending' || isWithOthers(row))
  const byEmail = Map.groupBy(unfinishedMails, ({ about }) => (about as Record<string, string>)['emailId'])
  return (emailId) =>
    new Set([
      ...(bySubject.get(`Saturday ${emailId}`) ?? []).flatMap(({ to }) => to),
      ...(byEmail.get(emailId) ?? []).map(({ email }) => String(email)),
    ])
}

/** A payment that is still pending only counts as unsettled. */
function findUneven(itemsOfKind: ItemsOfKind, charges: readonly Charge[]): string[] {
  const succeededCharges = charges.filter(({ status, metadata }) => status === 'succeeded' && 'payment' in metadata)
  const chargesByPayment = Map.groupBy(succeededCharges, ({ metadata }) => `PAYMENT#${metadata['payment']}`)
  const states = new Map(itemsOfKind('Payment').map(({ pk, state }) => [String(pk), String(state)]))
  const isBooked = (place: string) => ['paid', 'processing', 'starting'].includes(states.get(place) ?? '')
  return [
    ...[...chargesByPayment.keys()]
      .filter((place) => !isBooked(place))
      .map((place) => `Charged and not booked: ${place}`),
    ...[...chargesByPayment].filter(([, same]) => same.length > 1).map(([place]) => `Charged more than once: ${place}`),
    ...itemsOfKind('Payment')
      .filter(
        ({ pk, state, provider }) => state === 'paid' && provider === 'STRIPE' && !chargesByPayment.has(String(pk)),
      )
      .map(({ pk }) => `Booked and not charged: ${String(pk)}`),
  ]
}

function findDoubled(itemsOfKind: ItemsOfKind, mails: readonly Mail[]): string[] {
  const reportDuplicates = (what: string, all: readonly string[]) => {
    const groups = Map.groupBy(all, (each) => each)
    return [...groups]
      .filter(([, same]) => same.length > 1)
      .map(([value, same]) => `${what}, ${same.length} times: ${value}`)
  }
  const paymentsByFee = Map.groupBy(
    itemsOfKind('Payment').filter(({ state }) => state === 'paid'),
    ({ parts }) => String((parts as { playerFeeId: string }[])[0]?.playerFeeId),
  )
  const overpaidFees = itemsOfKind('Fee').filter((fee) => Number(fee.paid) > Number(fee.amount))
  return [
    ...reportDuplicates(
      'A mail',
      mails.flatMap(({ subject, to }) =>
        subject.startsWith('Saturday ') ? to.map((address) => `${subject} ${address}`) : [],
      ),
    ),
    ...reportDuplicates(
      'A number in a conversation',
      itemsOfKind('Message').map(({ pk, seq }) => `${String(pk)} ${String(seq)}`),
    ),
    ...reportDuplicates(
      'A fee',
      itemsOfKind('Fee').map(({ pk, name }) => `${String(pk)} ${String(name)}`),
    ),
    ...[...paymentsByFee].filter(([, same]) => same.length > 1).map(([fee]) => `A fee that was paid twice: ${fee}`),
    ...overpaidFees.map(({ pk, sk }) => `More booked than owed: ${String(pk)} ${String(sk)}`),
    ...itemsOfKind('Ledger entry')
      .filter(({ postings }) => (postings as { cents: number }[]).reduce((sum, { cents }) => sum + cents, 0) !== 0)
      .map(({ sk }) => `A ledger entry that is not even: ${String(sk)}`),
  ]
}

const findMailsInDoubt = (itemsOfKind: ItemsOfKind) => itemsOfKind('Outbox').filter(({ state }) => state === 'sending')

/** Items that should have another state by now. */
function findUnsettled(itemsOfKind: ItemsOfKind): string[] {
  const describe = (label: string, rows: Item[]) =>
    rows.map(({ pk, sk, state }) => `${label}: ${String(pk)} ${String(sk)} ${String(state)}`)
  return [
    ...describe(
      'A mail that waits',
      itemsOfKind('Outbox').filter(({ state }) => state === 'wanted'),
    ),
    ...describe(
      'An email that waits',
      itemsOfKind('Email').filter(({ state }) => state === 'sending' || state === 'waiting'),
    ),
    ...describe(
      'A registration that waits',
      itemsOfKind('Registration entry').filter(({ landing }) => landing === 'wanted' || landing === 'again'),
    ),
    ...describe(
      'A payment that waits',
      itemsOfKind('Payment').filter(({ state }) => state === 'processing' || state === 'starting'),
    ),
  ]
}
