import { beforeAll, describe, expect, it } from 'vitest'
import { routes } from '#shared/api/index.ts'
import { isMedia } from '#shared/api/media.ts'
import { paramNames } from '#shared/api/params.ts'
import type { Route } from '#shared/api/route.ts'
import { kindOf } from '#shared/ids.ts'
import { isOpen } from '#shared/permissions.ts'
import { exampleParams, exampleRequest, prepare } from './exampleRequest.ts'
import { parseResponse, send } from './call.ts'
import { aClub, type Club, newPart } from './club.ts'
import { isSampledThisTurn, sample } from './sampling.ts'

/** What the contract promises of every route, derived from it and written once. Who has access is tested in `rights.test.ts`. */

let club: Club

/** Attributes that the table adds to an item. */
const ownKeys = /"(pk|sk|kind|at|version|answeredBy)":/

/**
 * Parameters that may refer to something nonexistent: a license is bought before its team exists; deleting a card or a child's
 * draft is idempotent; looking into a conversation must not reveal whether it exists; a team without registrations has no
 * answers; and removing a person who has left is a no-op.
 */
const mayBeMissing = [
  'GET /rest-api/payments/purchase/team/license/{teamId} teamId',
  'DELETE /rest-api/organization/billing/{orgId}/card/{paymentMethodId} paymentMethodId',
  'GET /rest-api/chat/looks/{orgId}/{conversationSid} conversationSid',
  'POST /rest-api/chat/looks/{orgId}/{conversationSid}/evidence conversationSid',
  'GET /rest-api/registration/answers/{teamId} teamId',
  'DELETE /rest-api/fee/cards/{orgId} orgId',
  'POST /rest-api/families/person/{orgId}/{userId}/remove userId',
  'DELETE /rest-api/register/{registrationId}/details/{registrationPlayerId} registrationPlayerId',
]

/** The short run tests ids in paths, and tokens of the wrong type, for every third route. */
const share = 3
/** Counts parameters, so that the short run tries another kind of wrong id for each. */
let place = 0

/** Expected status of a valid request. */
const good = ({ returns }: Route) => (isMedia(returns) && returns.as === 'redirect' ? 303 : 200)

// Each area has its own club, unchanged by the routes of other areas.
describe.each([...Map.groupBy(routes, ({ area }) => area)])('%s', (_area, own) => {
  beforeAll(async () => {
    club = await aClub()
  })
  describe.each(own)('$key', (line) => {
    holdsTo(line, routes.indexOf(line))
  })
})

function holdsTo({ key, route }: (typeof routes)[number], nth: number) {
  const { can } = route
  const groups = typeof can === 'object' && 'staff' in can ? [...can.staff] : []
  it('rejects a request without a token, unless it is open to anyone', async () => {
    if (isOpen(route.can)) await prepare(key, '', club)
    const { status, refusal, headers } = await send(key, await exampleRequest(key, club))
    expect([status, refusal?.code]).toEqual(isOpen(route.can) ? [good(route), undefined] : [401, 'not_signed_in'])
    if (!isOpen(route.can)) expect(headers['cache-control']).toBe('no-store')
  })

  it('rejects an ID token', async ({ skip }) => {
    skip(isOpen(route.can), 'open to anyone')
    skip(!isSampledThisTurn(nth, share), 'another turn’s')
    const { status, refusal } = await send(
      key,
      await exampleRequest(key, club, { as: club.user('admin'), groups, use: 'id' }),
    )
    expect([status, refusal.code]).toEqual([401, 'not_signed_in'])
  })

  it('returns exactly what its contract promises, and forbids caching', async () => {
    await prepare(key, club.user('admin'), club)
    const { status, body, headers } = await send(
      key,
      await exampleRequest(key, club, { as: club.user('admin'), groups }),
    )
    expect(status).toBe(good(route))
    expect(parseResponse(route, body)).toEqual(body)
    // A club's log names the kind of each change; what programs are told about changes includes their time, too.
    const keys =
      key === 'GET /rest-api/audit/{orgId}'
        ? /"(pk|sk|at|version|answeredBy)":/
        : /\/(changes|deliveries)$/.test(key)
          ? /"(pk|sk|version|answeredBy)":/
          : ownKeys
    expect(JSON.stringify(body)).not.toMatch(keys)
    // Frequently fetched responses may be stored by the client, but must be revalidated each time.
    expect(headers['cache-control']).toBe(headers['etag'] === undefined ? 'no-store' : 'private, no-cache')
  })

  describe.each(paramNames(key).filter((_, i) => isSampledThisTurn(nth + i, share)))('{%s}', (name) => {
    const wrong: [string, string | undefined][] = [
      ['a separator of keys', `${newPart('o')}#${newPart('t')}`],
      ['a control character', `${newPart('o')}\u0000`],
      ['a line break', `${newPart('o')}\n`],
      ['a path', '../../etc/passwd'],
      ['far too much', 'o'.repeat(5000)],
      ['nothing', ''],
      ['no value at all', undefined],
      ['half a character', '\ud800'],
    ]
    it('returns 404 for a malformed id', async () => {
      const tried = sample(wrong, place, 2)
      const answers = tried.map(async ([what, value]) => {
        const { status, refusal } = await send(
          key,
          await exampleRequest(key, club, { as: club.user('admin'), [name]: value }),
        )
        return [what, status, refusal.code]
      })
      expect(await Promise.all(answers)).toEqual(tried.map(([what]) => [what, 404, 'not_found']))
    })
    it('returns 404 for an id of another kind', async () => {
      const kind = (id = '') => kindOf(id.replace(/\.json$/, ''))
      const right = [kind(exampleParams(club)[name]), ...(name === 'orgUnitId' ? ['organization'] : [])]
      const others = Object.values(exampleParams(club)).filter((id) => !right.includes(kind(id)))
      expect(others).not.toEqual([])
      const kinds = sample(others, place++, 1)
      const answers = kinds.map(async (id) => {
        const { status } = await send(
          key,
          await exampleRequest(key, club, { as: club.user('admin'), groups, [name]: id }),
        )
        return [id, status]
      })
      expect(await Promise.all(answers)).toEqual(kinds.map((id) => [id, 404]))
    })
    it.skipIf(mayBeMissing.includes(`${key} ${name}`))('returns 403 or 404 for an id that does not exist', async () => {
      const made = exampleParams({
        ...club,
        falcons: { ...club.falcons, teamId: `${club.organizationId}.${newPart('t')}` },
      })
      const requestId = made['requestId']?.replace('x', 'y')
      const missing = {
        ...made,
        requestId,
        receiptId: 'g'.repeat(22),
        feedId: 'g'.repeat(22),
        tokenId: 'G'.repeat(20),
        webhookId: 'G'.repeat(20),
        deliveryId: `${'g'.repeat(9)}-${'g'.repeat(22)}`,
        messageSid: 'message-2',
        reaction: 'shrug',
        feedFile: `${'g'.repeat(22)}.${'s'.repeat(43)}.ics`,
        playerId: `${club.organizationId}.${newPart('p')}`,
        eventId: `${club.falcons.teamId}.${newPart('e')}`,
        importId: 'import0000000002',
        storageItemId: `${club.organizationId}.${newPart('s')}`,
        storageTagId: `${club.organizationId}.${newPart('k')}`,
        fileMetadataId: `${club.organizationId}.${newPart('f')}`,
        venueId: `${club.falcons.teamId}.${newPart('v')}`,
        invitationId: `${club.falcons.teamId}.${newPart('i')}`,
        userId: club.user('no-such-person'),
        fileId: `${club.organizationId}.${newPart('f')}`,
        orgId: newPart('o'),
        agreementId: `${club.organizationId}.${newPart('w')}`,
        payId: 'q'.repeat(32),
        paymentAccountId: `${club.organizationId}.${newPart('a')}`,
        tagId: `${club.organizationId}.${newPart('g')}`,
        registrationId: `${club.falcons.teamId}.${newPart('r')}`,
        registrationPlayerId: `${club.falcons.teamId}.r00000000000.${newPart('p')}`,
        optionId: 'option-9',
        addOnId: 'add-on-9',
        promoCodeId: 'code-9',
        priceId: 'price_nothing',
        productId: 'prod_nothing',
        code: 'NOTHING99',
        paymentMethodId: 'pm_999999999',
      }
      const gone = { ...missing, inviteFile: `${missing.eventId}.${club.mia.playerId.split('.')[1]}.json` }[name]
      const { status } = await send(key, await exampleRequest(key, club, { as: club.user('admin'), [name]: gone }))
      expect([403, 404]).toContain(status)
    })
  })
}
