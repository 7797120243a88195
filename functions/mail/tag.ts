/**
 * A mail's id as an SES tag, by which its events name the mail. SES allows only letters, digits, `-` and `_` in tags and refuses
 * the whole mail otherwise; derived ids contain dots, and colons from an instant.
 */
export const tagOf = (mailId: string): string => Buffer.from(mailId).toString('base64url')

/** The mail id of a tag; undefined if the tag is not ours. */
export function mailIdIn(tag: string): string | undefined {
  const mailId = Buffer.from(tag, 'base64url').toString()
  return tagOf(mailId) === tag && /^[\w.:-]{1,190}$/.test(mailId) ? mailId : undefined
}
