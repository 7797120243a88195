/** Routes that staff may not call on someone's behalf: payments, rights and sessions, chat, and decisions about personal data. */
const personalRoutes: readonly RegExp[] = [
  // Money in either direction, and the accounts that receive it.
  /^(POST|PUT|PATCH|DELETE) \/rest-api\/(fee|pay|payments)\//,
  /^(POST|PUT|PATCH|DELETE) \/rest-api\/organization\/billing\//,
  /^(POST|PUT) \/rest-api\/staff\/(subscription|promotions)\b/,
  /^GET \/rest-api\/fee\/payment-accounts\/toggle\//,
  /^GET \/rest-api\/payments\/purchase\//,
  /^POST \/rest-api\/register\/\{registrationId\}\/(promo-code|payment-plan|finalize|payment-intent|accept)$/,
  /^POST \/rest-api\/register\/\{registrationId\}\/(withdraw|cancel|change)$/,
  /^PUT \/rest-api\/registration\/payment-accounts\//,
  // Access: sessions, calendar feeds, rights, families.
  /^(GET|POST) \/rest-api\/session\/(end-all|end-others|sessions|continue)/,
  /^(POST|DELETE) \/rest-api\/feeds\//,
  /^(POST|PUT|DELETE) \/rest-api\/developers\//,
  /^(POST|PUT|DELETE) \/rest-api\/organization\/(administrators|invitation)\//,
  /^POST \/rest-api\/(organization|families)\/leave$/,
  /^POST \/rest-api\/families\/(player|person|invitation)\/.*(invite|withdraw|remove|accept)$/,
  /^PUT \/rest-api\/families\/player\/\{playerId\}\/rights$/,
  /^POST \/rest-api\/today\/requests\/\{requestId\}\/grant$/,
  // Chat, including reading it, also through a browser subscribed to push; the unread count reveals nothing.
  /^(GET|PUT|DELETE) \/rest-api\/push\//,
  /^(GET|POST|PUT|DELETE) \/rest-api\/chat(-user)?\/(?!unread-count$|enabled\/)/,
  // Support questions, which staff would be answering themselves.
  /^(GET|POST) \/rest-api\/support(\/|$)/,
  // Consents, and a person's data as a whole. A task with a signature is refused when submitted:
  // functions/assignments/respond.ts.
  /^POST \/rest-api\/agreements\/agreement\/\{agreementId\}\/sign$/,
  /^PUT \/rest-api\/pictures\/player\/\{playerId\}\/audience$/,
  /^(GET|POST|PUT|DELETE) \/rest-api\/privacy\//,
]

/** Whether a route may only be called by the person, and not by staff on their behalf. */
export const isPersonalRoute = (key: string): boolean => personalRoutes.some((each) => each.test(key))
