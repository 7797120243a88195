/**
 * The kinds of item whose changes are logged in the audit log, and the attributes whose old and new values are logged. Of all other
 * attributes only the fact that they changed is logged, so that the log has no notes, addresses, health data or texts.
 */
export const audited = {
  Organization: [
    'name',
    'timezone',
    'country',
    'website',
    'isRosterVisible',
    'chatEnabled',
    'academyEnabled',
    'customRegistrationEnabled',
    'adminSecondFactor',
    'processingFeePerMil',
    'processingFeeInCents',
    'reminderHours',
  ],
  // The id identifies the person: a name that is erased from the account remains nowhere here.
  'Organization administrator': ['flags'],
  'Team administrator': ['flags'],
  Invitation: ['unitName', 'flags'],
  Team: ['name', 'season', 'color', 'isRosterVisible', 'archivedAt'],
  'Team player': ['firstName', 'lastName', 'number', 'position'],
  Player: ['firstName', 'lastName', 'pictures'],
  'Player details': [],
  'Two players': [],
  Family: ['relation', 'lacks'],
  'Family invitation': ['relation', 'state'],
  Guardian: [],
  Event: ['name', 'start', 'end', 'field', 'cancelled', 'deletedAt'],
  Series: [],
  'Event types': [],
  Tag: ['name'],
  Venue: ['name'],
  Links: [],
  Agreement: ['title', 'textVersion', 'archived'],
  Signature: ['textVersion'],
  Fee: ['name', 'amount', 'paid', 'waived', 'state', 'dueOn'],
  'Fee payment': ['cents', 'how', 'paidOn', 'givenBack'],
  'Payment account': ['provider', 'active', 'perMille', 'cents'],
  'Chat rules': [],
  'Blocked from chat': [],
  'Chat look': [],
  'Chat evidence': [],
  'Account of a player': [],
  'Team email': [],
  'Email template': ['name'],
  Import: ['state', 'rows'],
  Registration: ['name', 'state', 'places', 'acceptPayments', 'mainPaymentAccountId'],
  'Registration export': ['trackType'],
  Licences: ['given', 'used'],
  Attendance: [],
  'Fee reminders': [],
  Payment: ['state', 'amount', 'returned'],
  Refund: ['cents', 'state'],
  'Payment link': [],
  Subscription: ['plan', 'teams', 'status', 'trialEnd', 'periodEnd', 'endsAt'],
  'Registration questions': [],
  'Registration options': [],
  'Registration add-ons': [],
  'Registration promo codes': [],
  'Registration installments': [],
  'Registration invitation': [],
  'Registration notification': [],
  'Registration entry': ['state', 'payBy'],
  Library: [],
  'Storage item': ['name', 'type', 'deletedAt'],
  'Storage task': [],
  'Storage tag': ['tag'],
  Recording: ['title', 'deletedAt'],
  'Recording moment': [],
  Assignment: ['name', 'status', 'dueOn'],
  'Assignment task': [],
  'Assigned task': ['state'],
  'Task response': [],
  Conversation: ['type', 'friendlyName', 'stopped'],
  'Conversation member': [],
  'Chat report': ['settled'],
  'Access token': ['name', 'areas'],
  'Developer settings': ['tokens'],
  Webhook: ['url', 'kinds', 'state'],
} as const satisfies Record<string, readonly string[]>
type AuditedKind = keyof typeof audited

/** For kinds that the product itself also writes: which changes count as a user's action. */
export const auditedChanges: { [K in AuditedKind]?: { created: boolean; changed: readonly string[] } } = {
  Payment: { created: true, changed: ['state', 'returned'] },
  'Registration entry': { created: true, changed: ['state', 'payBy', 'optionIds', 'addOns', 'answers'] },
  'Storage item': { created: true, changed: ['name', 'description', 'hyperLink', 'place', 'tags', 'deletedAt'] },
  // Each moment increases a count.
  Recording: { created: true, changed: ['title', 'eventId', 'shares', 'deletedAt'] },
  Assignment: { created: true, changed: ['name', 'status', 'dueOn', 'revision'] },
  // Every player gets one; only responses and the coach's feedback are logged.
  'Assigned task': { created: false, changed: ['state', 'note'] },
  // Each message increases a count.
  Conversation: { created: true, changed: ['friendlyName', 'stopped', 'pinned'] },
  'Conversation member': { created: true, changed: ['leftSeq'] },
  // The author of a reported message may read this, and must learn neither that it was reported nor by whom; that it was settled
  // is an action of the club.
  'Chat report': { created: false, changed: ['settled', 'authorWas'] },
  // The day of last use is updated.
  Webhook: { created: true, changed: ['url', 'kinds', 'state', 'rotatedAt'] },
  'Developer settings': { created: true, changed: ['tokens'] },
  'Access token': { created: true, changed: ['name', 'areas', 'secretHash'] },
}

/** Reads that are logged: health of children that are not the reader's own, and exports. */
const auditedReads = ['Health', 'Export'] as const
export type AuditedRead = (typeof auditedReads)[number]

/** All kinds in the audit log. */
export const auditedKinds = [
  ...(Object.keys(audited) as AuditedKind[]),
  'Invite',
  'Agreed',
  'File',
  ...auditedReads,
] as const
