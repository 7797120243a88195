import type { email } from '#shared/api/email.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Email, emailRecipients, emails, type EmailRecipient, listsOf, teamEmails } from '../table/emails.ts'
import { type ReceivedEmail, receivedEmails } from '../table/receivedEmails.ts'
import { all, page } from '../table/table.ts'
import { filterVisibleRecipients, mayWriteAt } from './recipients.ts'
import { unitOf } from './unit.ts'

const pageSize = 50

/** The emails that the caller has received. */
export async function listReceived({ userId, query }: CallOf<typeof email, 'GET /rest-api/mail/getEmails'>) {
  const list = `emails to ${userId}`
  const after = await positionOf(list, query.cursor)
  const { rows, next } = await page<ReceivedEmail>({ ...receivedEmails.of({ userId }), limit: pageSize, after })
  return {
    emails: rows.map(
      ({ emailId: id, subject, beginning, from, orgUnitName: orgUnit, players, sentAt: time, readAt, urgent }) => ({
        id,
        subject,
        beginning,
        from,
        orgUnit,
        time,
        players,
        read: readAt !== undefined,
        urgent: urgent === true,
      }),
    ),
    cursor: await cursorAt(list, next),
  }
}

/** The emails that a team or a club has sent; drafts only for their author. */
export async function listOfTeam({
  userId,
  params: { orgUnitId },
  query,
}: CallOf<typeof email, 'GET /rest-api/mail/team/getEmails/{orgUnitId}'>) {
  const list = `emails of ${orgUnitId}`
  const after = await positionOf(list, query.cursor)
  const [{ timezone }, { rows, next }] = await Promise.all([
    unitOf(orgUnitId),
    page<{ emailId: string }>({ ...teamEmails.of(orgUnitId), limit: pageSize, after }),
  ])
  const emailRows = await emails.getMany(rows.map(({ emailId }) => ({ emailId })))
  return {
    emails: emailRows
      .filter((each) => each !== undefined)
      .filter(({ state, authorId }) => state !== 'draft' || authorId === userId)
      // An email that was taken back and sent to others still has an item here.
      .filter((each) => listsOf(each).includes(orgUnitId))
      .map((each) => ({ ...lineOf(each), ...stateOf(each), tally: tallyOf(each) })),
    cursor: await cursorAt(list, next),
    timezone,
  }
}

const lineOf = ({ emailId: id, subject, beginning, from, orgUnitName: orgUnit, listedAt: time }: Email) => ({
  id,
  subject,
  beginning,
  from,
  orgUnit,
  time,
})

export const stateOf = ({ state, why }: Email) => ({ state, ...(why && { why }) })

export const tallyOf = ({ people = 0, unmailed = 0, delivered = 0, opened = 0, failed = 0 }: Email) => ({
  people,
  unmailed,
  delivered,
  opened,
  failed,
})

/** The recipients of an email. */
export async function listRecipients({
  me,
  params: { emailId },
}: CallOf<typeof email, 'GET /rest-api/mail/team/email-recipients/{emailId}'>) {
  const [storedEmail, rows, { access }] = await Promise.all([
    emails.get({ emailId }),
    all<EmailRecipient>(emailRecipients.of({ emailId })),
    me,
  ])
  if (!mayWriteAt(access, emailId, storedEmail)) throw new Problem('not_allowed')
  if (!storedEmail) throw new Problem('not_found')
  const shownRecipients = await filterVisibleRecipients(access, storedEmail, rows)
  return {
    recipients: shownRecipients.map(({ userId: id, name, players, state, since, until }) => ({
      ...{ id, name, players, state, since },
      until: state === 'held' ? (until ?? null) : null,
    })),
  }
}
