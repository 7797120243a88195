import { describe, expect, it } from 'vitest'
import { audited, auditedChanges, auditedKinds } from '#shared/rules/audit.ts'

const said: Record<string, readonly string[]> = audited
type Kind = keyof typeof audited

/**
 * All that the audit log may contain: names of things, money, rights, states, days and counts, and what a roster shows. Before
 * adding to it, check whether it reveals more about a person.
 */
const harmless = [
  [
    'name',
    'title',
    'friendlyName',
    'unitName',
    'firstName',
    'lastName',
    'number',
    'position',
    'url',
    'tag',
    'type',
    'plan',
  ],
  [
    'amount',
    'paid',
    'waived',
    'cents',
    'perMille',
    'returned',
    'givenBack',
    'how',
    'processingFeePerMil',
    'processingFeeInCents',
  ],
  ['flags', 'relation', 'lacks', 'areas', 'tokens', 'pictures', 'isRosterVisible', 'chatEnabled', 'academyEnabled'],
  [
    'customRegistrationEnabled',
    'adminSecondFactor',
    'acceptPayments',
    'mainPaymentAccountId',
    'provider',
    'active',
    'kinds',
    'trackType',
  ],
  ['state', 'status', 'settled', 'stopped', 'cancelled', 'archived', 'textVersion', 'season', 'color', 'field'],
  [
    'start',
    'end',
    'dueOn',
    'payBy',
    'trialEnd',
    'endsAt',
    'paidOn',
    'periodEnd',
    'archivedAt',
    'deletedAt',
    'timezone',
    'country',
    'website',
  ],
  ['places', 'teams', 'rows', 'given', 'used', 'reminderHours'],
].flat()

describe('the audit log', () => {
  it('contains only attributes that were reviewed', () =>
    expect(
      Object.values(said)
        .flat()
        .filter((attribute) => !harmless.includes(attribute)),
    ).toEqual([]))

  it.each<[string, Kind[]]>([
    [
      'name',
      [
        'Organization',
        'Team',
        'Event',
        'Tag',
        'Venue',
        'Fee',
        'Email template',
        'Registration',
        'Storage item',
        'Assignment',
        'Access token',
      ],
    ],
    ['title', ['Agreement', 'Recording']],
    ['lastName', ['Team player', 'Player']],
    ['cents', ['Fee payment', 'Refund', 'Payment account']],
    ['amount', ['Fee', 'Payment']],
    ['flags', ['Organization administrator', 'Team administrator', 'Invitation']],
    ['relation', ['Family', 'Family invitation']],
    ['areas', ['Access token']],
    ['state', ['Fee', 'Import', 'Registration', 'Registration entry', 'Payment', 'Refund', 'Assigned task', 'Webhook']],
    ['status', ['Subscription', 'Assignment']],
    ['deletedAt', ['Event', 'Storage item', 'Recording']],
    ['textVersion', ['Agreement', 'Signature']],
    ['tag', ['Storage tag']],
    ['tokens', ['Developer settings']],
    ['stopped', ['Conversation']],
    ['settled', ['Chat report']],
    ['used', ['Licences']],
    ['trackType', ['Registration export']],
  ])('contains %s of %j', (attribute, kinds) =>
    expect(kinds.filter((kind) => !said[kind]?.includes(attribute))).toEqual([]),
  )

  it('treats all attributes that can change as changes', () => {
    // An item of the library never changes its type.
    const silent = Object.entries(auditedChanges).flatMap(([kind, { changed }]) =>
      (said[kind] ?? [])
        .filter((attribute) => attribute !== 'type' && !changed.includes(attribute))
        .map((attribute) => `${kind}: ${attribute}`),
    )
    // The amount of a payment never changes.
    expect(silent).toEqual(['Payment: amount'])
  })
  it('logs the creation of everything except assigned tasks and chat reports', () =>
    expect(
      Object.entries(auditedChanges)
        .filter(([, { created }]) => !created)
        .map(([kind]) => kind),
    ).toEqual(['Assigned task', 'Chat report']))
  it('includes answers, agreements and reads in addition to changes', () => {
    expect(auditedKinds).toEqual(expect.arrayContaining([...Object.keys(said), 'Invite', 'Agreed', 'Health', 'Export']))
    expect(new Set(auditedKinds).size).toBe(auditedKinds.length)
  })
})
