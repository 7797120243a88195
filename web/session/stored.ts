/**
 * What is kept in localStorage, and under which names. Amplify keeps its tokens there; reading them directly saves loading Amplify (40 KB)
 * where nobody has to sign in. Everything here is synchronous and imports nothing, since the script in the page's head uses it too.
 */
const amplify = 'CognitoIdentityServiceProvider'
export const names = {
  /** `/config.json` as last seen, so that the tokens of this client can be found without asking for it. */
  config: 'touchline.config',
  /** Changes when somebody begins or ends to act in another's place, so that other tabs learn of it. */
  inPlace: 'touchline.in-place',
  /** Own players' ids as last seen. */
  players: 'touchline.players',
  /** Begins the names of what each person has selected last. */
  recents: 'touchline.recents.',
  /** Begins the names of all that belongs to a signed-in person. */
  personal: 'touchline.of.',
}

/** Safari in private mode and browsers that forbid storage throw; such a person signs in each time. */
export function readItem(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

export function keepItem(name: string, text: string): void {
  try {
    if (localStorage.getItem(name) !== text) localStorage.setItem(name, text)
  } catch {
    // No storage, or it is full: what is kept only makes the next start quicker.
  }
}

/** What must be kept until the server has it, if localStorage is full or forbidden: it is lost with the page. */
const unkept = new Map<string, string>()

export const readLasting = (name: string): string | undefined => unkept.get(name) ?? readItem(name)
export function keepLasting(name: string, text: string): void {
  keepItem(name, text)
  if (readItem(name) === text) unkept.delete(name)
  else unkept.set(name, text)
}
export function dropLasting(name: string): void {
  unkept.delete(name)
  dropItem(name)
}
export function forgetLasting(wanted: (name: string) => boolean): void {
  for (const name of unkept.keys()) if (wanted(name)) unkept.delete(name)
}
/** Whether an item is kept only as long as the page lives. */
export const isUnkept = (name: string): boolean => unkept.has(name)
/** The names of all of that which begin so. */
const lastingNames = (start: string): string[] => [
  ...new Set([...unkept.keys()].filter((name) => name.startsWith(start)).concat(keptNames(start))),
]
/** The names on this device which begin so. */
export function keptNames(start: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(start))
  } catch {
    // Without storage nothing lies there.
    return []
  }
}

export function dropItem(name: string): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // No storage: nothing was kept.
  }
}

/**
 * In seconds: when the token ends, when it was made, and when its owner signed in. `origin_jti` is the sign-in it comes from, `client_id`
 * the client of the user pool: by a passkey it is another one than by the password, and that one renews and ends what it began.
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
  /** Without one the access token is the last. */
  refreshToken: string | undefined
}

/** Where it is kept who is signed in. */
export const lastUser = (clientId: string) => `${amplify}.${clientId}.LastAuthUser`

/** Begins the names of a signed-in person's tokens; undefined when nobody is signed in. */
export function tokenStart(clientId: string): string | undefined {
  const user = readItem(lastUser(clientId))
  return user && `${amplify}.${clientId}.${user}.`
}

/** The user id in whose place staff act, from a cookie that the server has set; undefined otherwise. */
export const inPlaceOf = (): string | undefined =>
  /(?:^|; )__Host-touchline-in-place=([\w-]+)\./.exec(document.cookie)?.[1]

/** The tokens on this device; undefined when nobody is signed in. `clientId` is that of the stage's user pool. */
export function storedTokens(clientId: string | undefined): StoredTokens | undefined {
  const start = clientId && tokenStart(clientId)
  const accessToken = start && readItem(`${start}accessToken`)
  const claims = accessToken ? claimsOf(accessToken) : undefined
  if (!accessToken || !claims) return undefined
  return {
    accessToken,
    // What is shown and kept is theirs in whose place somebody acts.
    claims: { ...claims, sub: inPlaceOf() ?? claims.sub },
    clockDrift: Number(readItem(`${start}clockDrift`)) || 0,
    refreshToken: readItem(`${start}refreshToken`),
  }
}

/** The client id of the stage this device was last signed in to. */
export function storedClientId(): string | undefined {
  try {
    const { userPoolClientId } = JSON.parse(readItem(names.config) ?? '{}') as { userPoolClientId?: unknown }
    return typeof userPoolClientId === 'string' ? userPoolClientId : undefined
  } catch {
    return undefined
  }
}

/** How long before its end a token is no longer used, in milliseconds. */
const tokenMargin = 60_000

/** Whether the API will still take the token; the device's clock may be wrong by `clockDrift`. */
export const isGood = ({ claims, clockDrift }: StoredTokens, now: number): boolean =>
  claims.exp * 1000 > now + clockDrift + tokenMargin

/** The time at the server, in milliseconds; the device's clock may be wrong. */
export const serverNow = ({ clockDrift }: StoredTokens): number => Date.now() + clockDrift

/** The claims of a token, unchecked: the server checks them. */
export function claimsOf(token: string): Claims | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims = JSON.parse(atob(payload)) as Claims
    return typeof claims.sub === 'string' && typeof claims.exp === 'number' ? claims : undefined
  } catch {
    return undefined
  }
}

/** Begins the names of a person's answers that the server is not known to have. */
export const answersStart = (userId: string) => `${names.personal}${userId}.answer.`

/** True for an answer that the server is not known to have, whoever gave it. */
export const isAnswer = (name: string): boolean => name.startsWith(names.personal) && name.includes('.answer.')

/** Begins the names of a person's marks of who was at an event that the server is not known to have. */
export const marksStart = (userId: string) => `${names.personal}${userId}.attendance.`

/** Those of a person on this device: one of each event. */
export const marksOf = (userId: string): string[] => lastingNames(marksStart(userId))

/** The name of what the server had when these marks were made, as far as this device knew. */
export const seenBeside = (marks: string): string => marks.replace('.attendance.', '.attendance-seen.')

/** True for those, and what lies beside them, whoever has marked. */
export const isMarks = (name: string): boolean =>
  name.startsWith(names.personal) && (name.includes('.attendance.') || name.includes('.attendance-seen.'))

/** Begins the names of what a person has answered of tasks that the server is not known to have. */
export const tasksStart = (userId: string) => `${names.personal}${userId}.task.`

/** Those of a person on this device: one of each task. */
export const tasksOf = (userId: string): string[] => lastingNames(tasksStart(userId))

/** True for that, whoever has answered. */
export const isTask = (name: string): boolean => name.startsWith(names.personal) && name.includes('.task.')

/** Where what a person has written in chat lies that the server is not known to have. */
export const sayingsOf = (userId: string) => `${names.personal}${userId}.chat.unsent`

/** True for that, and for what is begun in chat and not sent, whoever wrote it. */
export const isSaying = (name: string): boolean => name.startsWith(names.personal) && name.includes('.chat.')

/** Where lies that a person has this device told of messages while nobody looks: what `push.ts` shows of them. */
export const pushOf = (userId: string) => `${names.personal}${userId}.push`

/** True for that, whoever it is. */
export const isPush = (name: string): boolean => name.startsWith(names.personal) && name.endsWith('.push')

/** Begins the names of what a person has typed into forms and not saved; of a stranger, who has no id, too. */
export const draftsStart = (userId: string) => `${names.personal}${userId}.draft.`

/** Begins the names of drafts that are found again on this device when the tab was closed; all others lie in the tab alone. */
export const onDevice = 'device.'

/** Begins the names of what strangers have typed on this device. */
export const strangersStart = draftsStart('') + onDevice

/** True for what somebody has typed and not saved, whoever did. */
export const isDraft = (name: string): boolean => name.startsWith(names.personal) && name.includes('.draft.')

/** True for what belongs to another person than this one. What a stranger has typed becomes this person's where they go on with it. */
export const isOfAnother = (name: string, userId: string): boolean =>
  name.startsWith(names.personal) &&
  name !== names.personal + userId &&
  !name.startsWith(`${names.personal}${userId}.`) &&
  !name.startsWith(strangersStart)

/** Where the address lies that a person wants for their account and has not confirmed: they leave the page to look for the code. */
export const newAddressOf = (userId: string) => `${names.personal}${userId}.new-address`

/** True for an item that belongs to the signed-in person: gone when they sign out. */
export const isPersonal = (name: string): boolean =>
  name.startsWith(`${amplify}.`) || name.startsWith(names.personal) || name === names.players

/** True for an item whose disappearance means that somebody signed out. */
export const isToken = (name: string): boolean => name.startsWith(`${amplify}.`) && name.endsWith('Token')
