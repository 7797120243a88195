/** Routes that staff may not call in somebody's place: payments, rights and sessions, chat, and decisions about one's data. */
const onlyThemselves: readonly RegExp[] = [
  // Money, whichever way it goes, and what receives it.
  /^(POST|PUT|PATCH|DELETE) \/rest-api\/(fee|pay|payments)\//,
  /^(POST|PUT|PATCH|DELETE) \/rest-api\/organization\/billing\//,
  /^(POST|PUT) \/rest-api\/staff\/(subscription|promotions)\b/,
  /^GET \/rest-api\/fee\/payment-accounts\/toggle\//,
  /^GET \/rest-api\/payments\/purchase\//,
  /^POST \/rest-api\/register\/\{registrationId\}\/(promo-code|payment-plan|finalize|payment-intent|accept)$/,
  /^POST \/rest-api\/register\/\{registrationId\}\/(withdraw|cancel|change)$/,
  /^PUT \/rest-api\/registration\/payment-accounts\//,
  // Who may get in: sessions, addresses at which a calendar is read, rights, families.
  /^(GET|POST) \/rest-api\/session\/(end-all|end-others|sessions|continue)/,
  /^(POST|DELETE) \/rest-api\/feeds\//,
  /^(POST|PUT|DELETE) \/rest-api\/developers\//,
  /^(POST|PUT|DELETE) \/rest-api\/organization\/(administrators|invitation)\//,
  /^POST \/rest-api\/(organization|families)\/leave$/,
  /^POST \/rest-api\/families\/(player|person|invitation)\/.*(invite|withdraw|remove|accept)$/,
  /^PUT \/rest-api\/families\/player\/\{playerId\}\/rights$/,
  /^POST \/rest-api\/today\/requests\/\{requestId\}\/grant$/,
  // Chat, its reading included, also by a browser that would be told of it later; how many messages wait says nothing.
  /^(GET|PUT|DELETE) \/rest-api\/push\//,
  /^(GET|POST|PUT|DELETE) \/rest-api\/chat(-user)?\/(?!unread-count$|enabled\/)/,
  // What they ask our own people, and these would answer themselves.
  /^(GET|POST) \/rest-api\/support(\/|$)/,
  // What a person agrees to, and their data as a whole. A task with something to sign is refused where it is handed in:
  // functions/assignments/respond.ts.
  /^POST \/rest-api\/agreements\/agreement\/\{agreementId\}\/sign$/,
  /^PUT \/rest-api\/pictures\/player\/\{playerId\}\/audience$/,
  /^(GET|POST|PUT|DELETE) \/rest-api\/privacy\//,
]

/** Whether a route may be called by the person alone, and not by staff in their place. */
export const isOnlyThemselves = (key: string): boolean => onlyThemselves.some((each) => each.test(key))
