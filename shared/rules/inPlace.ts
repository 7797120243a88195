/**
 * One of our own people acts in somebody's place: for so long, then it ends by itself. What they hold is a cookie, which goes
 * along with every request; the server looks at it, the web only shows that it is there.
 */
export const minutesInPlace = 60
export const cookieInPlace = 'touchline-in-place'

/** In whose place, the key that the server has given for it, and when it ends. */
type InPlace = { userId: string; key: string; ends: string }

export const textInPlace = ({ userId, key, ends }: InPlace): string =>
  `${userId}.${key}.${Math.floor(Date.parse(ends) / 1000)}`

/** What a cookie of that name says; undefined where nobody can have written it. */
export function inPlaceIn(text: string): InPlace | undefined {
  const [, userId, key, ends] = /^([\w-]{1,64})\.([\w-]{43})\.(\d{1,11})$/.exec(text) ?? []
  if (!userId || !key || !ends) return undefined
  return { userId, key, ends: new Date(Number(ends) * 1000).toISOString() }
}

/** The value of the cookie among those of a request or a page; undefined when there is none. */
export function cookieAmong(cookies: readonly string[]): string | undefined {
  const start = `${cookieInPlace}=`
  return cookies
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length)
}
