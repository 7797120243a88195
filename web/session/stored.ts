/**
 * The items in localStorage and their names. Amplify keeps its tokens there; reading them directly saves loading Amplify (40
 * KB) unless someone has to sign in. Everything here is synchronous and imports nothing, since the script in the page's head
 * uses it too.
 */
const amplify = 'CognitoIdentityServiceProvider'
export const names = {
  /** The last `/config.json`, so that this client's tokens can be found without fetching it. */
  config: 'touchline.config',
  /** Changes when acting on a user's behalf starts or stops, so that other tabs notice. */
  inPlace: 'touchline.in-place',
  /** The ids of the user's players as last seen. */
  players: 'touchline.players',
  /** Prefix of each user's recent selections. */
  recents: 'touchline.recents.',
  /** Prefix of everything that belongs to a signed-in user. */
  personal: 'touchline.of.',
}

/** Storage may throw, as in Safari's private mode or if it is blocked; such users sign in every time. */
export function readItem(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

export function writeItem(name: string, text: string): void {
  try {
    if (localStorage.getItem(name) !== text) localStorage.setItem(name, text)
  } catch {
    // Storage is blocked or full: these items only make the next start faster.
  }
}

/** Items that must be kept until they are sent, if localStorage is full or blocked: they are lost with the page. */
const unstoredItems = new Map<string, string>()

export const readLasting = (name: string): string | undefined => unstoredItems.get(name) ?? readItem(name)
export function writeLasting(name: string, text: string): void {
  writeItem(name, text)
  if (readItem(name) === text) unstoredItems.delete(name)
  else unstoredItems.set(name, text)
}
export function removeLasting(name: string): void {
  unstoredItems.delete(name)
  removeItem(name)
}
export function removeLastingWhere(matches: (name: string) => boolean): void {
  for (const name of unstoredItems.keys()) if (matches(name)) unstoredItems.delete(name)
}
/** Whether an item is kept only in memory. */
export const isOnlyInMemory = (name: string): boolean => unstoredItems.has(name)
/** The names of all lasting items with this prefix, stored or in memory. */
const lastingNames = (prefix: string): string[] => [
  ...new Set([...unstoredItems.keys()].filter((name) => name.startsWith(prefix)).concat(storedNames(prefix))),
]
/** The names in localStorage with this prefix. */
export function storedNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    // Without storage there are no items.
    return []
  }
}

export function removeItem(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to remove.
  }
}

/**
 * `exp`, `iat` and `auth_time` are in seconds: when the token expires, was issued, and its user signed in. `origin_jti`
 * identifies the sign-in, `client_id` the user pool's app client: passkeys have another one than passwords, and tokens are
 * renewed and revoked by the client that issued them.
 */
type Claims = {
  sub: string
  exp: number
  iat?: number
  auth_time?: number
  origin_jti?: string
  client_id?: string
  email?: string
}
export type StoredTokens = {
  accessToken: string
  claims: Claims
  clockDrift: number
  /** Undefined if the access token cannot be renewed. */
  refreshToken: string | undefined
}

/** The name of the item with the signed-in user. */
export const toLastUserName = (clientId: string) => `${amplify}.${clientId}.LastAuthUser`

/** Prefix of the signed-in user's tokens; undefined if nobody is signed in. */
export function tokenPrefix(clientId: string): string | undefined {
  const user = readItem(toLastUserName(clientId))
  return user && `${amplify}.${clientId}.${user}.`
}

/** The user on whose behalf staff act, from a cookie that the server has set; undefined otherwise. */
export const readImpersonatedUser = (): string | undefined =>
  /(?:^|; )__Host-touchline-in-place=([\w-]+)\./.exec(document.cookie)?.[1]

/** The stored tokens; undefined if nobody is signed in. `clientId` is that of the stage's user pool. */
export function storedTokens(clientId: string | undefined): StoredTokens | undefined {
  const prefix = clientId && tokenPrefix(clientId)
  const accessToken = prefix && readItem(`${prefix}accessToken`)
  const claims = accessToken ? parseClaims(accessToken) : undefined
  if (!accessToken || !claims) return undefined
  return {
    accessToken,
    // While staff act on a user's behalf, displayed and stored data belongs to that user.
    claims: { ...claims, sub: readImpersonatedUser() ?? claims.sub },
    clockDrift: Number(readItem(`${prefix}clockDrift`)) || 0,
    refreshToken: readItem(`${prefix}refreshToken`),
  }
}

/** The client id of the stage that this device last signed in to. */
export function storedClientId(): string | undefined {
  try {
    const { userPoolClientId } = JSON.parse(readItem(names.config) ?? '{}') as { userPoolClientId?: unknown }
    return typeof userPoolClientId === 'string' ? userPoolClientId : undefined
  } catch {
    return undefined
  }
}

/** How long before its expiry a token is no longer used, in milliseconds. */
const tokenMargin = 60_000

/** Whether the API will still accept the token; the device's clock may be off by `clockDrift`. */
export const isTokenValid = ({ claims, clockDrift }: StoredTokens, now: number): boolean =>
  claims.exp * 1000 > now + clockDrift + tokenMargin

/** The server's time, in milliseconds; the device's clock may be wrong. */
export const serverNow = ({ clockDrift }: StoredTokens): number => Date.now() + clockDrift

/** The claims of a token, unverified: the server verifies them. */
export function parseClaims(token: string): Claims | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims = JSON.parse(atob(payload)) as Claims
    return typeof claims.sub === 'string' && typeof claims.exp === 'number' ? claims : undefined
  } catch {
    return undefined
  }
}

/** Prefix of a user's unconfirmed answers, which the server may not have. */
export const answersPrefix = (userId: string) => `${names.personal}${userId}.answer.`

/** Whether an item is an unconfirmed answer of any user. */
export const isAnswer = (name: string): boolean => name.startsWith(names.personal) && name.includes('.answer.')

/** Prefix of a user's unconfirmed attendance marks, which the server may not have. */
export const marksPrefix = (userId: string) => `${names.personal}${userId}.attendance.`

/** The names of a user's unconfirmed marks on this device: one per event. */
export const listMarkItems = (userId: string): string[] => lastingNames(marksPrefix(userId))

/** The name of the item with the server's state that these marks were based on. */
export const toSeenStateName = (marks: string): string => marks.replace('.attendance.', '.attendance-seen.')

/** Whether an item belongs to unconfirmed marks of any user. */
export const isMarks = (name: string): boolean =>
  name.startsWith(names.personal) && (name.includes('.attendance.') || name.includes('.attendance-seen.'))

/** Prefix of a user's unconfirmed task responses, which the server may not have. */
export const tasksPrefix = (userId: string) => `${names.personal}${userId}.task.`

/** The names of a user's unconfirmed task responses on this device: one per task. */
export const listTaskItems = (userId: string): string[] => lastingNames(tasksPrefix(userId))

/** Whether an item is an unconfirmed task response of any user. */
export const isTask = (name: string): boolean => name.startsWith(names.personal) && name.includes('.task.')

/** The name of the item with a user's unconfirmed chat messages, which the server may not have. */
export const toUnsentChatName = (userId: string) => `${names.personal}${userId}.chat.unsent`

/** Whether an item holds unconfirmed chat messages or chat drafts of any user. */
export const isChatItem = (name: string): boolean => name.startsWith(names.personal) && name.includes('.chat.')

/** The name of the item that says that a user has push notifications on this device, and how much they show (`push.ts`). */
export const toPushName = (userId: string) => `${names.personal}${userId}.push`

/** Whether an item is a push setting of any user. */
export const isPushItem = (name: string): boolean => name.startsWith(names.personal) && name.endsWith('.push')

/** Prefix of a user's unsaved form input. Visitors who are not signed in have an empty id. */
export const draftsPrefix = (userId: string) => `${names.personal}${userId}.draft.`

/** Prefix of the drafts kept in localStorage, which survive closing the tab; all others are in sessionStorage. */
export const devicePrefix = 'device.'

/** Prefix of the drafts of visitors who are not signed in. */
export const visitorDraftsPrefix = draftsPrefix('') + devicePrefix

/** Whether an item is a draft of any user or visitor. */
export const isDraft = (name: string): boolean => name.startsWith(names.personal) && name.includes('.draft.')

/** Whether an item belongs to another user. Drafts of visitors do not: signing in takes them over. */
export const belongsToAnother = (name: string, userId: string): boolean =>
  name.startsWith(names.personal) &&
  name !== names.personal + userId &&
  !name.startsWith(`${names.personal}${userId}.`) &&
  !name.startsWith(visitorDraftsPrefix)

/** The name of the item with a user's new, unconfirmed address: they leave the page to look up the code. */
export const toNewAddressName = (userId: string) => `${names.personal}${userId}.new-address`

/** Whether an item is personal: deleted when the user signs out. */
export const isPersonal = (name: string): boolean =>
  name.startsWith(`${amplify}.`) || name.startsWith(names.personal) || name === names.players

/** Whether the removal of an item means a sign-out. */
export const isToken = (name: string): boolean => name.startsWith(`${amplify}.`) && name.endsWith('Token')
