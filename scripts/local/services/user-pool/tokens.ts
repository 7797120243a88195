import { randomUUID, sign, verify } from 'node:crypto'
import { CognitoError, notAuthorized } from './errors.ts'
import { seal, unseal } from './keys.ts'
import type { Client, Pool, Service } from './context.ts'
import type { User } from './store.ts'

/**
 * A session, from one sign-in. Its id is Cognito's `origin_jti`, a UUID; ours ends in the user's count of global
 * sign-outs, so that a global sign-out changes one number, and a sign-in writes nothing. Instants in seconds. `turn`:
 * how often its refresh token was rotated; absent for clients without rotation.
 */
type Session = { sub: string; clientId: string; id: string; since: number; until: number; turn?: number }

export function newTokens(service: Service, client: Client, user: User) {
  const now = Math.floor(service.clock.now() / 1000)
  const id = `${randomUUID().slice(0, 28)}${user.signOuts.toString(16).padStart(8, '0')}`
  const until = now + client.settings.refreshToken
  const session: Session = { sub: user.sub, clientId: client.id, id, since: now, until }
  return { ...accessAndId(service, client, user, session), RefreshToken: seal(client.pool.keys, 'refresh', session) }
}

export function refreshedTokens(service: Service, client: Client, refreshToken: string) {
  const session = unsealedSession(client.pool, refreshToken)
  if (session?.clientId !== client.id) throw notAuthorized('Invalid Refresh Token')
  const user = client.pool.store.find(session.sub)
  if (!user) throw notAuthorized('Invalid Refresh Token')
  if (!user.enabled) throw notAuthorized('User is disabled.')
  if (isRevoked(user, session.id)) throw notAuthorized('Refresh Token has been revoked')
  if (service.clock.now() >= session.until * 1000) throw notAuthorized('Refresh Token has expired')
  return { ...accessAndId(service, client, user, session), ...exchangeRefreshToken(service, client, user, session) }
}

/**
 * The next refresh token, for clients with rotation: it expires when the first one would. The previous one stays valid
 * for the grace period, for concurrent renewals; after that it must be a copy, and is refused.
 */
function exchangeRefreshToken(
  service: Service,
  client: Client,
  user: User,
  session: Session,
): { RefreshToken?: string } {
  const { rotates: grace } = client.settings
  if (grace === undefined) return {}
  const { id, until, turn = 0 } = session
  const now = service.clock.now()
  const { rotated = [] } = user
  const last = rotated.find((each) => each.session === id) ?? { turn: 0, at: now }
  if (turn < last.turn - 1 || (turn < last.turn && now - last.at > grace * 1000))
    throw new CognitoError('RefreshTokenReuseException', 'Refresh token has been invalidated by rotation')
  if (turn === last.turn) {
    const otherRotations = rotated.filter((each) => each.session !== id && each.until * 1000 > now)
    client.pool.store.save({ ...user, rotated: [...otherRotations, { session: id, turn: turn + 1, at: now, until }] })
  }
  return { RefreshToken: seal(client.pool.keys, 'refresh', { ...session, turn: turn + 1 }) }
}

/** The user with this session ended; undefined for a token that is not the client's. */
export function withoutSession(service: Service, client: Client, refreshToken: string): User | undefined {
  const session = unsealedSession(client.pool, refreshToken)
  const user = session?.clientId === client.id ? client.pool.store.find(session.sub) : undefined
  if (!session || !user) return undefined
  const otherRevocations = user.revoked.filter(
    (each) => each.session !== session.id && each.until * 1000 > service.clock.now(),
  )
  return { ...user, revoked: [...otherRevocations, { session: session.id, until: session.until }] }
}

/** The owner of an access token. Throws for a forged, foreign, expired or revoked one. */
export function ownerOf(service: Service, accessToken: string): { client: Client; user: User } {
  const [head = '', body = '', signature = ''] = accessToken.split('.')
  const client = service.clients.get(String(claimsIn(body).client_id))
  if (!client) throw notAuthorized('Invalid Access Token')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    client.pool.keys.public,
    Buffer.from(signature, 'base64url'),
  )
  const claims = claimsIn(body)
  if (!isSigned || claims.token_use !== 'access') throw notAuthorized('Invalid Access Token')
  if (service.clock.now() >= Number(claims.exp) * 1000) throw notAuthorized('Access Token has expired')
  const user = client.pool.store.find(String(claims.sub))
  if (!user || isRevoked(user, String(claims.origin_jti))) throw notAuthorized('Access Token has been revoked')
  if (!user.enabled) throw notAuthorized('User is disabled.')
  return { client, user }
}

function accessAndId(service: Service, client: Client, user: User, session: Session) {
  const { pool, settings } = client
  const iat = Math.floor(service.clock.now() / 1000)
  const sharedClaims = {
    sub: user.sub,
    ...(user.groups.length ? { 'cognito:groups': user.groups } : {}),
    iss: service.issuer(pool.id),
    origin_jti: session.id,
    event_id: randomUUID(),
    auth_time: session.since,
    iat,
  }
  return {
    AccessToken: jwt(pool, {
      ...sharedClaims,
      client_id: client.id,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: user.sub,
      exp: iat + settings.accessToken,
      jti: randomUUID(),
    }),
    IdToken: jwt(pool, {
      ...readable(client, user),
      ...sharedClaims,
      aud: client.id,
      token_use: 'id',
      'cognito:username': user.sub,
      exp: iat + settings.idToken,
      jti: randomUUID(),
    }),
    ExpiresIn: settings.accessToken,
    TokenType: 'Bearer',
  }
}

/** A user's attributes as in the id token: those that the client may read, the verified flags as booleans. */
function readable(client: Client, user: User): Record<string, string | boolean> {
  const { canRead } = client.settings
  const readableAttributes = Object.entries(user.attributes).filter(([name]) => !canRead || canRead.includes(name))
  return Object.fromEntries(
    readableAttributes.map(([name, value]) => [name, name.endsWith('_verified') ? value === 'true' : value]),
  )
}

export function jwt(pool: Pick<Pool, 'keys'>, claims: object): string {
  const text = [{ kid: pool.keys.id, alg: 'RS256' }, claims]
    .map((each) => Buffer.from(JSON.stringify(each)).toString('base64url'))
    .join('.')
  return `${text}.${sign('sha256', Buffer.from(text), pool.keys.privateKey).toString('base64url')}`
}

function claimsIn(body: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(Buffer.from(body, 'base64url').toString()) as object) }
  } catch {
    return {}
  }
}

const unsealedSession = (pool: Pool, token: string) => unseal<Session>(pool.keys, 'refresh', token)

const isRevoked = (user: User, session: string) =>
  Number.parseInt(session.slice(28), 16) !== user.signOuts || user.revoked.some((each) => each.session === session)
