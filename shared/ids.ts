/**
 * An id is an address: it holds the parts of the table key that its item lives under, so nothing is looked up twice
 * and a tenant check compares prefixes. Each part is a letter for its kind and 11 random characters (55 bits).
 *
 *   organization  o…
 *   team          o….t…
 *   player        o….p…
 *   event         o….t….e…       of the club  o….e…
 *   invite        o….t….e….p…    of the club  o….e….p…
 *   venue         o….v…          of one team alone  o….t….v…
 *   file          o….f…
 *   tag           o….g…
 *   payment account  o….a…        payment  o….y…
 *   fee           o….t….d… or o….d…    fee of a player     o….t….d….p… or o….d….p…
 *   conversation  o….c…          of a team  o….t….c…
 *   invitation    o….i…          to administer one team  o….t….i…
 *   email         o….t….m…       of the club  o….m…
 *   agreement     o….w…
 *   registration  o….t….r…       of the club  o….r…        of a player  o….t….r….p… or o….r….p…
 *   storage item  o….s…          a file in the library has the letters of its item  o….f…
 *   storage tag   o….k…
 *   assignment    o….t….h…       of the club  o….h…
 *   recording     o….t….z…       its film has its letters  o….f…
 */
/** Crockford's alphabet in lower case: without i, l, o, u, so that an id read aloud is not misheard. */
export const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
export const partLength = 11

const part = (letter: string) => `${letter}[${alphabet}]{${partLength}}`
const shape = (...letters: string[]) =>
  new RegExp(`^(${letters.map((each) => [...each].map(part).join('\\.')).join('|')})$`)
const shapes = {
  organization: shape('o'),
  team: shape('ot'),
  player: shape('op'),
  event: shape('ote', 'oe'),
  invite: shape('otep', 'oep'),
  venue: shape('ov', 'otv'),
  file: shape('of'),
  tag: shape('og'),
  paymentAccount: shape('oa'),
  payment: shape('oy'),
  fee: shape('otd', 'od'),
  playerFee: shape('otdp', 'odp'),
  conversation: shape('oc', 'otc'),
  invitation: shape('oi', 'oti'),
  email: shape('otm', 'om'),
  agreement: shape('ow'),
  registration: shape('otr', 'or'),
  registrationPlayer: shape('otrp', 'orp'),
  storageItem: shape('os'),
  storageTag: shape('ok'),
  assignment: shape('oth', 'oh'),
  recording: shape('otz'),
} as const satisfies Record<string, RegExp>
export type Kind = keyof typeof shapes
export const kinds = Object.keys(shapes) as Kind[]

/** Whether `id` has the form of an id of that kind; does not tell whether it exists. */
export const isId = (kind: Kind, id: string): boolean => shapes[kind].test(id)

/** The kind that an id has the form of; undefined for anything else. */
export const kindOf = (id: string): Kind | undefined => kinds.find((kind) => isId(kind, id))

const parts = (id: string, count: number) => id.split('.').slice(0, count).join('.')
/** The last part of an id, which distinguishes it from its siblings. */
export const lastPart = (id: string) => id.slice(id.lastIndexOf('.') + 1)

/** The organization of any id. */
export const organizationOf = (id: string): string => parts(id, 1)
/** The team of a team, event, invite or fee; undefined for what belongs to the club without a team. */
export const teamOf = (id: string): string | undefined => (id.split('.')[1]?.startsWith('t') ? parts(id, 2) : undefined)
/** The team of an event, invite or venue, or the organization if there is none. */
export const orgUnitOf = (id: string): string => teamOf(id) ?? organizationOf(id)
/** The event of an invite. */
export const eventOf = (inviteId: string): string => inviteId.slice(0, inviteId.lastIndexOf('.'))
/** The player of an invite or a player's fee. */
export const playerOf = (id: string): string => `${organizationOf(id)}.${lastPart(id)}`
/** The invite of a player to an event; there is one at most. */
export const inviteOf = (eventId: string, playerId: string): string => `${eventId}.${lastPart(playerId)}`

/** The registration of a registered player. */
export const registrationOf = (registrationPlayerId: string): string =>
  registrationPlayerId.slice(0, registrationPlayerId.lastIndexOf('.'))
/** A player on a registration; there is one at most. */
export const registrationPlayerOf = (registrationId: string, playerId: string): string =>
  `${registrationId}.${lastPart(playerId)}`

/** The fee charged to several players at once, from one player's fee. */
export const feeOf = (playerFeeId: string): string => playerFeeId.slice(0, playerFeeId.lastIndexOf('.'))
/** A player's own fee of one that was charged to several; there is one at most. */
export const playerFeeOf = (feeId: string, playerId: string): string => `${feeId}.${lastPart(playerId)}`

/** The fee of an instalment of what is paid in parts: the first, counted from 0, and those that follow. */
export const instalmentFeeOf = (feeId: string, index: number): string => feeId.slice(0, -1) + (alphabet[index] ?? '')

/** The file of a library item or recording, and the item of a file: they share their characters. */
export const fileOf = (id: string): string => `${organizationOf(id)}.f${lastPart(id).slice(1)}`
export const storageItemOf = (fileId: string): string => `${organizationOf(fileId)}.s${lastPart(fileId).slice(1)}`

/** The recording that a team makes of a video. */
export const recordingOf = (teamId: string, fileId: string): string => `${teamId}.z${lastPart(fileId).slice(1)}`

/** The subject of a permission check, read from any id. */
export type Subject = { organizationId: string; teamId?: string; playerId?: string; eventId?: string; feeId?: string }
export function subjectOf(id: string): Subject | undefined {
  const organizationId = organizationOf(id)
  switch (kindOf(id)) {
    case 'organization':
    case 'file':
    case 'tag':
    case 'agreement':
    case 'storageItem':
    case 'storageTag':
      return { organizationId }
    case 'venue':
    case 'conversation':
    case 'invitation':
    case 'email':
    case 'registration':
    case 'assignment':
    case 'recording':
      return { organizationId, ...teamIn(id) }
    case 'team':
      return { organizationId, teamId: id }
    case 'event':
      return { organizationId, ...teamIn(id), eventId: id }
    case 'player':
      return { organizationId, playerId: id }
    case 'invite':
      return { organizationId, ...teamIn(id), playerId: playerOf(id), eventId: eventOf(id) }
    case 'paymentAccount':
    case 'payment':
      return { organizationId }
    case 'fee':
      return { organizationId, ...teamIn(id) }
    case 'registrationPlayer':
      return { organizationId, ...teamIn(id), playerId: playerOf(id) }
    case 'playerFee':
      return { organizationId, ...teamIn(id), playerId: playerOf(id), feeId: feeOf(id) }
  }
}

function teamIn(id: string): { teamId?: string } {
  const teamId = teamOf(id)
  return teamId === undefined ? {} : { teamId }
}
