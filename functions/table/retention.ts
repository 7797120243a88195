import { binDays } from '#shared/rules/library.ts'
import type { Kind } from './map.ts'

/** The level of protection of an item; see `infra/PROTECTION.md`. */
export type Level = 'opens' | 'children' | 'people' | 'club' | 'ours'

/**
 * The kinds of item that expire, with DynamoDB's time to live: so many hours after the time in the attribute `from`, which is an instant, a
 * day or a month. DynamoDB deletes an item within two days after that. An item without the attribute does not expire.
 */
// biome-ignore format: a table is read by its columns
export const timeToLive = {
  'Device': { level: 'people', hours: 24 * 31, from: 'signedInAt' }, // as long as a sign-in can be renewed, and a little more
  'In place': { level: 'opens', hours: 0, from: 'ends' },
  'Data copy': { level: 'people', hours: 24 * 7, from: 'wantedAt' },
  'Budget': { level: 'ours', hours: 24 * 3, from: 'day' },
  'Ended session': { level: 'opens', hours: 0, from: 'ends' },
  'Sent request': { level: 'children', hours: 24 * 60, from: 'askedAt' },
  'Sent count': { level: 'ours', hours: 24 * 3, from: 'day' },
  'Request': { level: 'children', hours: 24 * 60, from: 'askedAt' },
  'Closed request': { level: 'children', hours: 24 * 60, from: 'closedAt' },
  'Mail count': { level: 'ours', hours: 24 * 9, from: 'begins' },
  'Held push': { level: 'people', hours: 48, from: 'heldAt' },
  'Urgent count': { level: 'ours', hours: 24 * 3, from: 'day' },
  'Open lines': { level: 'ours', hours: 2, from: 'openedAt' },
  'Used link': { level: 'opens', hours: 0, from: 'ends' },
  'Line ticket': { level: 'opens', hours: 0, from: 'ends' },
  'Invitation': { level: 'opens', hours: 24 * 14, from: 'invitedAt' },
  'Invited count': { level: 'ours', hours: 24 * 3, from: 'day' },
  'Family invited count': { level: 'ours', hours: 24 * 3, from: 'day' },
  'Merge': { level: 'children', hours: 24 * 30, from: 'mergedAt' }, // As long as it can be undone.
  'Event': { level: 'club', hours: 24 * 30, from: 'expiresFrom' }, // As long as it can be restored.
  'Family invitation': { level: 'opens', hours: 24 * 30, from: 'invitedAt' },
  'Invite': { level: 'children', hours: 24 * 30, from: 'deletedAt' },
  'Taken place': { level: 'children', hours: 24, from: 'takenAt' }, // As long as it can be restored.
  'Taken invite': { level: 'children', hours: 24, from: 'takenAt' },
  'Calendar mail': { level: 'opens', hours: 24 * 30, from: 'ends' },
  'File': { level: 'children', hours: 0, from: 'until' },
  'Loose picture': { level: 'children', hours: 0, from: 'until' }, // Accounts of players have pictures too.
  'File count': { level: 'ours', hours: 24 * 3, from: 'day' },
  'Access token': { level: 'opens', hours: 24 * 30, from: 'endsAt' }, // Its owner sees for a while that it has expired.
  'Webhook delivery': { level: 'club', hours: 24 * 30, from: 'recordedAt' },
  'Club change': { level: 'club', hours: 24 * 30, from: 'recordedAt' },
  'Seen change': { level: 'club', hours: 24 * 30, from: 'recordedAt' },
  'Club month': { level: 'club', hours: 24 * 30, from: 'readAt' },
  'Club month change': { level: 'club', hours: 24 * 60, from: 'changedAt' },
  'Payment link': { level: 'opens', hours: 24 * 90, from: 'ends' }, // An expired link says so for a while.
  'Provider event': { level: 'ours', hours: 24 * 35, from: 'heardAt' },
  'Message trace': { level: 'children', hours: 24 * 365, from: 'changedAt' },
  'Import': { level: 'children', hours: 24 * 30, from: 'startedAt' }, // As long as it can be undone.
  'Import part': { level: 'children', hours: 24 * 30, from: 'startedAt' },
  'Import step': { level: 'people', hours: 24 * 30, from: 'startedAt' },
  'Email test': { level: 'children', hours: 24 * 2, from: 'madeAt' },
  'Storage item': { level: 'club', hours: 24 * binDays, from: 'deletedAt' }, // As long as it can be restored.
  'Registration draft': { level: 'children', hours: 24 * 60, from: 'savedAt' },
  'Support thread': { level: 'children', hours: 0, from: 'goesAt' },
  'Support message': { level: 'children', hours: 0, from: 'goesAt' },
  'Removal': { level: 'people', hours: 24 * 7, from: 'at' }, // For the workers that get the change.
  'Audit entry': { level: 'people', hours: 24 * 761, from: 'when' }, // As far back as it is shown, plus a month.
  'Club usage': { level: 'ours', hours: 24 * 1098, from: 'month' },
  'Screen use': { level: 'ours', hours: 24 * 90, from: 'day' },
  'Outbox': { level: 'people', hours: 24 * 60, from: 'wantedAt' }, // To look up what became of a mail.
  'Recording': { level: 'children', hours: 24 * binDays, from: 'deletedAt' }, // As long as it can be restored.
} as const satisfies Partial<Record<Kind, { level: Level; hours: number; from: string }>>

type Expiring = typeof timeToLive
/** The kinds that do not expire, or whose items have the attribute that they expire by. */
export type KindWith<TextName> = {
  [K in Kind]: K extends keyof Expiring ? (Expiring[K]['from'] extends TextName ? K : never) : K
}[Kind]

/**
 * All other kinds: their level of protection, and how long they are kept.
 *   account   until the account is erased, or its owner deletes it
 *   club      until the club deletes it; messages for as many months as the club has set
 *   books     as long as a club's books: never deleted; an erasure leaves amounts and days, and removes names
 *   product   as long as the product; it names no family
 */
// biome-ignore format: a table is read by its columns
export const retained: Readonly<Record<Exclude<Kind, keyof Expiring>, readonly [Level, 'account' | 'club' | 'books' | 'product']>> = {
  'Profile': ['people', 'account'],
  'Walkthrough': ['ours', 'account'],
  'My organization': ['club', 'account'],
  'My team': ['club', 'account'],
  'Own player': ['children', 'account'],
  'Followed player': ['children', 'account'],
  'Counts': ['ours', 'account'],
  'Session': ['opens', 'account'],
  'Token list': ['people', 'account'],
  'Erasure': ['people', 'account'],
  'Erasure receipt': ['ours', 'product'],
  'Staff action': ['ours', 'product'],
  'Staff deed': ['ours', 'product'],
  'Promotion wish': ['ours', 'product'],
  'Account of a player': ['people', 'account'],
  'Notice choices': ['people', 'account'],
  'Digest': ['ours', 'account'],
  'Held mail': ['people', 'account'],
  'Push device': ['opens', 'account'],
  'My conversation': ['children', 'account'],
  'Left conversation': ['children', 'account'],
  'Left place': ['people', 'account'],
  'User': ['people', 'account'],
  'Suppressed address': ['people', 'account'],
  'Organization': ['club', 'club'],
  'Organization administrator': ['people', 'club'],
  'Organization team': ['club', 'club'],
  'Links': ['club', 'club'],
  'Agreement': ['club', 'club'],
  'Agreement text': ['club', 'club'],
  'Agreement count': ['ours', 'club'],
  'Venue': ['club', 'club'],
  'Licences': ['club', 'books'],
  'Subscription': ['club', 'books'],
  'Seats': ['ours', 'books'],
  'Unassigned player': ['children', 'club'],
  'Tag': ['club', 'club'],
  'Tag count': ['ours', 'club'],
  'Team': ['club', 'club'],
  'Team administrator': ['people', 'club'],
  'Team player': ['children', 'club'],
  'Attendance': ['children', 'club'],
  'Player': ['children', 'club'],
  'Player details': ['children', 'club'],
  'Merged player': ['children', 'club'],
  'Two players': ['children', 'club'],
  'Event types': ['club', 'club'],
  'Series': ['club', 'club'],
  'Family': ['children', 'club'],
  'Agreed': ['children', 'club'],
  'Signature': ['children', 'club'],
  'Guardian': ['children', 'club'],
  'Developer settings': ['club', 'club'],
  'Webhook': ['club', 'club'],
  'Webhook secret': ['opens', 'club'],
  'Change count': ['ours', 'club'],
  'Feed': ['opens', 'account'],
  'Feed document': ['children', 'account'],
  'Payment account': ['club', 'books'],
  'Payment key': ['opens', 'club'],
  'Payment': ['children', 'books'],
  'Refund': ['children', 'books'],
  'Dispute': ['children', 'books'],
  'Saved card': ['children', 'account'],
  'Fee': ['children', 'books'],
  'Fee payment': ['children', 'books'],
  'Owed': ['children', 'account'],
  'Tasks due': ['children', 'account'],
  'Long events': ['children', 'account'],
  'Fee charge': ['club', 'books'],
  'Fee day': ['club', 'books'],
  'Fee reminders': ['club', 'club'],
  'Platform share': ['ours', 'books'],
  'Share bill': ['ours', 'books'],
  'Ledger entry': ['club', 'books'],
  'Payout': ['club', 'books'],
  'Chat rules': ['club', 'club'],
  'Chat block': ['people', 'account'],
  'Blocked from chat': ['people', 'club'],
  'Chat report': ['children', 'club'],
  'Conversation': ['children', 'club'],
  'Conversation member': ['children', 'club'],
  'Chat look': ['people', 'club'],
  'Chat evidence': ['children', 'club'],
  'Message': ['children', 'club'],
  'Email': ['children', 'club'],
  'Email content': ['children', 'club'],
  'Email recipient': ['children', 'club'],
  'Team email': ['children', 'club'],
  'Email template': ['club', 'club'],
  'Email template count': ['ours', 'club'],
  'Received email': ['children', 'account'],
  'Registration': ['club', 'club'],
  'Registration questions': ['club', 'club'],
  'Registration options': ['club', 'club'],
  'Registration add-ons': ['club', 'club'],
  'Registration promo codes': ['club', 'club'],
  'Registration installments': ['club', 'club'],
  'Registration invitation': ['opens', 'club'],
  'Registration notification': ['people', 'club'],
  'Library': ['club', 'club'],
  'Library usage': ['ours', 'club'],
  'Storage task': ['club', 'club'],
  'Storage tag': ['club', 'club'],
  'Favorite': ['ours', 'account'],
  'Recent items': ['ours', 'account'],
  'Registration export': ['people', 'club'],
  'Registration cart': ['children', 'club'],
  'Registration entry': ['children', 'club'],
  'Registration reach': ['ours', 'club'],
  'Registration count': ['ours', 'club'],
  'Club line': ['ours', 'product'],
  'Figures': ['ours', 'product'],
  'Recording moment': ['children', 'club'],
  'Given recording': ['children', 'club'],
  'Recording months': ['club', 'club'],
  'Assignment': ['club', 'club'],
  'Assignment task': ['club', 'club'],
  'Assigned task': ['children', 'club'],
  'Task response': ['children', 'club'],
  'Favorite assignment': ['ours', 'account'],
}
