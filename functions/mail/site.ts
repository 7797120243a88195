/** The base URL of Touchline, for links in mail: `https://app.example.org`. */
export function siteUrl(): string {
  const { SITE_URL } = process.env
  if (!SITE_URL) throw new Error('SITE_URL is not set')
  return SITE_URL
}
