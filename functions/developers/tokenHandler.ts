import { randomUUID } from 'node:crypto'
import middy from '@middy/core'
import type {
  APIGatewayProxyEventV2WithJWTAuthorizer as Event,
  APIGatewayProxyStructuredResultV2 as Result,
  Context,
} from 'aws-lambda'
import { Problem } from '#shared/problems.ts'
import { tokenIn } from '#shared/rules/tokens.ts'
import { digestOf, equalInConstantTime } from '../secrets/digest.ts'
import { json } from '../http/answer.ts'
import { checkOriginSecret } from '../http/parse.ts'
import { refuse } from '../http/refuse.ts'
import { spending } from '../http/spend.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { type AccessToken, accessTokens, developerSettings } from '../table/accessTokens.ts'
import { auditEntries } from '../table/auditEntries.ts'
import { update, write } from '../table/table.ts'
import { handlersOf } from './areas.ts'
import { routeFor, type TokenRoute } from './routeFor.ts'
import { secondsOf, sinceOf } from './tokenCard.ts'

/**
 * Handles requests with an access token, which the distribution routes here (`infra/size.js`). Read-only: its role cannot write data of
 * clubs. It calls the area's handler as the token's owner, with the owner's current rights, limited to the token's club and areas.
 */
export const handler = middy<Event, Result>()
  .use(refuse())
  .handler(async (event, context) => {
    checkOriginSecret(event.headers['x-touchline-origin'])
    const now = new Date(event.requestContext.timeEpoch).toISOString()
    const token = await tokenOf(event, now)
    if (!token) return refusal(401, 'not_signed_in', 'This is no token of ours, or it has ended or was taken back.')
    const { organizationId, userId } = token
    // Refused requests count towards the limit too.
    const wait = await secondsToWait(token, now)
    if (wait > 0) {
      const message = `This was asked too often: ask again in ${wait} seconds.`
      return json(429, { code: 'out_of_budget', message }, { 'retry-after': String(wait) })
    }
    const settings = await developerSettings.get({ organizationId }, { consistent: true })
    if (settings?.tokens === 'off') return refusal(403, 'not_allowed', 'This club has switched tokens off.')
    const { method } = event.requestContext.http
    if (method !== 'GET')
      return refusal(403, 'not_allowed', 'A token only reads: it may ask by GET and no other method.')
    const route = routeFor(event.rawPath.replace(/^\/token/, ''))
    if (!route) return refusal(404, 'not_found', 'There is no such route for a token.')
    if (!route.needs) return refusal(403, 'not_allowed', 'No token may call this.')
    if (!token.areas.includes(route.needs))
      return refusal(403, 'not_allowed', `This token does not have the area “${route.needs}”.`)
    await noteUse(token, now)
    const response = await forward(event, context, token, route)
    if (route.logged && response.statusCode === 200)
      await write({ actor: userId, at: now }, auditEntry(token, route, now))
    return response
  })

const refusal = (status: number, code: string, message: string) => json(status, { code, message })

/** The token of a request; undefined if there is none or it is not valid. `serve()` checks whether its owner still is. */
async function tokenOf({ headers }: Event, now: string): Promise<AccessToken | undefined> {
  const parsedToken = tokenIn(headers['authorization'])
  const token = parsedToken && (await accessTokens.get(parsedToken, { consistent: true }))
  return token &&
    equalInConstantTime(digestOf(parsedToken.secret), token.secretHash) &&
    Date.parse(now) < Date.parse(token.endsAt)
    ? token
    : undefined
}

/**
 * Counts a call; returns the seconds to wait if the club's minute or the token's day is used up, otherwise 0. Counted in both or
 * neither: a token whose day is used up takes nothing from the club's others.
 */
async function secondsToWait({ organizationId, tokenId, userId }: AccessToken, now: string): Promise<number> {
  const seconds = Math.floor(Date.parse(now) / 1000)
  try {
    await write(
      { actor: userId, at: now },
      ...spending('call', { person: `token-${organizationId}.${tokenId}`, address: '', now }),
      ...spending('burst', { person: `club-${organizationId}`, address: '', now }, 'conflict'),
    )
    return 0
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined
    if (code === 'out_of_budget') return 86_400 - (seconds % 86_400)
    if (code === 'conflict') return 60 - (seconds % 60)
    throw error
  }
}

/** Notes the last day of use, for the owner: written once a day. A token revoked meanwhile is gone. */
async function noteUse({ organizationId, tokenId, userId, usedOn }: AccessToken, now: string): Promise<void> {
  const day = now.slice(0, 10)
  if (usedOn === day) return
  await ignoreConflict(
    update({ actor: userId, at: now }, accessTokens.change({ organizationId, tokenId }, { set: { usedOn: day } })),
  )
}

/** The request as API Gateway would pass it to the area, if the owner had signed in when the token was created. */
async function forward(event: Event, context: Context, token: AccessToken, route: TokenRoute): Promise<Result> {
  const { userId, organizationId, tokenId, areas, madeAt, endsAt } = token
  const { authorization: _, ...headers } = event.headers
  const claims = {
    sub: userId,
    token_use: 'access',
    origin_jti: tokenId,
    auth_time: String(sinceOf(madeAt)),
    exp: String(secondsOf(endsAt)),
    club: organizationId,
    areas: areas.join(' '),
  }
  const { cookies: _cookies, ...rest } = event
  const forwardedEvent = {
    ...rest,
    headers,
    routeKey: route.key,
    rawPath: route.path,
    pathParameters: route.params,
    requestContext: { ...event.requestContext, routeKey: route.key, authorizer: { jwt: { claims, scopes: null } } },
  }
  const area = await handlersOf[route.area]()
  return area.handler(forwardedEvent as never, context as never) as Promise<Result>
}

/** Exports are logged in the club's audit log under the user; this entry adds the token and the call. */
const auditEntry = ({ organizationId, userId, name }: AccessToken, { key }: TokenRoute, when: string) =>
  auditEntries.add({
    organizationId,
    when,
    entry: randomUUID().slice(0, 13),
    who: userId,
    what: accessTokens.kind,
    change: 'read',
    about: organizationId,
    changed: { name: { after: name }, call: { after: key } },
  })
