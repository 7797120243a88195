/**
 * Staff act on someone's behalf (impersonation) for at most this many minutes. The browser holds two cookies: one says for whom,
 * which the web shows, and one holds a secret key. The server checks both with every request.
 */
export const impersonationMinutes = 60
/** For whom and until when. Not secret. The web deletes it to end the impersonation; without it the key is not valid. */
export const impersonationCookie = '__Host-touchline-in-place'
/** The secret key, which no script can read. */
export const impersonationKeyCookie = '__Host-touchline-in-place-key'

type Impersonation = { userId: string; ends: string }

/**
 * The attributes of both cookies. With `__Host-` in the name, a browser accepts them only over https or from localhost, and from no other
 * host. They are session cookies: one that expired earlier would let staff go on in their own name unawares.
 */
const attributes = 'Path=/; SameSite=Strict; Secure'
/** The text that deletes a cookie when a script writes it. */
export const deletionOfCookie = (name: string): string => `${name}=; ${attributes}; Max-Age=0`

/** The cookies that begin an impersonation. */
export const impersonationCookies = ({ userId, key, ends }: Impersonation & { key: string }): string[] => [
  `${impersonationCookie}=${userId}.${Math.floor(Date.parse(ends) / 1000)}; ${attributes}`,
  `${impersonationKeyCookie}=${key}; ${attributes}; HttpOnly`,
]
/** The cookies that end it. */
export const deletedImpersonationCookies = [
  deletionOfCookie(impersonationCookie),
  `${deletionOfCookie(impersonationKeyCookie)}; HttpOnly`,
]

/** The content of the first cookie; undefined if it is malformed. */
export function parseImpersonation(text: string): Impersonation | undefined {
  const [, userId, ends] = /^([\w-]{1,64})\.(\d{1,11})$/.exec(text) ?? []
  if (!userId || !ends) return undefined
  return { userId, ends: new Date(Number(ends) * 1000).toISOString() }
}

/** The value of a cookie among those of a request or a page; undefined when there is none. */
export function findCookie(cookies: readonly string[], name = impersonationCookie): string | undefined {
  const start = `${name}=`
  return cookies
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
}
