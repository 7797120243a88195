/** The reply address for calendar apps with this key; undefined on a stage that receives no mail. */
export const replyAddress = (replyKey: string): string | undefined => {
  const { MAIL_REPLIES } = process.env
  return MAIL_REPLIES ? `${replyKey}@${MAIL_REPLIES}` : undefined
}
