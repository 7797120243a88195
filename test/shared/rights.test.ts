import { describe, expect, it } from 'vitest'
import { subjectOf } from '#shared/ids.ts'
import {
  type Access,
  type AccessPlayer,
  type Can,
  can,
  type Flag,
  flags,
  isAboutSubject,
  isByLink,
  isOpen,
  isStaff,
  noAccess,
  textOf,
} from '#shared/permissions.ts'
import { isPersonalRoute } from '#shared/rules/personalRoutes.ts'
import { textOfToken, tokenIn } from '#shared/rules/tokens.ts'

const club = 'o00000000001'
const other = 'o00000000002'
const falcons = `${club}.t00000000001`
const otters = `${club}.t00000000002`
const mia = `${club}.p00000000001`
const sam = `${club}.p00000000002`
const game = `${falcons}.e00000000001`
const fee = `${falcons}.d00000000001`
const of = (thing: string, playerId: string) => `${thing}.${playerId.split('.')[1]}`
const link = { link: 'answer', at: 'body.token' } as const

const player = (changes: Partial<AccessPlayer> = {}): AccessPlayer => ({
  id: mia,
  firstName: 'Mia',
  lastName: 'Moreno',
  teams: [{ id: falcons, name: 'Falcons' }],
  ...changes,
})
const person = (access: Partial<Access>, ...groups: string[]) => ({ access: { ...noAccess('u'), ...access }, groups })
const family = (changes: Partial<AccessPlayer> = {}) => person({ players: [player(changes)] })
const child = (...has: Flag[]) =>
  person({ players: [player()], child: true, organizations: [{ id: club, name: 'Club', flags: has, teams: [] }] })
const administrator = (...has: Flag[]) => person({ organizations: [{ id: club, name: 'Club', flags: has, teams: [] }] })
const coach = (...has: Flag[]) =>
  person({
    organizations: [
      {
        id: club,
        name: 'Club',
        teams: [
          { id: otters, name: 'Otters' },
          { id: falcons, name: 'Falcons', flags: has },
        ],
      },
    ],
  })
const stranger = person({})
const yes = (because: string) => ({ allowed: true, because })
const no = (because: string) => ({ allowed: false, because })

describe('the permission of a route', () => {
  it.each<[Can, string, string[]]>([
    ['anyone', 'anyone', ['open']],
    ['webhook', 'webhook', ['open']],
    [link, 'link: answer', ['open', 'by link']],
    ['signed_in', 'signed_in', []],
    [{ staff: ['ROLE_ADMIN', 'ROLE_SALES'] }, 'staff: ROLE_ADMIN, ROLE_SALES', ['staff']],
    ['member', 'member', ['about a subject']],
    ['family', 'family', ['about a subject']],
    [{ anyOf: ['canEditFees', 'canEditTeam'] }, 'canEditFees or canEditTeam', ['about a subject']],
    ['canEditEvents', 'canEditEvents', ['about a subject']],
    [{ grownUp: 'signed_in' }, 'signed_in, no child’s own account', []],
    [{ grownUp: 'family' }, 'family, no child’s own account', ['about a subject']],
  ])('%j has the text %j and the kinds %j', (wanted, text, kinds) => {
    expect(textOf(wanted)).toBe(text)
    const all = { open: isOpen, 'by link': isByLink, staff: isStaff, 'about a subject': isAboutSubject }
    expect(Object.entries(all).flatMap(([name, is]) => (is(wanted) ? [name] : []))).toEqual(kinds)
  })
})

describe('a decision', () => {
  it.each([
    ['anyone', stranger, 'anyone', undefined, yes('anyone may')],
    ['a webhook called by a person', administrator(...flags), 'webhook', club, no('is a person')],
    ['any account', stranger, 'signed_in', undefined, yes('every account may')],
    [
      'staff',
      person({}, 'ROLE_SALES'),
      { staff: ['ROLE_ADMIN', 'ROLE_SALES'] },
      undefined,
      yes('is staff, ROLE_SALES'),
    ],
    ['staff of another role', person({}, 'ROLE_TRACK'), { staff: ['ROLE_ADMIN'] }, undefined, no('is not staff')],
    ['a link', family(), link, of(game, mia), yes('is the player’s family, by a link')],
    ['a link of a guardian who has left the family', stranger, link, of(game, mia), no('is not the player’s family')],
    ['a link without a subject', family(), link, undefined, no('is not the player’s family')],
    [
      'one of several flags',
      coach('canEditTeam'),
      { anyOf: ['canEditFees', 'canEditTeam'] },
      falcons,
      yes('has canEditTeam'),
    ],
    [
      'none of several flags',
      coach('canEditEvents'),
      { anyOf: ['canEditFees', 'canEditTeam'] },
      falcons,
      no('lacks canEditFees and canEditTeam'),
    ],
    [
      'several flags without a subject',
      administrator(...flags),
      { anyOf: ['canEditFees'] },
      undefined,
      no('asked about nothing'),
    ],
    ['a flag without a subject', administrator(...flags), 'canEditFees', undefined, no('asked about nothing')],
    ['an administrator', administrator('canEditFees'), 'member', club, yes('administers it')],
    ['a coach in their club', coach('canEditEvents'), 'member', club, yes('administers it')],
    ['a coach whose rights were all removed', coach(), 'member', club, no('does not belong to it')],
    ['a coach in another team', coach('canEditEvents'), 'member', otters, no('does not belong to it')],
    ['a family in their club', family(), 'member', club, yes('has or follows a player in it')],
    ['a family in another club', family(), 'member', other, no('does not belong to it')],
    [
      'a family with a player on two teams',
      family({ teams: [otters, falcons].map((id) => ({ id, name: id })) }),
      'member',
      falcons,
      yes('has or follows a player in it'),
    ],
    [
      'a family at another team’s event',
      family(),
      'member',
      `${otters}.e00000000001`,
      { ...yes('has or follows a player who is invited to it'), ifInvited: true },
    ],
    [
      'a follower at another team’s event',
      person({ following: [player()] }),
      'member',
      `${otters}.e00000000001`,
      { ...yes('has or follows a player who is invited to it'), ifInvited: true },
    ],
    ['a family editing another team’s event', family(), 'canEditEvents', `${otters}.e00000000001`, { allowed: false }],
    [
      'a family at another club’s event',
      family(),
      'member',
      `${other}.t00000000001.e00000000001`,
      no('does not belong to it'),
    ],
    ['a stranger at an event', stranger, 'member', `${otters}.e00000000001`, no('does not belong to it')],
    ['a family for their player', family(), 'member', mia, yes('is the player’s family')],
    ['a child for themselves', child(), { grownUp: 'family' }, mia, no('is a child’s own account')],
    ['a child without a subject', child(), { grownUp: 'signed_in' }, undefined, no('is a child’s own account')],
    ['a child in their club', child(), { grownUp: 'member' }, club, no('is a child’s own account')],
    ['a child reading', child(), 'family', mia, yes('is the player’s family')],
    ['a child who helps the club', child('canEditPlayers'), { grownUp: 'family' }, sam, yes('has canEditPlayers')],
    [
      'a child who helps the club, for themselves',
      child('canEditPlayers'),
      { grownUp: 'family' },
      mia,
      no('is a child’s own account'),
    ],
    ['a guardian', family(), { grownUp: 'family' }, mia, yes('is the player’s family')],
    ['a stranger', stranger, { grownUp: 'family' }, mia, no('lacks canEditPlayers')],
    ['an administrator for a player', administrator('canEditTeam'), 'member', mia, yes('has canEditTeam')],
    ['a billing administrator for a player', administrator('canEditBilling'), 'member', mia, { allowed: false }],
  ] as const)('on %s', (_, who, wanted, id, verdict) => {
    const found = can(who, wanted, id === undefined ? undefined : subjectOf(id))
    if ('because' in verdict) expect(found).toStrictEqual(verdict)
    else expect(found).toMatchObject(verdict)
  })

  it('on a coach’s right depends on the roster, except for the team’s own fees and invitations', () => {
    const asked = (id: string, wanted: Can = 'family') =>
      can(coach('canEditPlayers', 'canEditFees', 'canEditEvents'), wanted, { ...subjectOf(id)!, teamId: falcons })
    expect(asked(mia)).toStrictEqual({ ...yes('has canEditPlayers on the player’s team'), ifOnTeam: true })
    expect(asked(of(fee, mia))).toStrictEqual(yes('has canEditFees'))
    expect(asked(of(game, mia))).toStrictEqual(yes('has canEditEvents'))
  })
})

describe('what belongs to a player', () => {
  const things = { player: mia, invite: of(game, mia), fee: of(fee, mia) }
  const open = (who: typeof stranger) =>
    Object.entries(things).flatMap(([name, id]) => (can(who, 'family', subjectOf(id)).allowed ? [name] : []))

  it('is also accessible to those who may edit it', () => {
    expect(open(administrator('canEditPlayers'))).toEqual(['player'])
    expect(open(administrator('canEditEvents'))).toEqual(['invite'])
    expect(open(administrator('canEditFees'))).toEqual(['fee'])
  })

  it('is accessible to a guardian, except for what the club has withheld', () => {
    expect(open(family())).toEqual(['player', 'invite', 'fee'])
    expect(open(family({ lacks: ['sees'] }))).toEqual(['invite', 'fee'])
    expect(open(family({ lacks: ['answers'] }))).toEqual(['player', 'fee'])
    expect(open(family({ lacks: ['pays'] }))).toEqual(['player', 'invite'])
    expect(open(family({ lacks: ['answers', 'pays', 'sees'] }))).toEqual([])
  })

  it('of a merged player’s previous id is accessible only for fees', () => {
    const merged = family({ also: [`${club}.p00000000003`, sam] })
    const may = (id: string, who = merged) => can(who, 'family', subjectOf(id)).allowed
    expect([may(of(fee, sam)), may(of(game, sam)), may(sam)]).toEqual([true, false, false])
    expect(may(of(fee, sam), family({ also: [`${club}.p00000000003`] }))).toBe(false)
    expect(may(of(fee, sam), family())).toBe(false)
  })
})

describe('staff acting on behalf of a user', () => {
  it.each([
    'POST /rest-api/fee/create',
    'DELETE /rest-api/fee/delete/{feePlayerId}',
    'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}',
    'POST /rest-api/pay/{payId}/start',
    'POST /rest-api/payments/create/org/subscription',
    'GET /rest-api/payments/purchase/team/license/{teamId}',
    'POST /rest-api/organization/billing/{orgId}/card',
    'PUT /rest-api/staff/subscription/{orgId}/trial',
    'POST /rest-api/staff/promotions',
    'POST /rest-api/register/{registrationId}/finalize',
    'POST /rest-api/register/{registrationId}/accept',
    'PUT /rest-api/registration/payment-accounts/{registrationId}/main',
    'GET /rest-api/session/sessions',
    'POST /rest-api/session/end-all',
    'POST /rest-api/feeds/family',
    'DELETE /rest-api/feeds/{feedId}',
    'POST /rest-api/developers/tokens/{orgId}',
    'PUT /rest-api/organization/administrators/{orgUnitId}/{userId}',
    'POST /rest-api/organization/invitation/{invitationId}/accept',
    'POST /rest-api/organization/leave',
    'POST /rest-api/families/player/{playerId}/invite',
    'POST /rest-api/families/player/{playerId}/remove',
    'POST /rest-api/families/invitation/accept',
    'PUT /rest-api/families/player/{playerId}/rights',
    'POST /rest-api/today/requests/{requestId}/grant',
    'PUT /rest-api/push/devices',
    'GET /rest-api/chat/conversations',
    'GET /rest-api/chat-user/available-orgs',
    'GET /rest-api/support',
    'POST /rest-api/support/read',
    'POST /rest-api/agreements/agreement/{agreementId}/sign',
    'PUT /rest-api/pictures/player/{playerId}/audience',
    'GET /rest-api/privacy/copies',
  ])('cannot call %s', (key) => expect(isPersonalRoute(key)).toBe(true))

  it.each([
    'GET /api/v1/today',
    'GET /rest-api/fee/my-fees',
    'GET /rest-api/pay/{payId}',
    'GET /rest-api/payments/all',
    'GET /rest-api/organization/billing/{orgId}',
    'GET /rest-api/staff/promotions',
    'GET /rest-api/register/{registrationId}/finalize',
    'POST /rest-api/register/{registrationId}/accepted',
    'POST /rest-api/session/use',
    'GET /rest-api/feeds/family',
    'GET /rest-api/developers/tokens/{orgId}',
    'GET /rest-api/organization/administrators/{orgUnitId}',
    'POST /rest-api/families/player/{playerId}/accepted',
    'PUT /rest-api/families/player/{playerId}/rights/seen',
    'POST /rest-api/today/requests/{requestId}/granted',
    'GET /rest-api/chat/unread-count',
    'GET /rest-api/chat/enabled/{orgId}',
    'GET /rest-api/supporters',
    'POST /rest-api/agreements/agreement/{agreementId}/signed',
    'PUT /rest-api/pictures/player/{playerId}/audiences',
    'PUT /rest-api/pictures/player/{playerId}',
  ])('can call %s', (key) => expect(isPersonalRoute(key)).toBe(false))
})

describe('an access token', () => {
  const token = { organizationId: club, tokenId: 'A1'.repeat(10), secret: 'aB_-'.repeat(10) + 'xyz' }
  const text = `tlp_${token.organizationId}_${token.tokenId}_${token.secret}`
  it('encodes its parts, and is parsed from a header', () => {
    expect(textOfToken(token)).toBe(text)
    for (const header of [text, `Bearer ${text}`, `bearer   ${text}`]) expect(tokenIn(header)).toEqual(token)
  })
  it.each([
    undefined,
    '',
    'Bearer ',
    ` ${text}`,
    `${text} `,
    `x${text}`,
    `${text}x`,
    `Basic ${text}`,
    `Bearer${text}`,
    `x Bearer ${text}`,
    text.replace('tlp_o', 'tlp_t'),
    text.replace('A1', 'a1'),
    text.replace('A1', 'A'),
    text.replace('aB', 'a.'),
    text.toUpperCase(),
  ])('is not parsed from %j', (header) => expect(tokenIn(header)).toBeUndefined())
})
