import type { AuthorMeasure, ReportReason } from '#shared/rules/chat.ts'
import { entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { all, startingWith } from './table.ts'

/**
 * A report of a message, with its text at that moment, which is kept whatever becomes of the message. `settled` is the club's
 * decision.
 */
export type ChatReport = {
  author: string
  text: string
  /** The names of its files. */
  files: string[]
  sentAt: string
  reason: ReportReason
  /** Our staff were notified, since no other person runs the club. */
  toUs?: true
  note?: string
  reportedAt: string
  settled?: 'hidden' | 'kept'
  settledBy?: string
  settledAt?: string
  authorWas?: AuthorMeasure
}
type ReportId = OrganizationId & { conversationSid: string; messageSid: string; reportedBy: string }
const partition = ({ organizationId }: OrganizationId) => `REPORTS#${organizationId}`
const prefixOf = (conversationSid: string, messageSid: string) => `REPORT#${conversationSid}#${messageSid}#`
export const chatReports = {
  ...entity<ChatReport, ReportId>('Chat report', {
    key: (id) => ({ pk: partition(id), sk: prefixOf(id.conversationSid, id.messageSid) + id.reportedBy }),
  }),
  /** All reports in a club, one per reporter and message. */
  of: (id: OrganizationId) =>
    all<ChatReport & ReportId>({ pk: partition(id), ...startingWith('REPORT#'), consistent: true }),
  ofMessage: (id: OrganizationId, conversationSid: string, messageSid: string) =>
    all<ChatReport & ReportId>({
      pk: partition(id),
      ...startingWith(prefixOf(conversationSid, messageSid)),
      consistent: true,
    }),
}
