/**
 * Personal access tokens: by one, a program of a member reads in their name, in one club, and no more than they may. What a
 * token reaches is chosen by areas; `changes` is the list of what has changed, which has ids and no contents.
 */
export const tokenAreas = ['calendar', 'rosters', 'fees', 'registrations', 'club', 'changes'] as const
export type TokenArea = (typeof tokenAreas)[number]

/** For how many days one may be made. */
export const tokenDays = [30, 90, 365] as const
/** How many one person may have. */
export const mostTokens = 20

/** As a token is written: which it is, and its secret. So that a search for leaked secrets finds it, it begins the same each time. */
type Written = { organizationId: string; tokenId: string; secret: string }
const written = /^tlp_(o[0-9a-hjkmnp-tv-z]{11})_([0-9A-Z]{20})_([\w-]{43})$/
export const textOfToken = ({ organizationId, tokenId, secret }: Written): string =>
  `tlp_${organizationId}_${tokenId}_${secret}`

/** What an `Authorization` header says; undefined where it is no token of this kind. */
export function tokenIn(header = ''): Written | undefined {
  const [, organizationId, tokenId, secret] = written.exec(header.replace(/^bearer\s+/i, '')) ?? []
  return organizationId && tokenId && secret ? { organizationId, tokenId, secret } : undefined
}
