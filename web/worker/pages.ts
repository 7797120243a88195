/**
 * Which addresses are pages of the app, as the distribution has it (`infra/prefixes.ts`, `infra/spa.js`): not what is the
 * API's or what people upload, nor anything of the local cloud, nor a file.
 * @param elsewhere path patterns that are not the web's, with `*` for anything, as CloudFront reads them
 */
export const isPage = (pathname: string, elsewhere: readonly string[]): boolean =>
  !elsewhere.some((pattern) => matches(pattern, pathname)) &&
  !/\.[A-Za-z0-9]{1,11}$/.test(pathname.slice(pathname.lastIndexOf('/') + 1))

const matches = (pattern: string, pathname: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\?]/g, '\\$&')
      .split('*')
      .join('.*')}$`,
  ).test(pathname)
