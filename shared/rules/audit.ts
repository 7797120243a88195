/**
 * Of which kinds of item every change is kept account of, and of which of their attributes it says what they were and are. Of
 * all others it is only said that they changed: notes, addresses, health and texts stand where they belong.
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
    'processingFeePerMil',
    'processingFeeInCents',
    'reminderHours',
  ],
  'Organization administrator': ['firstName', 'lastName', 'flags'],
  'Team administrator': ['firstName', 'lastName', 'flags'],
  Invitation: ['unitName', 'flags'],
  Team: ['name', 'season', 'color', 'isRosterVisible', 'archivedAt'],
  'Team player': ['firstName', 'lastName', 'number', 'position'],
  Player: ['firstName', 'lastName'],
  'Player details': [],
  Family: ['relation'],
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
  'Fee payment': ['cents', 'how', 'givenBack'],
  'Payment account': ['provider', 'active', 'perMille', 'cents'],
  'Chat rules': [],
  'Blocked from chat': [],
  'Chat look': [],
  'Chat evidence': [],
  'Account of a player': [],
  'Team email': [],
  Import: ['state', 'rows'],
  Registration: ['name', 'state', 'places', 'acceptPayments', 'mainPaymentAccountId'],
  'Registration export': ['trackType'],
  Licences: ['given', 'used'],
} as const satisfies Record<string, readonly string[]>
type AuditedKind = keyof typeof audited
/** Of invites only the answers, and of what was agreed to when the family was asked. */
export const auditedKinds = [...(Object.keys(audited) as AuditedKind[]), 'Invite', 'Agreed'] as const
