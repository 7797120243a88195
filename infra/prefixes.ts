/**
 * CloudFront path patterns that go to the API instead of the web, derived from the contract.
 *
 * A first segment named for the API (`api`, `rest-api`, `apiV1`) belongs to the API as a whole, so that an unknown path under
 * it is the API's 404. Any other is shared with pages of the web (`/o/{id}/archive` beside the page `/o/{id}/exportPlayers`),
 * so exactly the contract's paths go to the API, with `*` for a parameter.
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
