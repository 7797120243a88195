/**
 * Whether an address is a page of the app, as the distribution routes it (`infra/prefixes.ts`, `infra/spa.js`): not the API,
 * uploads, the local cloud, or a file.
 * @param elsewhere CloudFront path patterns of everything else, with `*` as a wildcard
 */
export const isPage = (pathname: string, nonPagePatterns: readonly string[]): boolean =>
  !nonPagePatterns.some((pattern) => matchesPattern(pattern, pathname)) &&
  !/\.[A-Za-z0-9]{1,11}$/.test(pathname.slice(pathname.lastIndexOf('/') + 1))

const matchesPattern = (pattern: string, pathname: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
      .split('*')
      .join('.*')}$`,
  ).test(pathname)
