/** The origin of the web app for links in mails, such as `https://app.example.org`. */
export function siteUrl(): string {
  const { SITE_URL } = process.env
  if (!SITE_URL) throw new Error('SITE_URL is not set')
  return SITE_URL
}
