/** The address to which calendar apps send their replies; undefined on a stage that receives no mail. */
export const replyAddress = (replyKey: string): string | undefined => {
  const { MAIL_REPLIES } = process.env
  return MAIL_REPLIES ? `${replyKey}@${MAIL_REPLIES}` : undefined
}
