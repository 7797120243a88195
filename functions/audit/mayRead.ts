import { isId, orgUnitOf } from '#shared/ids.ts'
import { type ChildDatum, mayKnow, type Viewer } from '#shared/childData.ts'
import type { Flag } from '#shared/permissions.ts'
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

/** Whether a viewer may read the changed values of an entry. */
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
function revealsDirectChat({ what, about, changed, person }: AuditEntry): boolean {
  if (what === conversations.kind) return changed['type']?.after === 'direct'
  const [conversationSid = '', userId = ''] = about.split(' ')
  const isWith = () => conversationSid === directConversation(orgUnitOf(conversationSid), person, userId)
  return what === conversationMembers.kind && isWith()
}

const settlementAttributes: readonly string[] = auditedChanges['Chat report']?.changed ?? []

/**
 * Whether an entry is shown at all. A reader may be the author of a reported message, so of reports only the settlement is shown, not the
 * report or its sender. Older entries contain more, and are kept but not shown.
 */
export const shownEntries = (rows: readonly AuditEntry[]): AuditEntry[] =>
  rows
    .filter(
      ({ what, changed }) =>
        what !== chatReports.kind || settlementAttributes.some((attribute) => attribute in changed),
    )
    .filter((row) => !revealsDirectChat(row))
    .map((row) => ({ ...row, about: withoutReporter(row.what, row.about) }))

/** The ids that an entry is about, without the id of a report's sender. */
export const withoutReporter = (what: string, about: string): string =>
  what === chatReports.kind
    ? about
        .split(' ')
        .filter((id) => !isPerson(id))
        .join(' ')
    : about
