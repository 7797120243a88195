/**
 * One of our own people acts in somebody's place: for so long, then it ends by itself. What they hold are two cookies, which go
 * along with every request; the server looks at both, the web only shows that the first is there.
 */
export const minutesInPlace = 60
/** In whose place, and until when: no secret. The web takes it away where one leaves, and without it the key counts nothing. */
export const cookieInPlace = '__Host-touchline-in-place'
/** The key that the server has given for it. No script can read it. */
export const cookieOfKey = '__Host-touchline-in-place-key'

type InPlace = { userId: string; ends: string }

/**
 * What every cookie of ours says of itself. With `__Host-` in the name a browser takes it over https or from one's own
 * machine alone, and from no other host; it lasts as long as the browser is open, since who lets it lapse would go on in their own name unawares.
 */
const attributes = 'Path=/; SameSite=Strict; Secure'
/** Written by a script, it is gone. */
export const takenAway = (name: string): string => `${name}=; ${attributes}; Max-Age=0`

/** What the server sets when it begins. */
export const cookiesOf = ({ userId, key, ends }: InPlace & { key: string }): string[] => [
  `${cookieInPlace}=${userId}.${Math.floor(Date.parse(ends) / 1000)}; ${attributes}`,
  `${cookieOfKey}=${key}; ${attributes}; HttpOnly`,
]
/** What the server sets when it is over. */
export const noCookies = [takenAway(cookieInPlace), `${takenAway(cookieOfKey)}; HttpOnly`]

/** What a cookie of the first name says; undefined where nobody can have written it. */
export function inPlaceIn(text: string): InPlace | undefined {
  const [, userId, ends] = /^([\w-]{1,64})\.(\d{1,11})$/.exec(text) ?? []
  if (!userId || !ends) return undefined
  return { userId, ends: new Date(Number(ends) * 1000).toISOString() }
}

/** The value of a cookie among those of a request or a page; undefined when there is none. */
export function cookieAmong(cookies: readonly string[], name = cookieInPlace): string | undefined {
  const start = `${name}=`
  return cookies
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
}
