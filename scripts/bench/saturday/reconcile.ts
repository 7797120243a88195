import type { Acknowledged } from './acts.ts'
import type { Item } from './units.ts'

type Mail = { subject: string; to: string[] }
/** A charge at the Stripe stand-in. */
export type Charge = { id: string; status: string; metadata: Record<string, string> }
type Reconciled = {
  lost: string[]
  doubled: string[]
  /** What is still in progress. */
  unsettled: string[]
  /** What Stripe has charged and we have not booked, and vice versa. */
  uneven: string[]
  /** Mails handed to the mail service with the response lost: they are not sent again, see functions/mail. */
  unknownMails: number
}

/** How many mails have an unknown outcome. */
export const mailsInDoubt = (items: readonly Item[]): number =>
  unknownIn((kind) => items.filter((item) => item.kind === kind)).length

type Outside = { mails: readonly Mail[]; charges: readonly Charge[] }
/** Compares what was acknowledged to people with the table, and both with the mails sent and the charges made. */
export function reconcile(
  items: readonly Item[],
  done: readonly Acknowledged[],
  { mails, charges }: Outside,
): Reconciled {
  const byKind = Map.groupBy(items, ({ kind }) => String(kind))
  const of = (kind: string) => byKind.get(kind) ?? []
  const lost: string[] = []
  const lose = (what: object) => lost.push(`Lost: ${JSON.stringify(what)}`)
  const answered = new Map(of('Invite').map((row) => [`${String(row.pk)} ${String(row.sk)}`, row.status]))
  const said = new Set(of('Message').map(({ sk }) => String(sk)))
  const entries = of('Registration entry')
  const recipients = Map.groupBy(of('Email recipient'), ({ pk }) => String(pk))
  const addresses = addressesOf(of, mails)
  const payments = new Map(of('Payment').map((row) => [String(row.pk), row]))
  const answers = done.filter((each) => each.what === 'answer')
  // The last acknowledged answer to an invite counts.
  const last = new Map(answers.map((each) => [each.inviteId, each]))
  for (const each of last.values()) if (answered.get(placeOfInvite(each.inviteId)) !== each.status) lose(each)
  for (const each of done) {
    if (each.what === 'message' && !said.has(`MESSAGE#${each.messageSid}`)) lose(each)
    if (each.what === 'email' && recipients.get(`MAIL#${each.emailId}`)?.length !== each.people) lose(each)
    if (each.what === 'email' && addresses(each.emailId).size < each.people)
      lose({ ...each, what: 'mails of an email' })
    if (each.what === 'payment' && payments.get(`PAYMENT#${each.paymentId}`)?.state !== 'paid') lose(each)
    const child = each.what === 'registration' ? each.registrationPlayerId.split('.').at(-1) : undefined
    if (
      each.what === 'registration' &&
      !entries.some(({ pk, sk }) => pk === `REGISTRATION#${each.registrationId}` && sk === `ENTRY#${child}`)
    )
      lose(each)
  }
  return {
    lost,
    doubled: doubledIn(of, mails),
    unsettled: unsettledIn(of),
    uneven: unevenIn(of, charges),
    unknownMails: unknownIn(of).length,
  }
}

function placeOfInvite(inviteId: string): string {
  const parts = inviteId.split('.')
  const player = `${parts[0]}.${parts.at(-1)}`
  return `PLAYER#${player} INVITE#${parts.slice(0, -1).join('.')}`
}

type Of = (kind: string) => Item[]

/** The addresses that an email reached, or may have reached, or reaches in a digest of that day, whose subject is different. */
function addressesOf(of: Of, mails: readonly Mail[]): (emailId: string) => Set<string> {
  const bySubject = Map.groupBy(mails, ({ subject }) => subject)
  const isWithOthers = ({ state, subject }: Item) => subject === undefined && (state === 'held' || state === 'sent')
  const otherwise = of('Outbox').filter((row) => row.state === 'sending' || isWithOthers(row))
  const byEmail = Map.groupBy(otherwise, ({ about }) => (about as Record<string, string>)['emailId'])
  return (emailId) =>
    new Set([
      ...(bySubject.get(`Saturday ${emailId}`) ?? []).flatMap(({ to }) => to),
      ...(byEmail.get(emailId) ?? []).map(({ email }) => String(email)),
    ])
}

/** A payment still in progress only counts as unsettled. */
function unevenIn(of: Of, charges: readonly Charge[]): string[] {
  const paid = charges.filter(({ status, metadata }) => status === 'succeeded' && 'payment' in metadata)
  const charged = Map.groupBy(paid, ({ metadata }) => `PAYMENT#${metadata['payment']}`)
  const states = new Map(of('Payment').map(({ pk, state }) => [String(pk), String(state)]))
  const isBooked = (place: string) => ['paid', 'processing', 'starting'].includes(states.get(place) ?? '')
  return [
    ...[...charged.keys()].filter((place) => !isBooked(place)).map((place) => `Charged and not booked: ${place}`),
    ...[...charged].filter(([, same]) => same.length > 1).map(([place]) => `Charged more than once: ${place}`),
    ...of('Payment')
      .filter(({ pk, state, provider }) => state === 'paid' && provider === 'STRIPE' && !charged.has(String(pk)))
      .map(({ pk }) => `Booked and not charged: ${String(pk)}`),
  ]
}

function doubledIn(of: Of, mails: readonly Mail[]): string[] {
  const twice = (what: string, all: readonly string[]) => {
    const counted = Map.groupBy(all, (one) => one)
    return [...counted]
      .filter(([, same]) => same.length > 1)
      .map(([one, same]) => `${what}, ${same.length} times: ${one}`)
  }
  const paid = Map.groupBy(
    of('Payment').filter(({ state }) => state === 'paid'),
    ({ parts }) => String((parts as { playerFeeId: string }[])[0]?.playerFeeId),
  )
  const booked = of('Fee').filter((fee) => Number(fee.paid) > Number(fee.amount))
  return [
    ...twice(
      'A mail',
      mails.flatMap(({ subject, to }) => (subject.startsWith('Saturday ') ? to.map((one) => `${subject} ${one}`) : [])),
    ),
    ...twice(
      'A number in a conversation',
      of('Message').map(({ pk, seq }) => `${String(pk)} ${String(seq)}`),
    ),
    ...twice(
      'A fee',
      of('Fee').map(({ pk, name }) => `${String(pk)} ${String(name)}`),
    ),
    ...[...paid].filter(([, same]) => same.length > 1).map(([fee]) => `A fee that was paid twice: ${fee}`),
    ...booked.map(({ pk, sk }) => `More booked than owed: ${String(pk)} ${String(sk)}`),
    ...of('Ledger entry')
      .filter(({ postings }) => (postings as { cents: number }[]).reduce((sum, { cents }) => sum + cents, 0) !== 0)
      .map(({ sk }) => `A ledger entry that is not even: ${String(sk)}`),
  ]
}

const unknownIn = (of: Of) => of('Outbox').filter(({ state }) => state === 'sending')

/** What should be in another state by now. */
function unsettledIn(of: Of): string[] {
  const tell = (what: string, rows: Item[]) =>
    rows.map(({ pk, sk, state }) => `${what}: ${String(pk)} ${String(sk)} ${String(state)}`)
  return [
    ...tell(
      'A mail that waits',
      of('Outbox').filter(({ state }) => state === 'wanted'),
    ),
    ...tell(
      'An email that waits',
      of('Email').filter(({ state }) => state === 'sending' || state === 'waiting'),
    ),
    ...tell(
      'A registration that waits',
      of('Registration entry').filter(({ landing }) => landing === 'wanted' || landing === 'again'),
    ),
    ...tell(
      'A payment that waits',
      of('Payment').filter(({ state }) => state === 'processing' || state === 'starting'),
    ),
  ]
}
