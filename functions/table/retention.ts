import { binDays } from '#shared/rules/library.ts'
import type { Kind } from './map.ts'

/**
 * How long we keep each kind of item: the one place that says it. What goes by itself goes so many hours after what an attribute of it
 * says: an instant, a day or a month. DynamoDB takes it away within two days after that. One that lacks the attribute stays.
 */
// biome-ignore format: a table is read by its columns
export const goesAfter = {
  'Device': { hours: 24 * 31, from: 'signedInAt' }, // as long as a sign-in can be renewed, and a little more
  'In place': { hours: 0, from: 'ends' },
  'Data copy': { hours: 24 * 7, from: 'wantedAt' },
  'Budget': { hours: 24 * 3, from: 'day' },
  'Ended session': { hours: 0, from: 'ends' },
  'Sent request': { hours: 24 * 60, from: 'askedAt' },
  'Sent count': { hours: 24 * 3, from: 'day' },
  'Request': { hours: 24 * 60, from: 'askedAt' },
  'Closed request': { hours: 24 * 60, from: 'closedAt' },
  'Mail count': { hours: 24 * 9, from: 'begins' },
  'Urgent count': { hours: 24 * 3, from: 'day' },
  'Open lines': { hours: 2, from: 'openedAt' },
  'Used link': { hours: 0, from: 'ends' },
  'Line ticket': { hours: 0, from: 'ends' },
  'Invitation': { hours: 24 * 14, from: 'invitedAt' },
  'Invited count': { hours: 24 * 3, from: 'day' },
  'Family invited count': { hours: 24 * 3, from: 'day' },
  'Merge': { hours: 24 * 30, from: 'mergedAt' }, // so long it can be taken back
  'Event': { hours: 24 * 30, from: 'deletedAt' }, // so long it can be brought back
  'Family invitation': { hours: 24 * 30, from: 'invitedAt' },
  'Invite': { hours: 24 * 30, from: 'deletedAt' },
  'Calendar mail': { hours: 24 * 30, from: 'ends' },
  'File': { hours: 0, from: 'until' },
  'File count': { hours: 24 * 3, from: 'day' },
  'Access token': { hours: 24 * 30, from: 'endsAt' }, // its owner sees for a while that it has ended
  'Webhook delivery': { hours: 24 * 30, from: 'when' },
  'Club change': { hours: 24 * 30, from: 'when' },
  'Seen change': { hours: 24 * 30, from: 'when' },
  'Club month': { hours: 24 * 30, from: 'readAt' },
  'Club month change': { hours: 24 * 60, from: 'changedAt' },
  'Payment link': { hours: 24 * 90, from: 'ends' }, // when it is used no more it says so for a while
  'Provider event': { hours: 24 * 35, from: 'heardAt' },
  'Message trace': { hours: 24 * 365, from: 'changedAt' },
  'Import': { hours: 24 * 30, from: 'startedAt' }, // so long it can be taken back
  'Import part': { hours: 24 * 30, from: 'startedAt' },
  'Import step': { hours: 24 * 30, from: 'startedAt' },
  'Email test': { hours: 24 * 2, from: 'madeAt' },
  'Storage item': { hours: 24 * binDays, from: 'deletedAt' }, // so long it can be brought back
  'Registration draft': { hours: 24 * 60, from: 'savedAt' },
  'Support thread': { hours: 0, from: 'goesAt' },
  'Support message': { hours: 0, from: 'goesAt' },
  'Removal': { hours: 24 * 7, from: 'at' }, // for the workers that hear of it
  'Audit entry': { hours: 24 * 761, from: 'when' }, // as far back as it is shown, and a month more
  'Club usage': { hours: 24 * 1098, from: 'month' },
  'Screen use': { hours: 24 * 90, from: 'day' },
  'Outbox': { hours: 24 * 60, from: 'wantedAt' }, // what became of a mail can be looked up
  'Recording': { hours: 24 * binDays, from: 'deletedAt' }, // so long it can be brought back
} as const satisfies Partial<Record<Kind, { hours: number; from: string }>>

type Goes = typeof goesAfter
/** The kinds whose items have the attribute by which they go, or do not go by themselves. */
export type KindWith<TextName> = {
  [K in Kind]: K extends keyof Goes ? (Goes[K]['from'] extends TextName ? K : never) : K
}[Kind]

/**
 * How long all others stay.
 *   account   until the account is erased, or whoever it is of takes it away
 *   club      as long as the club keeps it there; messages for as many months as the club has said
 *   books     as long as a club's books: nobody takes it away, and an erasure leaves amounts and days without a name
 *   product   ours; it names no family
 */
// biome-ignore format: a table is read by its columns
export const stays: Readonly<Record<Exclude<Kind, keyof Goes>, 'account' | 'club' | 'books' | 'product'>> = {
  'Profile': 'account',
  'Walkthrough': 'account',
  'My organization': 'account',
  'My team': 'account',
  'Own player': 'account',
  'Followed player': 'account',
  'Counts': 'account',
  'Session': 'account',
  'Token list': 'account',
  'Erasure': 'account',
  'Erasure receipt': 'product',
  'Staff action': 'product',
  'Staff deed': 'product',
  'Promotion wish': 'product',
  'Account of a player': 'account',
  'Notice choices': 'account',
  'Digest': 'account',
  'Held mail': 'account',
  'Push device': 'account',
  'My conversation': 'account',
  'Left conversation': 'account',
  'Left place': 'account',
  'User': 'account',
  'Suppressed address': 'account',
  'Organization': 'club',
  'Organization administrator': 'club',
  'Organization team': 'club',
  'Links': 'club',
  'Agreement': 'club',
  'Agreement text': 'club',
  'Venue': 'club',
  'Licences': 'books',
  'Subscription': 'books',
  'Seats': 'books',
  'Unassigned player': 'club',
  'Tag': 'club',
  'Team': 'club',
  'Team administrator': 'club',
  'Team player': 'club',
  'Attendance': 'club',
  'Player': 'club',
  'Player details': 'club',
  'Merged player': 'club',
  'Event types': 'club',
  'Series': 'club',
  'Family': 'club',
  'Agreed': 'club',
  'Signature': 'club',
  'Guardian': 'club',
  'Developer settings': 'club',
  'Webhook': 'club',
  'Webhook secret': 'club',
  'Change count': 'club',
  'Feed': 'account',
  'Feed document': 'account',
  'Payment account': 'books',
  'Payment key': 'club',
  'Payment': 'books',
  'Refund': 'books',
  'Dispute': 'books',
  'Saved card': 'account',
  'Fee': 'books',
  'Fee payment': 'books',
  'Owed': 'account',
  'Tasks due': 'account',
  'Fee charge': 'books',
  'Fee day': 'books',
  'Fee reminders': 'club',
  'Platform share': 'books',
  'Share bill': 'books',
  'Ledger entry': 'books',
  'Payout': 'books',
  'Chat rules': 'club',
  'Chat block': 'account',
  'Blocked from chat': 'club',
  'Chat report': 'club',
  'Conversation': 'club',
  'Conversation member': 'club',
  'Chat look': 'club',
  'Chat evidence': 'club',
  'Message': 'club',
  'Email': 'club',
  'Email content': 'club',
  'Email recipient': 'club',
  'Team email': 'club',
  'Email template': 'club',
  'Email template count': 'club',
  'Received email': 'account',
  'Registration': 'club',
  'Registration questions': 'club',
  'Registration options': 'club',
  'Registration add-ons': 'club',
  'Registration promo codes': 'club',
  'Registration installments': 'club',
  'Registration invitation': 'club',
  'Registration notification': 'club',
  'Library': 'club',
  'Library usage': 'club',
  'Storage task': 'club',
  'Storage tag': 'club',
  'Favorite': 'account',
  'Recent items': 'account',
  'Registration export': 'club',
  'Registration cart': 'club',
  'Registration entry': 'club',
  'Registration count': 'club',
  'Club line': 'product',
  'Figures': 'product',
  'Recording moment': 'club',
  'Recording months': 'club',
  'Assignment': 'club',
  'Assignment task': 'club',
  'Assigned task': 'club',
  'Task response': 'club',
  'Favorite assignment': 'account',
}
