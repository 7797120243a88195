/**
 * A mail's id as an SES message tag, which SES's events contain. SES accepts only letters, digits, `-` and `_` in a tag, and refuses the
 * mail otherwise; mail ids also contain dots and colons.
 */
export const tagOf = (mailId: string): string => Buffer.from(mailId).toString('base64url')

/** The mail's id from such a tag; undefined if it is not ours. */
export function mailIdIn(tag: string): string | undefined {
  const mailId = Buffer.from(tag, 'base64url').toString()
  return tagOf(mailId) === tag && /^[\w.:-]{1,190}$/.test(mailId) ? mailId : undefined
}
