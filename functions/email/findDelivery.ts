import type { email } from '#shared/api/email.ts'
import { addHours } from '#shared/rules/days.ts'
import { clubOf } from '../mail/clubOf.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { mailKinds, type MailName } from '../mail/mailKinds.ts'
import { outbox, type OutboxMail } from '../table/outbox.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { page } from '../table/table.ts'

/** Mails read per page; other clubs' are filtered out. */
const pageSize = 100

/** Mails to families on a club's behalf that the club may look up; for `open` ones it also sees the subject. */
const subjectShown: { readonly [Name in MailName]?: 'open' | 'closed' } = {
  email: 'open',
  invite: 'open',
  reminder: 'open',
  eventNews: 'open',
  calendarMail: 'open',
  agree: 'open',
  assignment: 'open',
  familyInvitation: 'closed',
  administer: 'closed',
  dismissed: 'closed',
  fee: 'closed',
  autopay: 'closed',
  receipt: 'closed',
  manualReceipt: 'closed',
  notCome: 'closed',
  givenBack: 'closed',
  registered: 'closed',
  registrationCancelled: 'closed',
  registrationEdited: 'closed',
  datesGone: 'closed',
  registrationInvitation: 'closed',
  placeOffered: 'closed',
  waiting: 'closed',
  placeLapsed: 'closed',
  placeLost: 'closed',
  depositBack: 'closed',
}

/** Searches the mails to an address by the index of addresses, a page at a time; the ids in each mail say which club it belongs to. */
export async function findDelivery({
  params: { orgId },
  body: { to, daysBack = '7', cursor },
  now,
}: CallOf<typeof email, 'POST /rest-api/mail/delivery/{orgId}/search'>) {
  const list = `mails of ${orgId} to ${to.toLowerCase()}`
  const since = addHours(now, -24 * Number(daysBack))
  const after = await positionOf(list, cursor)
  const [{ rows, next }, suppressed] = await Promise.all([
    page<{ pk: string }>({ ...outbox.toAddress(to, since), limit: pageSize, after }),
    suppressedAddresses.get({ email: to }),
  ])
  const outboxRows = await outbox.getMany(rows.map(({ pk }) => ({ mailId: pk.slice('OUTBOX#'.length) })))
  const mails = outboxRows
    .filter((mail) => mail !== undefined)
    .filter((mail) => subjectShown[mail.letter] && clubOf(mail) === orgId)
  return {
    mails: mails.map(mailCard),
    stopped: suppressed && mails.length > 0 ? { because: suppressed.because, since: suppressed.since } : null,
    cursor: await cursorAt(list, next),
  }
}

const mailCard = ({ mailId, letter, subject, wantedAt, state, became }: OutboxMail) => ({
  id: mailId,
  kind: mailKinds[letter].notice,
  subject: subjectShown[letter] === 'open' ? (subject ?? null) : null,
  time: wantedAt,
  state: became ?? state,
})
