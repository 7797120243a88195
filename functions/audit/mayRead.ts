import { isId, orgUnitOf } from '#shared/ids.ts'
import { type ChildDatum, type Flag, mayKnow, type Viewer } from '#shared/permissions.ts'
import { auditedChanges } from '#shared/rules/audit.ts'
import { directConversation } from '../table/conversationIds.ts'
import { type AuditEntry, isPerson } from '../table/auditEntries.ts'
import { chatReports } from '../table/chatReports.ts'
import { conversationMembers, conversations } from '../table/conversations.ts'

const dataOf: Readonly<Record<string, ChildDatum>> = { Player: 'name', 'Team player': 'name', Invite: 'answer' }
/** Fees, payments and registrations are for those who work with them. */
const flagOf: Readonly<Record<string, Flag>> = {
  Fee: 'canEditFees',
  'Fee payment': 'canEditFees',
  Payment: 'canEditFees',
  Refund: 'canEditFees',
  'Registration entry': 'canManageRegistration',
}

/** Whether the viewer may read what an entry changed. */
export function mayRead(viewer: Viewer, { what, about }: AuditEntry): boolean {
  const datum = dataOf[what]
  const flag = flagOf[what]
  const playerId = about.split(' ').find((id) => isId('player', id)) ?? ''
  return (datum === undefined || mayKnow(datum, viewer, playerId)) && (flag === undefined || viewer.flags.has(flag))
}

/**
 * Whether an entry reveals that two people chat with each other: that one has started a direct conversation, or whom they added
 * to it, also a second time. Entries about one's own joining and leaving do not tell direct conversations from groups.
 */
function isOfTwo({ what, about, changed, person }: AuditEntry): boolean {
  if (what === conversations.kind) return changed['type']?.after === 'direct'
  const [conversationSid = '', userId = ''] = about.split(' ')
  const isWith = () => conversationSid === directConversation(orgUnitOf(conversationSid), person, userId)
  return what === conversationMembers.kind && isWith()
}

const deedsOfReports: readonly string[] = auditedChanges['Chat report']?.changed ?? []

/**
 * The entries that are shown at all. A reader may have written a message that was reported: of a report, the log shows that it
 * was settled, but neither that it was made nor by whom. Older entries hold more, and are kept.
 */
export const shownOf = (rows: readonly AuditEntry[]): AuditEntry[] =>
  rows
    .filter(
      ({ what, changed }) => what !== chatReports.kind || deedsOfReports.some((attribute) => attribute in changed),
    )
    .filter((row) => !isOfTwo(row))
    .map((row) => ({ ...row, about: withoutReporter(row.what, row.about) }))

/** The key of a report ends with its reporter. */
export const withoutReporter = (what: string, about: string): string =>
  what === chatReports.kind
    ? about
        .split(' ')
        .filter((id) => !isPerson(id))
        .join(' ')
    : about
