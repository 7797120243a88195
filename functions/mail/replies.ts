/** Where calendar apps answer a mail with this key; nowhere on a stage that receives no mail. */
export const replyAddress = (replyKey: string): string | undefined => {
  const { MAIL_REPLIES } = process.env
  return MAIL_REPLIES ? `${replyKey}@${MAIL_REPLIES}` : undefined
}
