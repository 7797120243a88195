/**
 * Personal access tokens: with one, a member's program reads in their name, in one club, no more than they may. A token's reach
 * is chosen by areas; `changes` is the list of changes, which has ids and no contents.
 */
export const tokenAreas = ['calendar', 'rosters', 'fees', 'registrations', 'club', 'changes'] as const
export type TokenArea = (typeof tokenAreas)[number]

/** The possible lifetimes in days. */
export const tokenDays = [30, 90, 365] as const
/** The most tokens per user. */
export const maxTokens = 20

/** The text form of a token: its id, and its secret. The fixed prefix lets secret scanners find leaked ones. */
type TokenParts = { organizationId: string; tokenId: string; secret: string }
const tokenPattern = /^tlp_(o[0-9a-hjkmnp-tv-z]{11})_([0-9A-Z]{20})_([\w-]{43})$/
export const textOfToken = ({ organizationId, tokenId, secret }: TokenParts): string =>
  `tlp_${organizationId}_${tokenId}_${secret}`

/** The token in an `Authorization` header; undefined if it is not a token of this kind. */
export function tokenIn(header = ''): TokenParts | undefined {
  const [, organizationId, tokenId, secret] = tokenPattern.exec(header.replace(/^bearer\s+/i, '')) ?? []
  return organizationId && tokenId && secret ? { organizationId, tokenId, secret } : undefined
}
