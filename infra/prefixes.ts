/**
 * The paths that CloudFront routes to the API rather than to the web, as CloudFront path patterns, derived from the
 * contract.
 *
 * A first segment that is named for the API (`api`, `rest-api`, `apiV1`) belongs to the API as a whole, so that an
 * unknown address under it gets the API's 404. Any other is shared with pages of the web (`/o/{id}/archive` beside the
 * page `/o/{id}/exportPlayers`), so only the contract's exact paths go to the API, with `*` for a parameter.
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
