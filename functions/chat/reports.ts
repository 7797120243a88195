import type { moderation } from '#shared/api/moderation.ts'
import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { chatReports } from '../table/chatReports.ts'
import { messages } from '../table/messages.ts'
import { profiles } from '../table/profiles.ts'
import { untilSettled, write } from '../table/table.ts'
import type { Write } from '../table/writes.ts'
import { memberIn } from './access.ts'
import { takingBack } from './messages.ts'

type Call<K extends keyof typeof moderation> = CallOf<typeof moderation, K>

/** Keeps what the message says, so that neither its author nor time takes that away. A second time changes nothing. */
export async function reportMessage({
  userId,
  me,
  stamp,
  params: { conversationSid, messageSid },
  body: { reason, note },
}: Call<'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report'>) {
  const member = await memberIn(conversationSid, { userId, me })
  const found = await messages.get({ conversationSid, messageSid }, { consistent: true })
  const isSeen = found !== undefined && found.seq > member.sinceSeq && found.deletedAt === undefined
  if (!isSeen) throw new Problem('not_found')
  if (found.userId === userId) throw new Problem('not_allowed')
  const report = chatReports.createOnce({
    organizationId: organizationOf(conversationSid),
    conversationSid,
    messageSid,
    reportedBy: userId,
    author: found.userId,
    text: found.text,
    files: (found.files ?? []).map(({ name }) => name),
    sentAt: found.sentAt,
    reason,
    ...(note && { note }),
    reportedAt: stamp.at,
  })
  await write(stamp, report)
  return {}
}

/** Nobody judges what they wrote themselves, or sees that it was reported and by whom. */
export async function listReports({ userId, params: { orgId } }: Call<'GET /rest-api/chat/reports/{orgId}'>) {
  const rows = (await chatReports.of({ organizationId: orgId })).filter(({ author }) => author !== userId)
  const userIds = [...new Set(rows.flatMap(({ author, reportedBy }) => [author, reportedBy]))]
  const found = await profiles.getMany(userIds.map((each) => ({ userId: each })))
  const names = new Map(userIds.map((each, i) => [each, found[i] ? fullName(found[i]) : '']))
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
      })),
  }
}

/** Settles all reports of a message in one transaction with what becomes of it. */
export async function settleReport({
  userId,
  stamp,
  params: { orgId: organizationId },
  body: { conversationSid, messageSid, settled },
}: Call<'POST /rest-api/chat/reports/{orgId}/settle'>) {
  return untilSettled(async () => {
    const [reports, message] = await Promise.all([
      chatReports.ofMessage({ organizationId }, conversationSid, messageSid),
      messages.get({ conversationSid, messageSid }, { consistent: true }),
    ])
    const open = reports.filter((report) => report.settled === undefined)
    if (reports.length === 0) throw new Problem('not_found')
    if (reports.some(({ author }) => author === userId)) throw new Problem('not_allowed')
    const set = { settled, settledBy: userId, settledAt: stamp.at }
    const writes: Write[] = open.map((report) => chatReports.change(report, { set, when: [['settled', 'not exists']] }))
    const hides = settled === 'hidden' && message !== undefined && message.deletedAt === undefined
    if (hides) writes.push(...takingBack(stamp, message, { hidden: true }))
    if (writes.length > 0) await write(stamp, ...writes)
    return {}
  })
}
