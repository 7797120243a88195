import type { AuthorMeasure, ReportReason } from '#shared/rules/chat.ts'
import { entity } from './entity.ts'
import type { OrganizationId } from './organizations.ts'
import { all, startingWith } from './table.ts'

/**
 * That somebody reported a message, with what it said at that moment: it stays whatever becomes of the message. `settled` is
 * what the club has made of it.
 */
export type ChatReport = {
  author: string
  text: string
  /** What its files were called. */
  files: string[]
  sentAt: string
  reason: ReportReason
  /** Our own people were told, since nobody else runs the club. */
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
const startOf = (conversationSid: string, messageSid: string) => `REPORT#${conversationSid}#${messageSid}#`
export const chatReports = {
  ...entity<ChatReport, ReportId>('Chat report', {
    key: (id) => ({ pk: partition(id), sk: startOf(id.conversationSid, id.messageSid) + id.reportedBy }),
  }),
  /** All of a club: each is what one person has said of one message. */
  of: (id: OrganizationId) =>
    all<ChatReport & ReportId>({ pk: partition(id), ...startingWith('REPORT#'), consistent: true }),
  ofMessage: (id: OrganizationId, conversationSid: string, messageSid: string) =>
    all<ChatReport & ReportId>({
      pk: partition(id),
      ...startingWith(startOf(conversationSid, messageSid)),
      consistent: true,
    }),
}
