import { files } from '#functions/table/files.ts'
import { deliveryId, developersBodies, developersPrepared, tokenId, webhookId } from './developers/asking.ts'
import { aFeed, feedId, secret } from './feeds/asking.ts'
import { writeLink } from '#functions/http/links.ts'
import { familyInvitations } from '#functions/table/familyInvitations.ts'
import {
  aChildInFamily,
  aGroup,
  aGroupWithMessage,
  aGroupWithOthersMessage,
  aPlayersAccount,
  aReport,
  chatFamily,
  groupOf,
  inTeamChat,
  messageSid,
} from './chat/asking.ts'
import * as chat from './chat/asked.ts'
import { importParts, imports } from '#functions/table/imports.ts'
import { closedRequests, requests } from '#functions/table/requests.ts'
import { update, write } from '#functions/table/table.ts'
import { invites } from '#functions/table/invites.ts'
import { fees, feePayments } from '#functions/table/fees.ts'
import { ledger } from '#functions/table/ledger.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { kindOf, playerFeeOf } from '#shared/ids.ts'
import { paramNames } from '#shared/api/params.ts'
import { agreementOf, agreementsBodies, agreementsPrepared, agreementsQueries } from './agreements/asked.ts'
import { privacyBodies, privacyPrepared, receiptId } from './privacy/asked.ts'
import { staffBodies, staffPrepared } from './staff/asked.ts'
import { supportBodies, supportPrepared } from './support/asked.ts'
import { organizationBodies, organizationPrepared } from './organization/asked.ts'
import * as academy from './academy/asked.ts'
import * as recordings from './recordings/asked.ts'
import * as assignments from './assignments/asked.ts'
import * as calendar from './calendar/asked.ts'
import * as register from './register/asked.ts'
import * as registrations from './registrations/asked.ts'
import type { Sent } from './call.ts'
import { type Club, newPart, stamp } from './club.ts'
import { aJpeg } from './pictures.ts'
import { emailBodies, emailPrepared, emailQueries } from './email/asking.ts'
import { emailOf, templateOf } from './email/writing.ts'
import { payBodies, payIdOf, payPrepared, payQueries, paySigned } from './money/asked.ts'
import {
  subscriptionBodies,
  subscriptionParams,
  subscriptionPrepared,
  subscriptionQueries,
} from './subscriptions/asked.ts'
import { tagOf, teamsBodies, teamsPrepared, teamsQueries } from './teams/asking.ts'
import { linkFor } from './today/linking.ts'

/** A right request to every route, for the tests that go through all of them. */

const query: Record<string, Record<string, string>> = {
  'GET /rest-api/audit/{orgId}/csv': { month: '2026-11' },
  ...subscriptionQueries,
  'GET /api/v1/today': { startUtc: '2026-11-21T06:00:00Z' },
  ...assignments.queries,
  'GET /rest-api/teams/week': { startUtc: '2026-11-21T06:00:00Z' },
  'GET /api/v1/playerEvents': { startUtc: '2026-11-21T06:00:00Z' },
  'GET /rest-api/users/feature-walkthrough': { walkthroughId: 'coachNav' },
  'POST /rest-api/users/update-feature-walkthrough': { walkthroughId: 'coachNav', isCompleted: 'false' },
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}': { active: 'false' },
  'GET /user/updateInviteStatus/{inviteFile}': { format: 'json', status: 'Accepted' },
}
/** Queries that are made for a club. */
const queryOf: Record<string, (club: Club) => Record<string, string> | Promise<Record<string, string>>> = {
  ...emailQueries,
  'GET /rest-api/families/player/{playerId}': ({ falcons: { teamId } }) => ({ teamId }),
  'DELETE /rest-api/chat/player-account/{playerId}': (club) => ({
    userId: club.user('fan'),
  }),
  ...teamsQueries,
  ...agreementsQueries,
  ...academy.queries,
  ...payQueries,
  ...chat.queries,
  'GET /rest-api/chat-user/available-participants': (club) => ({ organizationId: club.organizationId }),
  'GET /rest-api/chat-user/available-participants/teams': (club) => ({ teamIds: club.falcons.teamId }),
  'GET /rest-api/chat-user/available-participants/players': (club) => ({ playerIds: club.mia.playerId }),
}
const invitationId = 'invitation000001'
/** What the mail of an invitation to Mia's family has in its link. */
const joinToken = async ({ mia, user }: Club) => ({
  token: await writeLink('join', {
    about: mia.playerId,
    userId: user('coach'),
    made: stamp.at,
    ends: '2026-12-01T12:00:00.000Z',
    data: [invitationId],
  }),
})
/** An invitation that the caller has taken up: to take it up again changes nothing. */
const anInvitation = (as: string, { mia: { playerId }, user }: Club) => {
  const sent = { email: 'gran@family.example', name: 'Gran', relation: 'own', invitedBy: user('coach') } as const
  const row = { playerId, invitationId, ...sent, invitedAt: stamp.at, state: 'accepted', acceptedBy: as } as const
  return update(stamp, familyInvitations.upsert({ playerId, invitationId }, { set: row }))
}
const importRow = { row: 2, firstName: 'Nia', lastName: 'Diaz', guardians: [] }
/** The body itself, or how it is made for a club. */
const body: Record<string, object | ((club: Club, params: Record<string, string>) => Promise<object>)> = {
  ...emailBodies,
  ...assignments.bodies,
  ...calendar.bodies,
  ...registrations.bodies,
  ...academy.bodies,
  ...recordings.bodies,
  ...register.bodies,
  ...organizationBodies,
  ...subscriptionBodies,
  ...agreementsBodies,
  ...payBodies,
  ...staffBodies,
  ...supportBodies,
  ...privacyBodies,
  ...developersBodies,
  'PUT /rest-api/session/profile': { firstName: 'Danley', lastName: 'Jean Jacques' },
  'POST /api/v1/requestInvite': { email: 'coach@club.example', playerName: 'Mia Moreno' },
  'POST /api/v1/requestAccessToTeam': { email: 'coach@club.example', teamName: 'Falcons' },
  'PUT /rest-api/fee/update/{feePlayerId}': async (_club, { feePlayerId = '' }) => ({
    ...charged,
    // Of something that is no fee, none is read.
    revision: kindOf(feePlayerId) === 'playerFee' ? await revisionOf(feePlayerId) : 1,
  }),
  'POST /rest-api/fee/split/{feePlayerId}': async (_club, { feePlayerId = '' }) => ({
    homes: null,
    all: false,
    revision: kindOf(feePlayerId) === 'playerFee' ? await revisionOf(feePlayerId) : 1,
  }),
  'POST /rest-api/today/requests/{requestId}/grant': (club) => ({
    playerId: club.mia.playerId,
    teamId: club.falcons.teamId,
    relation: 'own',
  }),
  'POST /rest-api/files/{orgId}': { name: 'Team photo.jpg', type: 'image/jpeg', size: 1000 },
  'POST /rest-api/files/{orgId}/parts': { name: 'Game.mp4', type: 'video/mp4', size: 30_000_000 },
  'POST /rest-api/fee/create': (club) =>
    Promise.resolve({ ...charged, feeId: `${club.falcons.teamId}.${newPart('d')}`, playerIds: [club.leo.playerId] }),
  'POST /rest-api/fee/payment-accounts/create': (club) =>
    Promise.resolve({
      ...rate,
      paymentAccountId: `${club.organizationId}.${newPart('a')}`,
      paymentProviderName: 'PAYPAL',
    }),
  'POST /rest-api/fee/payment-accounts/paypal': (club) =>
    Promise.resolve({ paymentAccountId: accountOf(club), email: 'money@club.example' }),
  'POST /rest-api/fee/payment-accounts/update': (club) =>
    Promise.resolve({ ...rate, paymentAccountId: accountOf(club) }),
  'POST /rest-api/fee/cancel/{feePlayerId}': { paid: 'refund' },
  'POST /rest-api/fee/manual-payment/{feePlayerId}': () =>
    Promise.resolve({ paymentId: `payment-${newPart('x')}`, amountInCents: 100, how: 'CASH' }),
  'POST /rest-api/fee/undo-payment/{feePlayerId}': { paymentId: 'payment-1' },
  'POST /rest-api/fee/write-off/{feePlayerId}': { as: 'waived' },
  'POST /rest-api/families/player/{playerId}/invite': async ({ falcons: { teamId } }) => ({
    invitationId: crypto.randomUUID().replaceAll('-', ''),
    email: 'gran@family.example',
    name: 'Gran Moreno',
    relation: 'following',
    teamId,
  }),
  'POST /rest-api/families/player/{playerId}/withdraw': async ({ falcons: { teamId } }) => ({
    invitationId: 'nobodysinvitation',
    teamId,
  }),
  'POST /rest-api/families/player/{playerId}/remove': async ({ falcons: { teamId } }) => ({ userId: 'nobody', teamId }),
  'POST /rest-api/families/leave': async ({ organizationId }) => ({ playerId: `${organizationId}.p0000000000z` }),
  'PUT /rest-api/families/player/{playerId}/rights': async ({ falcons: { teamId }, user }) => ({
    userId: user('parent'),
    lacks: [],
    teamId,
  }),
  'POST /rest-api/families/player/{playerId}/hide': async ({ falcons: { teamId }, user }) => ({
    userId: user('parent'),
    hidden: false,
    teamId,
  }),
  'POST /rest-api/families/invitation/read': joinToken,
  'POST /rest-api/families/invitation/accept': joinToken,
  'POST /rest-api/families/imports/{orgUnitId}': async () => ({
    importId: crypto.randomUUID().replaceAll('-', ''),
    name: 'players.csv',
    rows: 1,
  }),
  'POST /rest-api/families/imports/{orgUnitId}/check': { rows: [importRow] },
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows': { part: 0, rows: [importRow] },
  'PUT /rest-api/session/avatar': { jpeg: aJpeg().toString('base64') },
  ...teamsBodies,
  'POST /rest-api/today/one-tap/read': async (club) => ({ token: await linkFor(club) }),
  'POST /rest-api/today/one-tap/answer': async (club) => ({ token: await linkFor(club) }),
}
for (const what of ['family', 'player/{playerId}', 'team/{teamId}', 'organization/{orgId}'])
  body[`POST /rest-api/feeds/${what}`] = async () => ({
    feedId: newPart('feed-------'),
    label: 'Phone',
    language: 'en',
  })

const rate = { feeInPermile: 29, feeInCents: 70 }
const accountOf = ({ organizationId }: Club) => `${organizationId}.a${'0'.repeat(11)}`
const anAccount = async (_as: string, club: Club) => {
  const account = { provider: 'PAYPAL', perMille: 0, cents: 0, active: true } as const
  const paymentAccountId = accountOf(club)
  await update(stamp, paymentAccounts.upsert({ paymentAccountId }, { set: { ...account, paymentAccountId } }))
}

/** A fee of Mia's, of Leo's and of Sam's, who is an Otter. */
const feeOfPlayer = ({ teamId }: { teamId: string }, { playerId }: { playerId: string }) =>
  playerFeeOf(`${teamId}.d${'0'.repeat(11)}`, playerId)
const feesOf = (club: Club) => [
  feeOfPlayer(club.falcons, club.mia),
  feeOfPlayer(club.falcons, club.leo),
  feeOfPlayer(club.otters, club.sam),
]
const charged = { name: 'Season', description: '', amountInCents: 5000, dueOn: '2026-12-01', absorbFees: false }
const paymentId = 'payment-1'

const revisionOf = async (playerFeeId: string) => (await fees.get({ playerFeeId }, { consistent: true }))?.version ?? 1

/** A fee that was deleted begins anew at its first version: what was booked at this one before is no obstacle. */
async function unbooked(club: Club, playerFeeId: string, act: 'cancel' | 'delete') {
  const { version = 0 } = (await fees.get({ playerFeeId }, { consistent: true })) ?? {}
  const effect = {
    organizationId: club.organizationId,
    effect: `${act}:${playerFeeId}:${version + 1}`,
  }
  const gone = { kind: 'Ledger entry', key: ledger.key(effect), on: [], otherwise: 'not_found' } as const
  return (await ledger.get(effect, { consistent: true })) ? [{ ...gone, does: 'remove', when: [] } as const] : []
}

/** All of them open, paid in part by hand. */
async function openFees(_as: string, club: Club) {
  const set = { name: 'Season', dueOn: '2026-12-01', firstName: 'Mia', lastName: 'Moreno', paying: undefined } as const
  for (const playerFeeId of feesOf(club)) {
    const standing = { amount: 5000, paid: 1000, waived: 0, state: 'open', toldAt: undefined } as const
    const payment = { cents: 1000, givenBack: 0, how: 'CASH', paidAt: stamp.at } as const
    await write(
      stamp,
      ...(await unbooked(club, playerFeeId, 'cancel')),
      fees.upsert({ playerFeeId }, { set: { ...set, ...standing, playerFeeId } }),
      feePayments.upsert({ playerFeeId, paymentId }, { set: { ...payment, playerFeeId, paymentId } }),
    )
  }
}
/** All of them open, never deleted before, and nothing paid on them. */
async function unpaidFees(as: string, club: Club) {
  await openFees(as, club)
  for (const playerFeeId of feesOf(club)) {
    const payments = await feePayments.of({ playerFeeId })
    await write(
      stamp,
      ...(await unbooked(club, playerFeeId, 'delete')),
      fees.change({ playerFeeId }, { set: { paid: 0 } }),
      ...payments.map((each) => feePayments.remove(each)),
    )
  }
}
const message = 'POST /rest-api/chat/conversations/{conversationSid}/messages'
Object.assign(body, {
  'PUT /rest-api/chat/player-account/{playerId}': (club: Club) => ({
    userId: club.user('child'),
    teamId: club.falcons.teamId,
  }),
  'POST /rest-api/chat/create/dm': (club: Club) => ({
    organizationId: club.organizationId,
    userIds: [chatFamily(club)],
  }),
  'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}': { friendlyName: 'Car pool' },
  'POST /rest-api/chat/conversations/{conversationSid}/read': { seq: 1 },
  'PUT /rest-api/chat/conversations/{conversationSid}/muted': { muted: true },
  'POST /rest-api/chat/conversations/{conversationSid}/people': (club: Club) => ({ userIds: [chatFamily(club)] }),
  [message]: () => ({ messageSid: crypto.randomUUID(), text: 'Who drives?' }),
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': { text: 'Who drives on Saturday?' },
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote': { options: [0] },
  'POST /rest-api/chat/conversations/{conversationSid}/search': { text: 'drives' },
  'PUT /rest-api/chat/conversations/{conversationSid}/pinned': { messageSid },
  'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report': { reason: 'bullying' },
  'POST /rest-api/chat/reports/{orgId}/settle': (club: Club) => ({
    conversationSid: groupOf(club),
    messageSid,
    settled: 'kept',
  }),
  'PUT /rest-api/chat/rules/{orgId}': { offTeams: [], directOff: false, readAlongUntil: 16 },
  ...chat.bodies,
})
const requestId = `${'x'.repeat(22)}.1.20261121T180000000Z`

async function aRequest(userId: string) {
  const askedAt = '2026-11-20T18:00:00Z'
  const from = { askedBy: 'u', sentId: 's', name: 'P', email: 'p@c.test', askedAt }
  const id = { userId, requestId }
  const [there, closed] = await Promise.all([requests.get(id), closedRequests.get(id)])
  await write(
    stamp,
    ...(there ? [] : [requests.create({ ...id, ...from })]),
    ...(closed ? [closedRequests.remove(id)] : []),
    ...(there && !closed ? [requests.check(id, [])] : []),
  )
}

/** A file of this person's that is kept, and that nothing names. */
async function aFile(userId: string, club: Club) {
  const { fileId = '' } = paramsOf(club)
  const file = { userId, name: 'Team photo.jpg', type: 'image/jpeg', size: 1000, state: 'kept' } as const
  await write(stamp, files.upsert({ fileId }, { set: file }))
}
/** The same, of one that came in parts. */
async function aLargeFile(userId: string, club: Club) {
  await aFile(userId, club)
  await write(stamp, files.change({ fileId: `${club.organizationId}.f00000000000` }, { set: { uploadId: 'joined' } }))
}

const importId = 'import0000000001'
/** An import into each team that waits for nothing but to be started. */
async function anImport(userId: string, club: Club) {
  const counts = { done: 0, parts: 0, part: 0, row: 0, steps: 0, added: 0, changed: 0, same: 0, kept: 0, turn: 0 }
  for (const { teamId: orgUnitId } of [club.falcons, club.otters]) {
    const id = { orgUnitId, importId }
    const begun = {
      ...id,
      name: 'players.csv',
      startedBy: userId,
      startedAt: stamp.at,
      rows: 1,
      ...counts,
      refused: [],
    }
    await write(
      stamp,
      imports.upsert(id, { set: { ...begun, state: 'staging' } }),
      importParts.upsert({ ...id, part: 0 }, { set: { ...id, part: 0, rows: [importRow], startedAt: stamp.at } }),
    )
  }
}

/** What has to be there for a right request to find. */
const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  ...emailPrepared,
  ...assignments.preparing,
  ...calendar.preparing,
  ...registrations.preparing,
  ...academy.preparing,
  ...recordings.preparing,
  ...register.preparing,
  ...organizationPrepared,
  ...subscriptionPrepared,
  ...agreementsPrepared,
  ...payPrepared,
  ...staffPrepared,
  ...supportPrepared,
  ...privacyPrepared,
  'POST /rest-api/families/invitation/read': anInvitation,
  'POST /rest-api/families/invitation/accept': anInvitation,
  'GET /rest-api/families/imports/{orgUnitId}/{importId}': anImport,
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows': anImport,
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/start': anImport,
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo': anImport,
  ...teamsPrepared,
  'DELETE /rest-api/today/requests/{requestId}': aRequest,
  'POST /rest-api/today/requests/{requestId}/grant': aRequest,
  'POST /rest-api/today/requests/{requestId}/decline': aRequest,
  'POST /rest-api/files/{fileId}/keep': aFile,
  'GET /rest-api/files/{fileId}/parts': aLargeFile,
  'GET /rest-api/files/{fileId}/preview': aFile,
  'DELETE /rest-api/feeds/{feedId}': aFeed,
  ...developersPrepared,
  'GET /rest-api/calendar/feed/{feedFile}': aFeed,
  'POST /rest-api/fee/payment-accounts/paypal': anAccount,
  'POST /rest-api/fee/payment-accounts/update': anAccount,
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}': anAccount,
  'GET /rest-api/fee/details/{feePlayerId}': openFees,
  'GET /rest-api/fee/payers/{feePlayerId}': openFees,
  'POST /rest-api/fee/split/{feePlayerId}': openFees,
  'PUT /rest-api/fee/update/{feePlayerId}': openFees,
  'DELETE /rest-api/fee/delete/{feePlayerId}': unpaidFees,
  'POST /rest-api/fee/cancel/{feePlayerId}': openFees,
  'POST /rest-api/fee/manual-payment/{feePlayerId}': openFees,
  'POST /rest-api/fee/undo-payment/{feePlayerId}': openFees,
  'POST /rest-api/fee/write-off/{feePlayerId}': openFees,
  'POST /rest-api/fee/remind/{feePlayerId}': openFees,
  'PUT /rest-api/chat/player-account/{playerId}': aChildInFamily,
  'DELETE /rest-api/chat/player-account/{playerId}': aPlayersAccount,
  ...chat.prepared,
  'POST /rest-api/chat/create/dm': inTeamChat,
  'GET /rest-api/chat/conversations/{conversationSid}': aGroup,
  'POST /rest-api/chat/updateFriendlyName/{orgId}/{conversationSid}': aGroup,
  'POST /rest-api/chat/conversations/{conversationSid}/read': aGroup,
  'PUT /rest-api/chat/conversations/{conversationSid}/muted': aGroup,
  'POST /rest-api/chat/conversations/{conversationSid}/leave': aGroup,
  'POST /rest-api/chat/conversations/{conversationSid}/people': async (as, club) => {
    await inTeamChat(as, club)
    await aGroup(as, club)
  },
  'GET /rest-api/chat/conversations/{conversationSid}/messages': aGroupWithMessage,
  [message]: aGroup,
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': aGroupWithMessage,
  'DELETE /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}': aGroupWithMessage,
  'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote': aGroupWithMessage,
  'POST /rest-api/chat/conversations/{conversationSid}/search': aGroupWithMessage,
  'PUT /rest-api/chat/conversations/{conversationSid}/pinned': aGroupWithMessage,
  'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report': aGroupWithOthersMessage,
  'POST /rest-api/chat/reports/{orgId}/settle': aReport,
  'GET /rest-api/chat/react-to-message/{conversationSid}/{messageSid}/{reaction}': aGroupWithMessage,
  'POST /rest-api/today/one-tap/answer': (_as, club) =>
    update(
      stamp,
      invites.change({ inviteId: club.invite(club.mia) }, { set: { status: 'Pending', answerId: 'unanswered' } }),
    ),
}
export const prepare = async (key: string, as: string, club: Club): Promise<void> =>
  void (await prepared[key]?.(as, club))

/** The fees of the others: of a teammate, and of another team. */
export const otherFees = (club: Club) => ({ teammate: feesOf(club)[1] ?? '', otherTeam: feesOf(club)[2] ?? '' })

/** When it is asked, where what follows would be refused otherwise: before those who are asked about have signed in. */
const before: Record<string, string> = { 'POST /rest-api/session/end-all': '2026-11-10T18:00:00Z' }

/** The parameters of paths, of the Falcons, their game and Mia. */
export const paramsOf = (club: Club): Record<string, string> => ({
  orgId: club.organizationId,
  emailId: emailOf(club.falcons),
  templateId: templateOf(club.falcons),
  agreementId: agreementOf(club),
  assignmentId: assignments.assignmentOf(club.falcons),
  orgUnitId: club.falcons.teamId,
  teamId: club.falcons.teamId,
  playerId: club.mia.playerId,
  eventId: club.game.eventId,
  fileId: `${club.organizationId}.f00000000000`,
  inviteId: club.invite(club.mia),
  inviteFile: `${club.invite(club.mia)}.json`,
  feePlayerId: feeOfPlayer(club.falcons, club.mia),
  importId,
  paymentAccountId: accountOf(club),
  payId: payIdOf(club),
  requestId,
  receiptId,
  venueId: `${club.falcons.teamId}.v0000000000a`,
  registrationId: registrations.registrationOf(club.falcons),
  registrationPlayerId: register.registrationPlayerOf(club.falcons),
  optionId: registrations.optionId,
  addOnId: registrations.addOnId,
  promoCodeId: registrations.promoCodeId,
  userId: club.user('extra'),
  threadId: club.user('extra'),
  invitationId: `${club.falcons.teamId}.i0000000000a`,
  tagId: tagOf(club),
  tokenId,
  webhookId,
  deliveryId,
  feedId,
  feedFile: `${feedId}.${secret}.ics`,
  conversationSid: groupOf(club),
  messageSid,
  reaction: 'like',
  ...academy.params(club),
  ...recordings.params(club),
  ...subscriptionParams,
})

export async function asked(key: string, club: Club, more: Partial<Sent> = {}): Promise<Sent> {
  const sent = body[key]
  const params = { ...paramsOf(club), ...(more as Record<string, string>) }
  return {
    as: undefined,
    ...(key in before && { now: before[key] }),
    query:
      query[key] ??
      register.queries[key] ??
      (await (queryOf[key] ?? registrations.queries[key] ?? calendar.queries[key])?.(club)),
    body: typeof sent === 'function' ? await sent(club, params) : sent,
    ...paySigned[key],
    ...Object.fromEntries(paramNames(key).map((name) => [name, params[name] ?? ''])),
    ...more,
  }
}
