import type { moderation } from '#shared/api/moderation.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import type { AuthorMeasure } from '#shared/rules/chat.ts'
import { digestOf } from '../secrets/digest.ts'
import type { CallOf } from '../serve.ts'
import { organizationAdministrators } from '../table/administrators.ts'
import { chatBlocks } from '../table/chatBlocks.ts'
import { chatReports } from '../table/chatReports.ts'
import { conversationMembers, type Member } from '../table/conversations.ts'
import { type Message, messages } from '../table/messages.ts'
import { organizations } from '../table/organizations.ts'
import { outbox } from '../table/outbox.ts'
import { profiles } from '../table/profiles.ts'
import { chunks } from '../table/chunks.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { requireChatAllowed } from './access.ts'
import { isIn } from './membership.ts'
import { deletionWrites } from './messages.ts'
import { childrenIn } from './readAlong.ts'
import { notifyStaff } from './notifyStaff.ts'

type Call<K extends keyof typeof moderation> = CallOf<typeof moderation, K>

/**
 * Reports a message and keeps a copy of it, which neither its author nor retention can remove. Idempotent. Guardians who read
 * along can report what their child sees.
 */
export async function reportMessage({
  userId,
  me,
  now,
  stamp,
  params: { conversationSid, messageSid },
  body: { reason, note },
}: Call<'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report'>) {
  const { access } = await me
  requireChatAllowed(access, conversationSid)
  const [message, ownMember] = await Promise.all([
    messages.get({ conversationSid, messageSid }, { consistent: true }),
    conversationMembers.get({ conversationSid, userId }, { consistent: true }),
  ])
  if (!message || message.deletedAt !== undefined) throw new Problem('not_found')
  const canSee = (row: Member) => message.seq > row.sinceSeq
  const isVisible = ownMember && isIn(ownMember) && canSee(ownMember)
  if (!isVisible && !(await childrenIn(conversationSid, { access, now })).some(canSee)) throw new Problem('not_found')
  if (message.userId === userId) throw new Problem('not_allowed')
  let attempts = 0
  return retryOnConflict(() => storeReport(stamp, message, { userId, reason, note, isFirstTry: ++attempts === 1 }))
}

type NewReport = {
  userId: string
  isFirstTry: boolean
} & Call<'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report'>['body']
async function storeReport(stamp: Stamp, found: Stored<Message>, { userId, reason, note, isFirstTry }: NewReport) {
  const { conversationSid, messageSid } = found
  const organizationId = organizationOf(conversationSid)
  const [before, administrators] = await Promise.all([
    chatReports.ofMessage({ organizationId }, conversationSid, messageSid),
    organizationAdministrators.of({ organizationId }),
  ])
  const eligible = administrators.filter(
    (each) => each.flags.includes('canEditAdministrators') && each.userId !== found.userId,
  )
  // One mail per message, however many people report it; a message that was let stand and is reported again is mailed again.
  const hasOpenReport = before.some(({ settled }) => settled === undefined)
  const recipients = hasOpenReport || before.some((each) => each.reportedBy === userId) ? [] : eligible
  // The club has no administrator but the author.
  const isForStaff = eligible.length === 0
  const isStaffNotified = before.some(({ toUs, settled }) => toUs && settled === undefined)
  // If two report at once, the retry of the second finds the first one's report. If it finds none then, the earlier mail to
  // Touchline's staff was about a report that is gone, and they are told again.
  const once = isFirstTry ? `${conversationSid} ${messageSid} ${before.length}` : undefined
  const toUs =
    isForStaff && !isStaffNotified ? await notifyStaff(stamp, { conversationSid, reason, idempotencyKey: once }) : []
  const about = { organizationId, conversationSid, messageSid }
  const report = chatReports.createOnce({
    organizationId,
    conversationSid,
    messageSid,
    reportedBy: userId,
    author: found.userId,
    text: found.text,
    files: (found.files ?? []).map(({ name }) => name),
    sentAt: found.sentAt,
    reason,
    ...(note && { note }),
    ...(isForStaff && { toUs: true as const }),
    reportedAt: stamp.at,
  })
  // If two report at once, the second conflicts with the mail, and reads again who is still to be told.
  const mailIdFor = (to: string) => `r${digestOf(`${conversationSid} ${messageSid} ${before.length} ${to}`)}`
  const mails = recipients.map(({ userId: to }) =>
    outbox.add(stamp, { letter: 'chatReported', to: { userId: to }, about, mailId: mailIdFor(to) }),
  )
  await write(stamp, report, ...mails, ...toUs)
  return { told: isForStaff ? ('touchline' as const) : ('club' as const) }
}

/** Administrators do not see reports of their own messages, nor who reported them. */
export async function listReports({ userId, params: { orgId } }: Call<'GET /rest-api/chat/reports/{orgId}'>) {
  const organizationId = orgId
  const [all, blocked] = await Promise.all([chatReports.of({ organizationId }), chatBlocks.of({ organizationId })])
  const rows = all.filter(({ author }) => author !== userId)
  const names = await profiles.namesOf([
    ...rows.flatMap(({ author, reportedBy }) => [author, reportedBy]),
    ...blocked.map((row) => row.userId),
  ])
  return {
    reports: rows
      .toSorted((a, b) => b.reportedAt.localeCompare(a.reportedAt))
      .map((row) => ({
        conversationSid: row.conversationSid,
        messageSid: row.messageSid,
        text: row.text,
        files: row.files,
        sentAt: row.sentAt,
        author: names.get(row.author) ?? '',
        reportedBy: names.get(row.reportedBy) ?? '',
        reportedAt: row.reportedAt,
        reason: row.reason,
        note: row.note ?? '',
        settled: row.settled ?? null,
        authorWas: row.authorWas ?? null,
      })),
    blocked: blocked.map((row) => ({ ...row, name: names.get(row.userId) ?? '' })),
  }
}

/** Reports settled in one transaction, together with the measures on the message and its author. */
const maxSettled = 80

/**
 * Settles all reports of a message, with the measures on it and its author; each measure once. If there are more reports than one
 * transaction takes, the rest follow; repeating the request completes an interrupted one.
 */
export async function settleReport({
  userId,
  stamp,
  params: { orgId: organizationId },
  body: { conversationSid, messageSid, settled: requestedOutcome, author: measure },
}: Call<'POST /rest-api/chat/reports/{orgId}/settle'>) {
  return retryOnConflict(async () => {
    const [reports, message] = await Promise.all([
      chatReports.ofMessage({ organizationId }, conversationSid, messageSid),
      messages.get({ conversationSid, messageSid }, { consistent: true }),
    ])
    const [first] = reports
    if (!first) throw new Problem('not_found')
    if (reports.some(({ author }) => author === userId)) throw new Problem('not_allowed')
    // If another administrator has hidden it meanwhile, it stays hidden and is reported so.
    const settled = reports.some((report) => report.settled === 'hidden') ? 'hidden' : requestedOutcome
    const isNew = measure !== undefined && first.authorWas !== measure
    const reportWrites = reports.flatMap((report): Write[] => {
      const set = {
        // A message that was let stand and is hidden after all is recorded as hidden.
        ...(report.settled !== settled && { settled, settledBy: userId, settledAt: stamp.at }),
        ...(measure !== undefined && report.authorWas !== measure && { authorWas: measure }),
      }
      const { version } = report
      return Object.keys(set).length > 0 ? [chatReports.change(report, { set, when: ifUnchanged({ version }) })] : []
    })
    const [writes = [], ...laterChunks] = chunks(reportWrites, maxSettled)
    const hidesMessage = requestedOutcome === 'hidden' && message !== undefined && message.deletedAt === undefined
    if (hidesMessage) writes.push(...(await deletionWrites(stamp, message, { hidden: true })))
    if (isNew) writes.push(...(await measureWrites(stamp, measure, first)))
    if (writes.length > 0) await write(stamp, ...writes)
    for (const chunk of laterChunks) await write(stamp, ...chunk)
    return { settled }
  })
}

type ReportedMessage = { organizationId: string; conversationSid: string; messageSid: string; author: string }
/** Notifies the author, and blocks them if that is the measure. */
async function measureWrites(stamp: Stamp, measure: AuthorMeasure, about: ReportedMessage): Promise<Write[]> {
  const { organizationId, conversationSid, messageSid, author } = about
  const to = { userId: author }
  if (measure === 'warned')
    return [outbox.add(stamp, { letter: 'chatWarned', to, about: { organizationId, conversationSid, messageSid } })]
  const organization = await organizations.get({ organizationId })
  if (!organization) throw new Problem('not_found')
  const block = { organizationName: organization.name, blockedAt: stamp.at, blockedBy: stamp.actor }
  return [
    ...chatBlocks.block({ userId: author, organizationId, ...block }),
    outbox.add(stamp, { letter: 'chatBlocked', to, about: { organizationId } }),
  ]
}

/** Administrators cannot unblock themselves. */
export async function unblock({
  userId,
  stamp,
  params: { orgId: organizationId },
  query,
}: Call<'DELETE /rest-api/chat/blocked/{orgId}'>) {
  if (query.userId === userId) throw new Problem('not_yourself')
  const id = { userId: query.userId, organizationId }
  const isBlocked = await chatBlocks.get(id, { consistent: true })
  await write(stamp, ...(isBlocked ? chatBlocks.unblock(id) : chatBlocks.forget(id)))
  return {}
}
