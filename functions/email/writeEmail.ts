import { dequal } from 'dequal'
import type { email } from '#shared/api/email.ts'
import { orgUnitOf } from '#shared/ids.ts'
import { faultAt, isProblem, Problem } from '#shared/problems.ts'
import { addHours, addSeconds } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { furthestDays, takeBackSeconds } from '#shared/rules/mails.ts'
import { fullName } from '#shared/rules/names.ts'
import { excerptOf, type RichText } from '#shared/rules/richText.ts'
import type { CallOf } from '../serve.ts'
import { type Email, emailContents, emails, type EmailTo, teamEmails } from '../table/emails.ts'
import { outbox } from '../table/outbox.ts'
import { profiles } from '../table/profiles.ts'
import { retryOnConflict, write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'
import { allFilesOf, filesFor, releaseFiles } from './emailFiles.ts'
import { listWrites } from './lists.ts'
import { requireMayWriteTo, recipientsOf } from './recipients.ts'
import { unitOf } from './unit.ts'
import { requireMayBeUrgent, undoUrgentWrites, refuseUrgentLater, urgentWrites } from './urgent.ts'

/** The number of recipients that an email would have, and the players whose family it would not reach. */
export async function previewRecipients({
  me,
  now,
  params: { orgUnitId },
  body: { to },
}: CallOf<typeof email, 'POST /rest-api/mail/team/recipients/{orgUnitId}'>) {
  const [{ timezone }] = await Promise.all([
    unitOf(orgUnitId),
    me.then(({ access }) => requireMayWriteTo(access, orgUnitId, to)),
  ])
  const { recipients, without } = await recipientsOf(to, now)
  return {
    recipients: recipients.map(({ userId: id, name, players, hasAddress, comesBack }) => ({
      id,
      name,
      players,
      hasAddress,
      comesBack,
    })),
    without,
    timezone,
  }
}

type EmailInput = { subject: string; content: RichText; to: EmailTo }

/** The names of team, club and author that the email repeats. */
export async function originOf(emailId: string, userId: string) {
  const [unit, author] = await Promise.all([unitOf(orgUnitOf(emailId)), profiles.get({ userId })])
  return { ...unit, from: author ? fullName(author) : unit.organizationName }
}

/** The writes of an email, on condition that it is a draft of its author, or does not exist yet. */
function writesOf(row: Email, content: RichText, revision?: number): Write[] {
  const { emailId, authorId, listedAt } = row
  const when = [
    ['state', '=', 'draft'] as const,
    ['authorId', '=', authorId] as const,
    ...(revision === undefined ? [] : [['version', '=', revision] as const]),
  ]
  return [
    emails.upsert({ emailId }, { set: { ...row, urgent: row.urgent }, when }, 'email_sent'),
    emailContents.upsert({ emailId }, { set: { content } }),
    ...listWrites({ emailId, listedAt }, [orgUnitOf(emailId)]),
  ]
}

/** Characters of the text shown in lists: what fits on a phone, so that a page of fifty stays small. */
const excerptLength = 80

const rowOf = (stamp: Stamp, emailId: string, { subject, content, to }: EmailInput) => ({
  emailId,
  authorId: stamp.subject ?? stamp.actor,
  subject,
  to,
  beginning: excerptOf(content, excerptLength),
})

/**
 * Saves a draft, which only its author sees in the list of the team or club. Throws `conflict` if it has changed since that revision.
 * Idempotent.
 */
export async function saveDraft(call: SaveDraftCall) {
  const { me, params, body } = call
  await requireMayWriteTo((await me).access, params.emailId, body.to)
  return body.revision === undefined ? retryOnConflict(() => saveDraftOnce(call)) : saveDraftOnce(call)
}
type SaveDraftCall = CallOf<typeof email, 'PUT /rest-api/mail/email/{emailId}'>

async function saveDraftOnce({ userId, stamp, now, params: { emailId }, body }: SaveDraftCall) {
  const origin = await originOf(emailId, userId)
  const { content, fileIds = [], revision } = body
  const { writes, version, ...fileFields } = await filesFor({ emailId, userId, fileIds, content, isDraft: true })
  const row: Email = { ...rowOf(stamp, emailId, body), ...origin, ...fileFields, state: 'draft', listedAt: now }
  // A draft that was deleted elsewhere is created again.
  const baseRevision = version === undefined ? 0 : (revision ?? version)
  try {
    await write(stamp, ...writesOf(row, content, baseRevision), ...writes)
    return { state: 'draft' as const, time: now, revision: baseRevision + 1 }
  } catch (error) {
    if (!isProblem(error, 'email_sent')) throw error
    const { existing, said: storedContent } = await existingEmail(emailId)
    if (existing && (existing.authorId !== userId || existing.state !== 'draft')) throw error
    if (!existing || !dequal(contentOf({ ...row, content, fileIds }), storedContent)) throw new Problem('conflict')
    return { state: 'draft' as const, time: existing.listedAt, revision: existing.version }
  }
}

/** An email and its content, read consistently. */
async function existingEmail(emailId: string) {
  const [existing, text] = await Promise.all([
    emails.get({ emailId }, { consistent: true }),
    emailContents.get({ emailId }, { consistent: true }),
  ])
  const storedContent = existing && contentOf({ ...existing, content: text?.content, fileIds: idsOf(existing.files) })
  return { existing, said: storedContent }
}

/** Deletes the caller's draft. Throws `not_found`. */
export async function deleteDraft({
  userId,
  stamp,
  params: { emailId },
}: CallOf<typeof email, 'DELETE /rest-api/mail/email/{emailId}'>) {
  const storedEmail = await emails.get({ emailId }, { consistent: true })
  if (!storedEmail || storedEmail.authorId !== userId) throw new Problem('not_found')
  const when = [['state', '=', 'draft']] as const
  await write(
    stamp,
    emails.remove({ emailId }, 'email_sent', when),
    emailContents.remove({ emailId }),
    ...releaseFiles(emailId, allFilesOf(storedEmail)),
    teamEmails.remove({ orgUnitId: orgUnitOf(emailId), emailId }),
  )
  return {}
}

/**
 * Accepts an email for sending, in one transaction whatever the number of recipients; `sendHandler.ts` does the rest. Idempotent: for an
 * email that was accepted it returns the current state.
 */
export async function sendEmail(call: SendCall): Promise<{ state: Email['state']; time: string }> {
  const { userId, me, stamp, now, params, body } = call
  const { emailId } = params
  const { to, content, later, fileIds = [], urgent, revision } = body
  refuseUrgentLater(body)
  if (isToNobody(to)) throw new Problem('email_to_nobody')
  const [origin] = await Promise.all([
    originOf(emailId, userId),
    me.then(({ access }) =>
      Promise.all([requireMayWriteTo(access, emailId, to), urgent && requireMayBeUrgent(access, emailId, to)]),
    ),
  ])
  const dueAt = later ? dueLater(later, origin.timezone, now) : addSeconds(now, takeBackSeconds)
  const { writes, version: _, ...fileFields } = await filesFor({ emailId, userId, fileIds, content })
  const row: Email = {
    ...rowOf(stamp, emailId, body),
    ...origin,
    ...fileFields,
    ...(urgent && { urgent }),
    state: 'waiting',
    listedAt: dueAt,
    dueAt,
  }
  try {
    const urgentCounts = urgent ? urgentWrites(emailId, { now, timezone: origin.timezone }) : []
    await write(stamp, ...writesOf(row, content, revision), ...writes, ...urgentCounts)
    return { state: 'waiting' as const, time: dueAt }
  } catch (error) {
    if (!isProblem(error, 'email_sent')) throw error
    const { existing, said: storedContent } = await existingEmail(emailId)
    if (existing?.authorId !== userId) throw error
    const sentContent = contentOf({ ...row, content, fileIds })
    if (existing.state === 'draft') {
      // Changed since that revision, but to the same content: a save whose response was lost.
      const isSame = revision !== undefined && dequal({ ...sentContent, urgent: false }, storedContent)
      if (!isSame) throw new Problem('conflict')
      return sendEmail({ ...call, body: { ...body, revision: existing.version } })
    }
    // The time of an immediate email is a little later on each retry.
    const isSameTime = later ? existing.listedAt === dueAt : existing.listedAt <= dueAt
    if (!isSameTime || !dequal(sentContent, storedContent)) throw error
    return { state: existing.state, time: existing.listedAt }
  }
}

type SendCall = CallOf<typeof email, 'POST /rest-api/mail/email/{emailId}/send'>

type EmailContent = Pick<Email, 'subject' | 'to' | 'urgent'> & {
  content: RichText | undefined
  fileIds: readonly string[]
}
/** An email's content and recipients. */
const contentOf = ({ subject, to, urgent, content, fileIds }: EmailContent) => ({
  ...{ subject, to, urgent: urgent === true, content },
  fileIds: fileIds.toSorted(),
})
const idsOf = (files: Email['files'] = []) => files.map(({ fileId }) => fileId)

const isToNobody = (to: EmailTo) =>
  'eventId' in to ? false : ('teamIds' in to ? to.teamIds : 'playerIds' in to ? to.playerIds : to.tagIds).length === 0

/** The instant of a local day and time in the club's time zone; must be in the future, and not too far. */
function dueLater({ day, time }: { day: string; time: string }, timezone: string, now: string): string {
  const due = new Date(instantOf(day, time, timezone)).toISOString()
  if (due <= now) throw new Problem('bad_request', [faultAt('later', 'in_the_past')])
  if (due > new Date(addHours(now, furthestDays * 24)).toISOString())
    throw new Problem('bad_request', [faultAt('later', 'beyond_a_year')])
  return due
}

/**
 * Takes back an email before it is delivered, for its author and all who may write for the same team or club. It becomes the author's draft
 * again; the author gets a mail if somebody else did it.
 */
export async function takeBack({
  userId,
  stamp,
  now,
  params: { emailId },
}: CallOf<typeof email, 'POST /rest-api/mail/email/{emailId}/take-back'>) {
  const existing = await emails.get({ emailId }, { consistent: true })
  if (!existing || (existing.state === 'draft' && existing.authorId !== userId)) throw new Problem('not_found')
  if (existing.state === 'draft') return { state: existing.state, time: existing.listedAt }
  const { urgent, dueAt, authorId } = existing
  const urgentCounts =
    urgent && dueAt ? undoUrgentWrites(emailId, { dueAt, timezone: (await unitOf(orgUnitOf(emailId))).timezone }) : []
  await write(
    stamp,
    emails.change(
      { emailId },
      { set: { state: 'draft', dueAt: undefined, listedAt: now }, when: [['state', '=', 'waiting']] },
      'email_sent',
    ),
    ...listWrites({ emailId, listedAt: now }, [orgUnitOf(emailId)]),
    ...urgentCounts,
    ...(authorId === userId
      ? []
      : [outbox.add(stamp, { letter: 'emailTakenBack', to: { userId: authorId }, about: { emailId, by: userId } })]),
  )
  return { state: 'draft' as const, time: now }
}
