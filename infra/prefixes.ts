/**
 * The paths that CloudFront hands to the API rather than to the web, as its path patterns, derived from the contract.
 *
 * A first segment that is named for the API (`api`, `rest-api`, `apiV1`) is the API's as a whole, so that an unknown
 * address under it is the API's 404. Any other is shared with pages of the web (`/o/{id}/archive` beside the page
 * `/o/{id}/exportPlayers`), so of it exactly the contract's own paths go to the API, with `*` for a parameter.
 * @param keys route keys, e.g. `GET /api/v1/today`
 */
export function prefixesOf(keys: readonly string[]): string[] {
  const patterns = keys.map((key) => {
    const [, first = '', ...rest] = key.slice(key.indexOf(' ') + 1).split('/')
    if (/api/i.test(first)) return `/${first}/*`
    return ['', first, ...rest].join('/').replaceAll(/\{[^}]+\}/g, '*')
  })
  return [...new Set(patterns)].toSorted()
}
