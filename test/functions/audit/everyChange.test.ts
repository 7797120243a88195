import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { isOpen } from '#shared/permissions.ts'
import { auditedKinds } from '#shared/rules/audit.ts'
import { exampleRequest, prepare } from '../exampleRequest.ts'
import { send } from '../call.ts'
import { aClub, type Club } from '../club.ts'

/**
 * Every route that changes something, derived from the contract: it writes at least one audited item, or removes one and leaves a
 * record; or it is listed here with where the record is kept instead.
 */
const elsewhere: readonly [beginsWith: string, why: string][] = [
  ['POST /rest-api/families/imports/{orgUnitId}/check', 'Looks at rows and says what would become of them.'],
  ['POST /rest-api/families/imports/{orgUnitId}/{importId}/rows', 'Waits until the import is started.'],
  ['PUT /rest-api/session/', 'One’s own name and picture.'],
  ['DELETE /rest-api/session/', 'One’s own.'],
  ['POST /rest-api/session/', 'One’s own devices, and what staff do: among their actions.'],
  ['POST /rest-api/privacy/', 'One’s own data and account; each leaving of a club is.'],
  ['DELETE /rest-api/privacy/', 'The same.'],
  ['PUT /rest-api/calendar/mails', 'What one wants to be told oneself.'],
  ['PUT /rest-api/push/devices', 'One’s own device.'],
  ['DELETE /rest-api/push/devices', 'One’s own device.'],
  ['PUT /rest-api/mail/notices', 'What one wants to be told oneself.'],
  ['POST /rest-api/mail/notices/', 'The same.'],
  ['POST /rest-api/mail/one-click', 'The same.'],
  ['POST /rest-api/mail/unsubscribe', 'The same.'],
  ['POST /rest-api/users/', 'One’s own walkthrough.'],
  ['POST /rest-api/staff/', 'Among the actions of staff on the account.'],
  ['PUT /rest-api/staff/', 'The same.'],
  ['POST /api/v1/requestInvite', 'Of no club until a coach grants it.'],
  ['POST /api/v1/requestAccessToTeam', 'The same.'],
  ['DELETE /rest-api/today/requests/', 'One’s own request.'],
  ['POST /rest-api/today/requests/{requestId}/decline', 'Nobody is let in.'],
  ['POST /rest-api/feeds/', 'One’s own links.'],
  ['DELETE /rest-api/feeds/', 'One’s own links.'],
  ['POST /rest-api/chat/ticket', 'Opens a line of one’s own.'],
  ['POST /rest-api/chat/conversations/{conversationSid}/read', 'One’s own place in a conversation.'],
  ['PUT /rest-api/chat/conversations/{conversationSid}/muted', 'One’s own.'],
  // A conversation itself keeps who wrote what and when, including hidden messages.
  ['POST /rest-api/chat/conversations/{conversationSid}/messages', 'Kept by the conversation.'],
  ['PUT /rest-api/chat/conversations/{conversationSid}/messages', 'Kept by the conversation.'],
  ['DELETE /rest-api/chat/conversations/{conversationSid}/messages', 'Kept by the conversation.'],
  ['POST /rest-api/chat/conversations/{conversationSid}/search', 'Looks.'],
  ['POST /rest-api/files/', 'A file counts from what names it on.'],
  ['POST /rest-api/academy/file/', 'A file counts from what names it on.'],
  ['POST /rest-api/academy/storage/favorite/', 'One’s own marks.'],
  ['DELETE /rest-api/academy/storage/favorite/', 'One’s own marks.'],
  ['POST /rest-api/academy/storage/recent/', 'What one has opened last.'],
  ['POST /rest-api/assignment/favorite/', 'One’s own marks.'],
  ['DELETE /rest-api/assignment/favorite/', 'One’s own marks.'],
  ['POST /rest-api/mail/team/recipients/', 'Looks.'],
  ['POST /rest-api/mail/delivery/', 'Looks.'],
  ['POST /rest-api/mail/email/{emailId}/test', 'Goes to oneself.'],
  ['PUT /rest-api/mail/email/', 'A draft until it is sent.'],
  ['DELETE /rest-api/mail/email/', 'A draft.'],
  ['POST /rest-api/registration/installments/{registrationId}/calculate', 'Looks.'],
  ['POST /rest-api/registration/price/', 'Looks.'],
  // A family's entry is audited from its submission.
  ['POST /rest-api/register/{registrationId}/details', 'A draft.'],
  ['DELETE /rest-api/register/{registrationId}/details', 'A draft.'],
  ['POST /rest-api/register/{registrationId}/avatar', 'A draft.'],
  ['POST /rest-api/register/{registrationId}/file', 'A draft.'],
  ['POST /rest-api/register/{registrationId}/promo-code', 'A draft.'],
  ['POST /rest-api/register/{registrationId}/payment-plan', 'A draft.'],
  ['POST /rest-api/fee/payment-accounts/standing', 'Looks.'],
  ['POST /rest-api/fee/cards/', 'One’s own card.'],
  ['POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/test', 'Changes nothing: it is listed as sent.'],
  ['POST /rest-api/developers/club/{orgId}/webhook/{webhookId}/delivery/', 'The same once more, listed as sent.'],
  // Questions to support and answers are kept in the thread.
  ['POST /rest-api/support', 'Kept by the thread.'],
]
const changing = routes.filter(
  ({ key, route }) =>
    !key.startsWith('GET ') && route.can !== 'webhook' && !elsewhere.some(([start]) => key.startsWith(start)),
)

type Place = { pk: string; sk: string }
type Item = { Put?: { Item: Place & { kind: string } }; Update?: { Key: Place } }
type Input = { TransactItems?: Item[]; Key?: Place; UpdateExpression?: string }

const table = DynamoDBDocumentClient.from(new DynamoDBClient({}))
const kindAt = async (Key: Place) =>
  (await table.send(new GetCommand({ TableName: process.env['TABLE_NAME'], Key, ConsistentRead: true }))).Item?.[
    'kind'
  ] as string | undefined

let club: Club
let written = 0

// Each area has its own club, unchanged by the routes of other areas.
describe.each([...Map.groupBy(changing, ({ area }) => area)])('every change is audited: %s', (_area, own) => {
  beforeAll(async () => {
    club = await aClub()
  })
  it.each(own)('$key', async ({ key, route: { can } }) => {
    await prepare(key, club.user('admin'), club)
    const sent = await exampleRequest(key, club, {
      as: isOpen(can) ? undefined : club.user('admin'),
      groups: typeof can === 'object' && 'staff' in can ? [...can.staff] : [],
    })
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
    const { status } = await send(key, sent)
    const inputs = spy.mock.calls.map(([command]) => command.input as Input)
    spy.mockRestore()
    const items = inputs.flatMap(({ TransactItems = [] }) => TransactItems)
    const put = items.flatMap(({ Put }) => (Put ? [Put.Item.kind] : []))
    const keys = [
      ...items.flatMap(({ Update }) => (Update ? [Update.Key] : [])),
      ...inputs.flatMap(({ Key, UpdateExpression }) => (Key && UpdateExpression ? [Key] : [])),
    ]
    // The daily budget is not a change.
    const kinds = [...put, ...(await Promise.all(keys.map(kindAt)))].filter((kind) => kind !== 'Budget')
    expect(status).toBe(200)
    const isKept = (kind: string | undefined) =>
      kind === 'Removal' || (auditedKinds as readonly (string | undefined)[]).includes(kind)
    if (kinds.length > 0) written += 1
    // If it was done before, it writes nothing, so there is nothing to audit.
    expect(kinds.length === 0 || kinds.some(isKept) ? [] : kinds).toEqual([])
  })
})

it('nearly all of these routes were seen to write', () => {
  expect(written).toBeGreaterThan(changing.length * 0.7)
})
