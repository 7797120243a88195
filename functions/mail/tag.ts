/**
 * A mail's id as a tag, by which SES tells what became of it. Of tags SES takes letters, digits, `-` and `_` alone, and refuses the
 * whole mail otherwise; ids that follow from others have dots, and from an instant colons.
 */
export const tagOf = (mailId: string): string => Buffer.from(mailId).toString('base64url')

/** The id of such a tag; undefined for what is none of ours. */
export function mailIdIn(tag: string): string | undefined {
  const mailId = Buffer.from(tag, 'base64url').toString()
  return tagOf(mailId) === tag && /^[\w.:-]{1,190}$/.test(mailId) ? mailId : undefined
}
