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

/** What only the person themselves may do: payments, what lets people in, chat, and what they decide about their data. */
const onlyThemselves: readonly RegExp[] = [
  // Money, whichever way it goes, and what receives it.
  /^(POST|PUT|PATCH|DELETE) \/rest-api\/(fee|pay|payments)\//,
  /^(POST|PUT|PATCH|DELETE) \/rest-api\/organization\/billing\//,
  /^(POST|PUT) \/rest-api\/staff\/(subscription|promotions)\b/,
  /^GET \/rest-api\/fee\/payment-accounts\/toggle\//,
  /^GET \/rest-api\/payments\/purchase\//,
  /^POST \/rest-api\/register\/\{registrationId\}\/(promo-code|payment-plan|finalize|payment-intent|accept)$/,
  /^PUT \/rest-api\/registration\/payment-accounts\//,
  // Who may get in: sessions, addresses at which a calendar is read, rights, families.
  /^(GET|POST) \/rest-api\/session\/(end-all|sessions)/,
  /^(POST|DELETE) \/rest-api\/feeds\//,
  /^(POST|PUT|DELETE) \/rest-api\/organization\/(administrators|invitation)\//,
  /^POST \/rest-api\/families\/(player|invitation)\/.*(invite|withdraw|remove|accept)$/,
  /^PUT \/rest-api\/families\/player\/\{playerId\}\/rights$/,
  /^POST \/rest-api\/today\/requests\/\{requestId\}\/grant$/,
  // Chat, its reading included, also by a browser that would be told of it later; how many messages wait says nothing.
  /^(GET|PUT|DELETE) \/rest-api\/push\//,
  /^(GET|POST|PUT|DELETE) \/rest-api\/chat(-user)?\/(?!unread-count$|enabled\/)/,
  // What they ask our own people, and these would answer themselves.
  /^(GET|POST) \/rest-api\/support(\/|$)/,
  // What a person agrees to, and their data as a whole.
  /^POST \/rest-api\/agreements\/agreement\/\{agreementId\}\/sign$/,
  /^PUT \/rest-api\/pictures\/player\/\{playerId\}\/audience$/,
  /^(GET|POST|PUT|DELETE) \/rest-api\/privacy\//,
]

/** True for a route that nobody may call in somebody else's place. */
export const isOnlyThemselves = (key: string): boolean => onlyThemselves.some((each) => each.test(key))
